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


def test_it_names_the_templates_and_the_coverage_they_give() -> None:
    study = make_study()

    lines = generate("--count", "4")

    assert lines == [
        "T1 T2 T3 T4 (seed 1)",
        "AO: each item 2 to 2 times, collected or on its way",
        "AJ: each item 2 to 2 times, collected or on its way",
        "warning: some items stay below 3 times in a condition (templates.coverage_target). "
        "It takes at least 2 more: manage.py generate_templates small --count 2",
    ]
    assert study.templates.count() == 4
    lines = generate("--count", "2")
    assert lines[0] == "T5 T6 (seed 5)"
    assert not any("warning" in line for line in lines)


def test_the_seed_is_kept_with_each_template() -> None:
    study = make_study()

    generate("--count", "1")
    generate("--count", "1", "--seed", "7")

    assert list(study.templates.values_list("seed", flat=True)) == [1, 7]
    assert generate("--count", "1")[0] == "T3 (seed 3)"


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
        generate("--count", "1")

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
        generate("--count", "1")

    first = TemplateSlot.objects.filter(template__study=study, position=0)
    opened = first.order_by("template__number").values_list("condition", flat=True)
    assert list(opened) == ["AJ", "AO", "AJ", "AO"]
