"""Session templates over the API: looked at, refused where they are too few, made."""

from typing import Any

import pytest

from study.models import AuditEntry, Study
from study.services.templates import generate_templates
from tests.rest.caller import Caller

TEMPLATES = "studies/small/templates"


def good(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_dry_run_answers_what_would_be_made_and_stores_nothing(
    study: Study, owner: Caller
) -> None:
    seen = good(owner.post(TEMPLATES, {"count": 6, "seed": 7, "dry_run": True}))
    assert [template["number"] for template in seen["templates"]] == [1, 2, 3, 4, 5, 6]
    assert seen["seed"] == 7
    assert seen["fewest"] is None
    assert seen["certificate"]["guaranteed"] == {"AO": 3, "AJ": 3}
    assert not study.templates.exists()
    assert not AuditEntry.objects.filter(action="templates.generated").exists()


def test_what_is_made_is_what_the_dry_run_showed(study: Study, owner: Caller) -> None:
    seen = good(owner.post(TEMPLATES, {"count": "auto", "dry_run": True}))
    made = good(owner.post(TEMPLATES, {"count": "auto"}), 201)
    assert len(made) == 6
    for planned, row in zip(seen["templates"], made, strict=True):
        assert row["number"] == planned["number"]
        assert good(owner.get(f"{TEMPLATES}/{row['number']}"))["slots"] == planned["slots"]
    certificate = good(owner.get("studies/small/coverage"))["certificate"]
    assert certificate["hash"] == seen["certificate"]["hash"]


def test_too_few_are_refused_with_the_smallest_number_that_suffices(
    study: Study, owner: Caller
) -> None:
    refused = owner.post(TEMPLATES, {"count": 2})
    problem = good(refused, 409)
    assert (problem["code"], problem["fewest"]) == ("too_few_templates", 6)
    assert "category TP has 2 slots in AO for 6 judgments" in problem["detail"]
    assert not study.templates.exists()
    looked_at = good(owner.post(TEMPLATES, {"count": 2, "dry_run": True}))
    assert looked_at["fewest"] == 6
    assert looked_at["certificate"]["meets_target"] is False


def test_a_shortfall_that_is_allowed_is_made_and_the_rest_follows(
    study: Study, owner: Caller
) -> None:
    good(owner.post(TEMPLATES, {"count": 2, "allow_shortfall": True}), 201)
    assert len(good(owner.post(TEMPLATES, {"count": "auto"}), 201)) == 4


def test_auto_makes_nothing_where_nothing_is_missing(study: Study, owner: Caller) -> None:
    generate_templates(study, {}, 6, seed=1)
    answer = good(owner.post(TEMPLATES, {"count": "auto"}))
    assert answer["templates"] == []
    assert study.templates.count() == 6


def test_more_than_are_made_at_once_are_refused_and_none_is_stored(
    study: Study, owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert owner.post(TEMPLATES, {"count": 2001}).json()["code"] == "invalid"
    monkeypatch.setattr("annotation.domain.batch_size.MOST_AT_ONCE", 5)
    for dry_run in (True, False):
        refused = owner.post(TEMPLATES, {"count": "auto", "dry_run": dry_run})
        assert good(refused, 409)["code"] == "too_many_templates"
    assert not study.templates.exists()
    assert not AuditEntry.objects.filter(action="templates.generated").exists()


@pytest.mark.parametrize("count", ["all", "2", 0, None, True, 2.5])
def test_a_count_that_is_none_is_refused(study: Study, owner: Caller, count: object) -> None:
    answer = good(owner.post(TEMPLATES, {"count": count}), 400)
    assert [error["field"] for error in answer["errors"]] == ["count"]


def test_coverage_tells_planned_from_collected(study: Study, owner: Caller) -> None:
    generate_templates(study, {}, 6, seed=1)
    row = good(owner.get("studies/small/coverage"))["items"][0]
    planned = {"planned": 3, "running": 0, "collected": 0, "shortfall": 0}
    assert row == {"code": "TP01", "category": "TP", "AO": planned, "AJ": planned}
