from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

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
        "T1 T2 T3 T4",
        "AO: each item 2 to 2 times, collected or on its way",
        "AJ: each item 2 to 2 times, collected or on its way",
    ]
    assert study.templates.count() == 4
    assert generate("--count", "1")[0] == "T5"


def test_the_seed_is_kept_with_each_template() -> None:
    study = make_study()

    generate("--count", "1")
    generate("--count", "1", "--seed", "7")

    assert list(study.templates.values_list("seed", flat=True)) == [1, 7]


def test_a_bank_that_is_too_small_is_one_clear_line() -> None:
    study = make_study()
    study.items.filter(category="TP").delete()

    with pytest.raises(CommandError, match="Category TP has 0 different problems"):
        generate("--count", "1")
    assert not study.templates.exists()


def test_an_unknown_study_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match="There is no study 'small'"):
        generate("--count", "1")
