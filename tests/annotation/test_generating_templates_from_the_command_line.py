from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from study.models import TemplateSlot
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def generate(*args: str) -> list[str]:
    out = StringIO()
    call_command("generate_templates", "small", *args, stdout=out)
    return out.getvalue().splitlines()


def test_it_names_the_templates_and_what_they_guarantee() -> None:
    study = make_study()

    lines = generate("--count", "6")

    assert lines[:4] == [
        "T1 T2 T3 T4 T5 T6 (seed 1)",
        "AO: each item 3 times when everybody finishes; target 3, at best 3",
        "AJ: each item 3 times when everybody finishes; target 3, at best 3",
        "dropouts survived: any 0",
    ]
    assert lines[4].startswith("attention checks by index: 0: ")
    assert lines[5].startswith("templates: 6, seeds: 1, hash ")
    assert study.templates.count() == 6


def test_a_count_that_cannot_reach_the_target_is_refused_with_the_bound_and_the_one_that_can() -> (
    None
):
    study = make_study()

    with pytest.raises(CommandError) as refusal:
        generate("--count", "4")

    assert str(refusal.value) == (
        "A count of 4 cannot reach the coverage target: category TP has 4 slots in AO for 6 "
        "judgments that are missing. The smallest count that can is 6. Make so many, or allow a "
        "shortfall and add more later."
    )
    assert not study.templates.exists()


def test_batches_are_built_up_in_steps_where_a_shortfall_is_allowed() -> None:
    study = make_study()

    lines = generate("--count", "4", "--allow-shortfall")
    assert lines[0] == "T1 T2 T3 T4 (seed 1)"
    assert "short of the target: 16 judgments" in lines
    lines = generate("--count", "2")

    assert lines[0] == "T5 T6 (seed 5)"
    assert "dropouts survived: any 0" in lines
    assert study.templates.count() == 6


def test_auto_makes_as_few_as_cover_what_is_short_and_then_none() -> None:
    study = make_study()
    generate("--count", "1", "--allow-shortfall")

    assert generate("--count", "auto")[0] == "T2 T3 T4 T5 T6 (seed 2)"
    assert generate("--count", "auto") == [
        "Nothing is missing: every item reaches its target with what there is."
    ]
    assert study.templates.count() == 6


def test_a_dry_run_stores_nothing_and_says_what_would_be_made() -> None:
    study = make_study()

    lines = generate("--count", "auto", "--dry-run")

    assert lines[0] == "T1 to T6 would be made (seed 1)"
    assert "dropouts survived: any 0" in lines
    assert not study.templates.exists()
    assert generate("--count", "auto")[-1] == lines[-1]  # the same hash


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "all"])
def test_a_count_that_is_none_is_refused(count: str) -> None:
    make_study()

    with pytest.raises(CommandError, match="is neither a whole number from 1 nor auto"):
        generate(f"--count={count}")


def test_the_seed_is_kept_with_each_template() -> None:
    study = make_study()

    generate("--count", "1", "--allow-shortfall")
    generate("--count", "1", "--allow-shortfall", "--seed", "7")

    assert list(study.templates.values_list("seed", flat=True)) == [1, 7]
    assert generate("--count", "auto")[0].endswith("(seed 3)")


def test_a_bank_that_is_too_small_is_one_clear_line() -> None:
    study = make_study()
    study.items.filter(category="TP").delete()

    with pytest.raises(CommandError, match="Category TP has 0 different problems"):
        generate("--count", "1")
    assert not study.templates.exists()


def test_an_unknown_study_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match="There is no study 'small'"):
        generate("--count", "1")


@pytest.mark.parametrize("seed", ["9" * 23, "-1", "1.5", str(2**63)])
def test_a_seed_that_cannot_be_kept_is_refused(seed: str) -> None:
    make_study()

    with pytest.raises(CommandError, match=f"'{seed}' is not a whole number from 0 to {2**63 - 1}"):
        generate("--count", "1", f"--seed={seed}")


def test_templates_made_one_by_one_have_their_checks_at_all_places_in_turn() -> None:
    study = make_study()

    for _ in range(8):
        generate("--count", "1", "--allow-shortfall")

    slots = TemplateSlot.objects.filter(template__study=study, item__kind="attention_check")
    places = Counter(slots.values_list("position", flat=True))
    assert places == {0: 2, 2: 2, 4: 2, 6: 2}


def test_templates_made_one_by_one_open_with_both_conditions_in_turn() -> None:
    study = make_study(
        templates={
            "items_per_category": 2,
            "opening_condition": "counterbalanced",
            "attention_checks": 0,
        }
    )

    for _ in range(4):
        generate("--count", "1", "--allow-shortfall")

    first = TemplateSlot.objects.filter(template__study=study, position=0)
    opened = first.order_by("template__number").values_list("condition", flat=True)
    assert list(opened) == ["AJ", "AO", "AJ", "AO"]
