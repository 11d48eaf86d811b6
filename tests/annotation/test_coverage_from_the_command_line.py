"""`manage.py coverage`: for people a table, for programs JSON of a shape that stays."""

import json
from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from annotation.services.releasing import release
from annotation.services.validity import invalidate
from study.models import Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.acts import at_work, completed, do, terminated
from tests.factories import make_study

pytestmark = pytest.mark.django_db

NUMBERS = ["planned", "running", "collected", "shortfall"]


def printed(*args: str) -> str:
    out = StringIO()
    call_command("coverage", "small", *args, stdout=out)
    return out.getvalue()


def sums(told: Any) -> dict[str, int]:
    """Return each number, summed over items and conditions."""
    total = Counter[str]()
    for row in told["items"]:
        total.update(row["AO"])
        total.update(row["AJ"])
    return dict(total)


def study_with_all_kinds() -> Study:
    """Return a study with a template free, one running, one collected, and two that count not."""
    study = make_study()
    completed(study=study)
    do(invalidate, completed(study=study))
    terminated(study=study)
    at_work(study=study, is_test=True)
    at_work(study=study)
    generate_templates(study, {}, 1)
    return study


def test_programs_get_the_target_every_item_and_the_certificate() -> None:
    study_with_all_kinds()
    told = json.loads(printed("--json"))
    assert list(told) == ["target", "items", "certificate"]
    assert told["target"] == {"AO": 3, "AJ": 3}
    assert len(told["items"]) == 8
    for row in told["items"]:
        assert list(row) == ["code", "category", "AO", "AJ"]
        for condition in ("AO", "AJ"):
            planned, running, collected, shortfall = row[condition].values()
            assert list(row[condition]) == NUMBERS
            assert shortfall == max(0, 3 - planned - running - collected)
    assert sums(told) == {"planned": 8, "running": 8, "collected": 8, "shortfall": 24}
    assert told["certificate"]["shortfall"] == 24
    assert told["certificate"]["templates"] == 1


def test_a_released_template_is_planned_again() -> None:
    person = terminated()
    do(release, person)
    invite(person.invitation.study, 1)
    assert sums(json.loads(printed("--json")))["planned"] == 8


def test_people_get_a_line_per_item_and_what_the_templates_guarantee() -> None:
    study_with_all_kinds()
    lines = printed().splitlines()
    assert lines[0].startswith("item  AO: plan run done short | AJ: plan run done short")
    assert [line.split()[0] for line in lines[1:9]] == [
        *("TP01", "TP02", "TN01", "TN02", "FP01", "FP02", "FN01", "FN02")
    ]
    assert "short of the target: 24 judgments" in lines


def test_a_study_without_items_promises_nothing() -> None:
    make_study().items.all().delete()
    assert printed() == "There are no main items yet.\n"
    told = json.loads(printed("--json"))
    assert told["items"] == []
    assert told["certificate"]["meets_target"] is False
