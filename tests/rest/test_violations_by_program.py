"""Programs read what was seen, excuse it, and exempt people."""

import pytest

from annotation.models import ViolationEvent
from study.models import Study
from tests.acts import at_work, somebody
from tests.annotation.monitored import event, tell
from tests.factories import make_study
from tests.rest.caller import Caller

pytestmark = pytest.mark.django_db
LIST = "studies/small/violations"
BODY = {"reason": "a good reason"}


@pytest.fixture
def study(db: None) -> Study:
    return make_study(integrity={"monitoring": True})


@pytest.fixture
def watched(study: Study) -> Study:
    """Return the study, where a tab switch, a flicker and a right click were seen."""
    person = at_work(study=study)
    seen = [event("tab_switch"), event(duration_ms=200), event("right_click", duration_ms=0)]
    tell(person, *seen)
    person.send("POST", "dispute", event=seen[0]["id"], text="My cat.")
    return study


def types(caller: Caller, query: str = "") -> list[str]:
    answer = caller.get(f"{LIST}?{query}")
    assert answer.status_code == 200, answer.content
    return [row["type"] for row in answer.json()["results"]]


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"tab_switch", "visibility_hidden", "right_click"}),
        ("type=tab_switch", {"tab_switch"}),
        ("severity=moderate", {"right_click"}),
        ("not_counted=too_short", {"visibility_hidden"}),
        ("disputed=true", {"tab_switch"}),
        ("excused=true", set()),
        ("q=cat", {"tab_switch"}),
        ("is_test=true", set()),
    ],
)
def test_events_are_listed_and_narrowed(owner: Caller, query: str, expected: set[str]) -> None:
    assert set(types(owner, query)) == expected


@pytest.mark.usefixtures("watched")
def test_an_event_says_what_was_seen_and_whether_it_counts(owner: Caller) -> None:
    (row,) = owner.get(f"{LIST}?type=tab_switch").json()["results"]
    assert (row["participant"], row["severity"], row["not_counted"]) == ("P001", "severe", None)
    assert (row["duration_ms"], row["raw"]) == (4000, [["hidden", 0], ["visible", 4000]])
    assert (row["disputed_text"], row["excused_at"]) == ("My cat.", None)
    session = owner.get(f"studies/small/sessions/{row['session']}").json()
    assert (session["severe_count"], session["moderate_count"]) == (1, 1)


@pytest.mark.usefixtures("watched")
def test_an_event_is_excused_once(owner: Caller) -> None:
    pk = ViolationEvent.objects.get(kind="tab_switch").pk
    answer = owner.post(f"{LIST}/{pk}/excuse", BODY)
    assert answer.status_code == 200
    assert (answer.json()["not_counted"], answer.json()["excused_reason"]) == (
        "excused",
        "a good reason",
    )
    again = owner.post(f"{LIST}/{pk}/excuse", BODY)
    assert (again.status_code, again.json()["code"]) == (409, "illegal_move")


def test_a_person_is_exempted_before_they_begin(study: Study, owner: Caller) -> None:
    person = somebody(study=study)
    path = "studies/small/participants/P001"
    assert owner.post(f"{path}/exempt", {"is_exempt": True}).json()["is_exempt"] is True
    person.reach_items()
    assert owner.post(f"{path}/exempt", {"is_exempt": False}).status_code == 409
    assert owner.get(path).json()["is_exempt"] is True
    assert owner.post(f"{path}/exempt", {"is_exempt": "no"}).status_code == 400
