"""Lists: pages with a stable order, filters, a constant number of queries."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import ParticipantSession, Presentation
from study.models import Item, Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_item
from tests.rest.caller import Caller
from tests.rest.conftest import codes_of

LISTS = (
    "studies",
    *(
        f"studies/small/{noun}"
        for noun in (
            *("items", "templates", "participants", "sessions", "answers"),
            *("members", "log", "versions"),
        )
    ),
)


def all_pages(caller: Caller, path: str) -> list[Any]:
    rows = []
    while path:
        page = caller.get(path).json()
        rows += page["results"]
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert len(rows) == page["count"]
    return rows


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_pages(filled: Study, owner: Caller, path: str) -> None:
    page = owner.get(f"{path}?page_size=1").json()
    assert page.keys() == {"count", "next", "previous", "results"}
    assert len(page["results"]) == 1
    assert page["previous"] is None


@pytest.mark.parametrize("sort", ["", "category", "-created_at", "retired_at"])
def test_pages_together_have_every_row_once_whatever_the_order(
    study: Study, owner: Caller, sort: str
) -> None:
    Item.objects.update(created_at=datetime(2026, 1, 1, tzinfo=UTC))
    order = f"&sort={sort}" if sort else ""
    rows = all_pages(owner, f"studies/small/items?page_size=3{order}")
    codes = [row["code"] for row in rows]
    assert sorted(codes) == sorted(study.items.values_list("code", flat=True))


def test_a_list_is_sorted_both_ways(study: Study, owner: Caller) -> None:
    up = codes_of(owner.get("studies/small/items?sort=code"))
    assert up == sorted(up)
    assert codes_of(owner.get("studies/small/items?sort=-code")) == up[::-1]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=attention_check", ["GSM-CHECK"]),
        ("category=TP", ["TP01", "TP02", "TP99"]),
        ("category=TP&retired=false", ["TP01", "TP02"]),
        ("retired=true", ["TP99"]),
        ("arm=other", ["TP99"]),
        ("shown=true", ["TN01"]),
        ("q=tp0", ["TP01", "TP02"]),
        ("q=question tp02", ["TP02"]),
        ("kind=main&q=nothing", []),
    ],
)
def test_items_are_narrowed(study: Study, owner: Caller, query: str, expected: list[str]) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    make_item(study, "TP99", arm="other", retired_at=now)
    Item.objects.filter(code="TN01").update(first_shown_at=now)
    assert codes_of(owner.get(f"studies/small/items?{query}")) == expected


def count(caller: Caller, path: str) -> int:
    answer = caller.get(path)
    assert answer.status_code == 200, answer.content
    return int(answer.json()["count"])


def test_sessions_and_answers_are_narrowed(filled: Study, owner: Caller) -> None:
    session = ParticipantSession.objects.get()
    for query, expected in {
        "": 1,
        "status=active": 1,
        "status=completed": 0,
        "is_test=true": 0,
        "version=1": 1,
        "version=2": 0,
        "released=false": 1,
        "q=P001": 1,
        "q=P002": 0,
    }.items():
        assert count(owner, f"studies/small/sessions?{query}") == expected, query
    answer = Presentation.objects.exclude(closed_at=None)[0]
    for query, expected in {
        "": 3,
        f"session={session.pk}": 3,
        "session=0": 0,
        f"item={answer.item.code}": 1,
        "timed_out=true": 0,
        "condition=AO": 1,
        "condition=AJ": 2,
        "until=2020-01-01T00:00:00Z": 0,
        "since=2020-01-01T00:00:00Z": 3,
        "status=active&is_test=false&released=false": 3,
    }.items():
        assert count(owner, f"studies/small/answers?{query}") == expected, query


def test_the_log_is_narrowed_by_action_actor_and_time(filled: Study, owner: Caller) -> None:
    owner.post("studies/small/participants", {"count": 1})
    assert count(owner, "studies/small/log?action=participants.invited") == 2
    assert count(owner, "studies/small/log?action=participants.invited&actor=owner") == 1
    assert count(owner, "studies/small/log?until=2020-01-01T00:00:00Z") == 0
    entry = owner.get("studies/small/log?actor=owner").json()["results"][0]
    assert entry["after"] == {"count": 1, "is_test": False}
    session = ParticipantSession.objects.get()
    assert count(owner, f"studies/small/log?session={session.pk}") > 0


@pytest.mark.parametrize("path", ["log", "answers"])
@pytest.mark.parametrize(
    "query", ["since=0001-01-01T00:00:00%2B14:00", "until=9999-12-31T23:59:59-14:00", "since=soon"]
)
def test_a_time_that_is_none_in_utc_is_a_mistake(
    study: Study, owner: Caller, path: str, query: str
) -> None:
    answer = owner.get(f"studies/small/{path}?{query}")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [query.partition("=")[0]]


def test_people_and_templates_are_narrowed(filled: Study, owner: Caller) -> None:
    assert count(owner, "studies/small/participants?status=active") == 1
    assert count(owner, "studies/small/participants?status=invited") == 2
    assert count(owner, "studies/small/participants?is_test=true") == 0
    assert count(owner, "studies/small/templates?claimed=true") == 1
    assert count(owner, "studies/small/templates?claimed=false") == 2


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as caught:
        act()
    return len(caught)


@pytest.mark.parametrize("path", LISTS)
def test_a_list_costs_the_same_whatever_its_length(filled: Study, owner: Caller, path: str) -> None:
    def ask() -> None:
        assert owner.get(path).status_code == 200

    ask()
    few = queries(ask)
    generate_templates(filled, {}, 6, seed=2)
    for invitation in invite(filled, 3):
        person = Participant(invitation)
        person.reach_items()
        person.finish_item(0)
    assert queries(ask) == few
