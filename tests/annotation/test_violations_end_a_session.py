"""Three severe violations end a session, and nothing else a page reports does (K.8)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.domain.session import Event
from annotation.models import ViolationEvent
from annotation.services.moves import make_move
from annotation.services.reinstating import reinstate
from annotation.services.violations import excuse
from study.domain.errors import IllegalMove
from study.models import AuditEntry
from tests.annotation.monitored import event, monitored_invitation, tell
from tests.cast import NOON, Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db
At = Callable[[datetime], None]
SEVERE = ("tab_switch", "visibility_hidden", "screenshot_attempt")
MODERATE = ("window_blur", "copy_attempt", "paste_attempt", "right_click", "devtools_open")


@pytest.fixture
def participant(at: At) -> Participant:
    """Return somebody who has the first item on their screen since noon."""
    at(NOON)
    participant = Participant(monitored_invitation())
    participant.reach_items()
    participant.next(0)
    at(NOON + timedelta(seconds=60))
    return participant


def rows(participant: Participant) -> list[ViolationEvent]:
    return list(participant.session.violations.order_by("pk"))


def test_three_severe_acts_of_any_kind_end_the_session(participant: Participant) -> None:
    shown = participant.state()["presentation"]["id"]
    participant.draft(shown, 1, True)
    replies = [tell(participant, event(kind)) for kind in SEVERE]
    assert [reply.json()["status"] for reply in replies] == ["active", "active", "terminated"]
    assert [reply.json()["severe_count"] for reply in replies] == [1, 2, 3]
    assert [reply.status_code for reply in replies] == [200, 200, 200]
    item = participant.session.presentations.get()
    assert (item.state, item.draft, item.verdict) == ("void", True, None)
    entry = AuditEntry.objects.get(action="session.terminate")
    assert (entry.reason, entry.actor) == ("3 severe violations", None)


def test_the_threshold_is_the_design_s(at: At) -> None:
    at(NOON)
    participant = Participant(monitored_invitation(threshold=1))
    participant.reach_items()
    assert tell(participant, event()).json()["status"] == "terminated"


def test_moderate_ones_never_end_a_session(participant: Participant) -> None:
    reply = tell(participant, *(event(kind) for kind in MODERATE * 4)).json()
    assert (reply["status"], reply["severe_count"]) == ("active", 0)
    assert participant.session.moderate_count == 20


def test_a_session_that_was_reinstated_is_ended_by_the_next_severe_one_only(
    participant: Participant,
) -> None:
    tell(participant, *(event() for _ in range(3)))
    by = User.objects.create_user("researcher")
    reinstate(participant.session, NOON + timedelta(minutes=2), reason="Said so.", actor=by)
    harmless = [event(kind) for kind in (*MODERATE, "warning_shown")]
    reply = tell(participant, *harmless, event(duration_ms=200)).json()
    assert (reply["status"], reply["severe_count"]) == ("active", 3)
    assert tell(participant, event()).json()["status"] == "terminated"


def test_an_event_counts_once_however_often_it_arrives(participant: Participant) -> None:
    seen = event()
    for _ in range(4):
        reply = tell(participant, seen, seen)
    assert reply.json()["acknowledged"] == [{"id": seen["id"], "severe_number": 1}] * 2
    assert (len(rows(participant)), participant.session.severe_count) == (1, 1)


def test_what_one_act_caused_counts_once(participant: Participant) -> None:
    key = event("screenshot_attempt", duration_ms=0, ended_ago_ms=5000)
    tool = event("visibility_hidden", act=key["act"], seq=2)
    tell(participant, key)
    reply = tell(participant, tool).json()
    assert reply["severe_count"] == 1
    assert [row.not_counted for row in rows(participant)] == ["", "duplicate"]


def test_a_blur_that_was_counted_gives_way_to_the_hiding_of_its_act(
    participant: Participant,
) -> None:
    blur = event("window_blur")
    tell(participant, blur)
    assert participant.session.moderate_count == 1
    tell(participant, event("tab_switch", act=blur["act"], seq=2))
    session = participant.session
    assert (session.severe_count, session.moderate_count) == (1, 0)
    assert [row.not_counted for row in rows(participant)] == ["duplicate", ""]


def test_two_hundred_milliseconds_out_of_sight_are_logged_and_not_counted(
    participant: Participant,
) -> None:
    reply = tell(participant, event(duration_ms=200)).json()
    assert (reply["severe_count"], reply["acknowledged"][0]["severe_number"]) == (0, None)
    assert rows(participant)[0].not_counted == "too_short"


def test_who_is_exempt_is_logged_and_not_counted(participant: Participant) -> None:
    person = participant.invitation.participant
    person.is_exempt = True
    person.save()
    tell(participant, *(event() for _ in range(5)))
    session = participant.session
    assert (session.status, session.severe_count) == ("active", 0)
    assert {row.not_counted for row in rows(participant)} == {"exempt"}


def test_nothing_is_kept_where_the_design_monitors_nothing(at: At) -> None:
    at(NOON)
    participant = Participant(make_invitation())
    participant.reach_items()
    seen = [event() for _ in range(3)]
    reply = tell(participant, *seen)
    assert reply.status_code == 200
    assert [each["id"] for each in reply.json()["acknowledged"]] == [each["id"] for each in seen]
    assert "severe_count" not in reply.json()
    assert not ViolationEvent.objects.exists()
    assert participant.session.status == "active"


def test_before_the_first_item_nothing_is_kept(at: At) -> None:
    at(NOON)
    participant = Participant(monitored_invitation())
    participant.consent()
    assert tell(participant, event()).status_code == 409
    assert not ViolationEvent.objects.exists()


def test_after_termination_events_are_refused_acknowledged_kept_and_not_counted(
    participant: Participant, at: At
) -> None:
    tell(participant, *(event() for _ in range(4)))
    at(NOON + timedelta(minutes=11))  # it ended at one minute past noon
    late = event()
    reply = tell(participant, late)
    assert reply.status_code == 409
    assert reply.json()["acknowledged"] == [{"id": late["id"], "severe_number": None}]
    assert (reply.json()["phase"], reply.json()["error"]) == ("over", "illegal_move")
    assert [row.not_counted for row in rows(participant)] == ["", "", "", *["not_active"] * 2]
    assert participant.session.severe_count == 3


def test_long_after_the_end_events_are_acknowledged_only(participant: Participant, at: At) -> None:
    tell(participant, *(event() for _ in range(3)))
    at(NOON + timedelta(minutes=11, seconds=1))
    late = event()
    assert tell(participant, late).json()["acknowledged"][0]["id"] == late["id"]
    assert len(rows(participant)) == 3


def test_who_has_withdrawn_is_watched_no_more(participant: Participant) -> None:
    make_move(participant.session, Event.WITHDRAW, NOON + timedelta(seconds=60))
    assert tell(participant, event()).status_code == 409
    assert rows(participant) == []


def test_what_is_still_on_its_way_when_the_work_is_done_is_welcome_and_does_not_count(
    participant: Participant,
) -> None:
    for index in range(9):
        participant.finish_item(index)
    reply = tell(participant, event())
    assert (reply.status_code, reply.json()["status"]) == (200, "completed")
    assert rows(participant)[0].not_counted == "not_active"


def test_times_are_the_server_s_by_the_ages_the_page_sends(participant: Participant) -> None:
    tell(participant, event(duration_ms=20_000, ended_ago_ms=10_000))
    row = rows(participant)[0]
    assert (row.begun_at - NOON, row.ended_at - NOON) == (
        timedelta(seconds=30),
        timedelta(seconds=50),
    )
    assert (row.received_at - NOON, row.duration_ms) == (timedelta(seconds=60), 20_000)


def test_no_event_begins_before_the_first_item(participant: Participant) -> None:
    tell(participant, event(duration_ms=10**11, ended_ago_ms=10**12))
    row = rows(participant)[0]
    assert row.begun_at == row.ended_at == participant.session.started_at


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "monitoring_gap"},
        {"type": "alien"},
        {"id": "1"},
        {"duration_ms": -1},
        {"duration_ms": 1e300},
        {"raw": [["hidden", 0]] * 51},
        {"raw": [["hidden"]]},
        {"raw": [["hidden", "0"]]},
        {"raw": "hidden"},
        {"raw": [["h" * 41, 0]]},
        {"raw": [["hidden", 10**13]]},
    ],
)
def test_an_event_of_the_wrong_shape_is_refused(
    participant: Participant, wrong: dict[str, Any]
) -> None:
    assert tell(participant, event(**wrong)).status_code == 400
    assert rows(participant) == []


def test_an_excused_event_stays_and_counts_no_more(participant: Participant) -> None:
    tell(participant, event(), event())
    by = User.objects.create_user("researcher")
    first = rows(participant)[0]
    excuse(first, NOON, reason="The fire alarm rang.", actor=by)
    assert [row.not_counted for row in rows(participant)] == ["excused", ""]
    assert participant.session.severe_count == 1
    entry = AuditEntry.objects.get(action="violation.excused")
    assert (entry.reason, entry.actor) == ("The fire alarm rang.", by)
    assert (entry.before, entry.after) == (
        {"severe": 2, "moderate": 0},
        {"severe": 1, "moderate": 0},
    )
    with pytest.raises(IllegalMove):
        excuse(first, NOON, reason="Again.", actor=by)


def test_an_excuse_is_of_the_whole_act(participant: Participant) -> None:
    key = event("screenshot_attempt", duration_ms=0, ended_ago_ms=5000)
    tell(participant, key, event("visibility_hidden", act=key["act"]))
    by = User.objects.create_user("researcher")
    excuse(rows(participant)[0], NOON, reason="A slip.", actor=by)
    assert [row.not_counted for row in rows(participant)] == ["excused", "excused"]
    assert participant.session.severe_count == 0


def test_an_excuse_makes_room_for_one_act_more(participant: Participant) -> None:
    tell(participant, event(), event())
    excuse(rows(participant)[0], NOON, reason="A call.", actor=User.objects.create_user("r"))
    assert tell(participant, event()).json()["status"] == "active"
    assert tell(participant, event()).json()["status"] == "terminated"


def test_the_number_a_participant_hears_is_the_place_among_what_counts(
    participant: Participant,
) -> None:
    first, short, second = event(), event(duration_ms=100), event()
    reply = tell(participant, first, short, second).json()
    assert [each["severe_number"] for each in reply["acknowledged"]] == [1, None, 2]


def test_what_somebody_says_about_an_event_is_kept_and_a_repeat_changes_nothing(
    participant: Participant, at: At
) -> None:
    seen = event()
    tell(participant, seen)
    said = []
    for minute, text in ((2, "My cat."), (3, "My cat."), (4, "My other cat.")):
        at(NOON + timedelta(minutes=minute))
        assert participant.send("POST", "dispute", event=seen["id"], text=text).status_code == 200
        row = rows(participant)[0]
        assert row.disputed_at is not None
        said.append((row.disputed_text, row.disputed_at - NOON))
    first, last = timedelta(minutes=2), timedelta(minutes=4)
    assert said == [("My cat.", first), ("My cat.", first), ("My other cat.", last)]


def test_somebody_else_s_event_cannot_be_disputed(participant: Participant) -> None:
    reply = participant.send("POST", "dispute", event=event()["id"], text="Not me.")
    assert (reply.status_code, reply.json()["error"]) == (409, "not_this_event")


def test_after_termination_one_can_still_say_that_it_was_not_oneself(
    participant: Participant,
) -> None:
    seen = [event() for _ in range(3)]
    tell(participant, *seen)
    reply = participant.send("POST", "dispute", event=seen[2]["id"], text="The battery died.")
    assert reply.status_code == 200
    assert rows(participant)[2].disputed_text == "The battery died."
