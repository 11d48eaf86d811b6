"""Reinstated: the one way back from terminated or abandoned, to where the person was."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from annotation.domain.session import Event
from annotation.services.ending import abandon
from annotation.services.moves import make_move
from annotation.services.reinstating import reinstate
from annotation.services.releasing import release
from annotation.services.validity import invalidate
from study.domain.errors import IllegalMove
from study.services.invitations import invite
from tests.acts import (
    ITEMS,
    at_work,
    completed,
    do,
    logged,
    somebody,
    standing,
    stands,
    terminated,
)
from tests.cast import NOON, Participant

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=3)


@pytest.mark.parametrize("end", [Event.TERMINATE, Event.ABANDON])
def test_the_session_runs_again(end: Event) -> None:
    person = at_work()
    study = person.invitation.study
    make_move(person.session, end, timezone.now())
    assert standing(study) == stands()
    do(reinstate, person)
    assert standing(study) == stands(running=1)
    assert (person.session.status, person.session.ended_at) == ("active", None)
    for index in range(2, ITEMS):
        person.finish_item(index)
    assert standing(study) == stands(collected=1)


def test_the_log_keeps_when_it_had_ended() -> None:
    person = terminated()
    ended_at = person.session.ended_at
    do(reinstate, person)
    entry = logged("session.reinstate")
    assert entry.before == {"status": "terminated"}
    assert ended_at is not None
    assert entry.after == {"status": "active", "ended_at": ended_at.isoformat()}


def test_it_leads_back_to_the_consent_to_practice_or_to_the_items() -> None:
    study = somebody(templates=2).invitation.study
    reading, practising = (Participant(each) for each in invite(study, 2))
    reading.press("begin")
    practising.consent()
    for person, stands_at in ((reading, "consenting"), (practising, "instructed")):
        do(abandon, person)
        do(reinstate, person)
        assert person.session.status == stands_at
    reading.decide("yes")
    assert reading.session.status == "instructed"


def test_the_item_that_was_on_the_screen_has_its_whole_time_from_when_it_is_shown_again(
    at: Callable[[datetime], None],
) -> None:
    at(NOON)
    person = at_work()
    shown = person.state()["presentation"]
    person.draft(shown["id"], 1, True)
    make_move(person.session, Event.TERMINATE, NOON + timedelta(seconds=100))
    do(reinstate, person)
    assert person.session.presentations.get(index=2).state == "void"

    at(LATER)  # hours may pass before the person hears of it
    again = person.next(2).json()["presentation"]

    assert again["id"] == shown["id"]
    assert (again["hard_in_ms"], again["soft_in_ms"]) == (240_000, 180_000)
    assert (again["draft"], "content" in again) == (True, True)
    row = person.session.presentations.get(index=2)
    assert (row.presented_at, row.hard_deadline) == (LATER, LATER + timedelta(seconds=240))
    entry = person.invitation.study.audit_entries.get(action="session.item_reopened")
    assert entry.session_id == person.session.pk
    assert entry.before is not None
    assert entry.before["presented_at"] == NOON.isoformat()
    assert entry.before["hard_deadline"] == (NOON + timedelta(seconds=240)).isoformat()

    at(LATER + timedelta(seconds=30))
    person.judge(shown["id"], False, client_rt_ms=29_500)
    row.refresh_from_db()
    assert (row.verdict, row.rt_seconds, row.timed_out) == (False, 29.5, False)


def test_a_judgment_that_was_made_before_is_not_made_again(at: Callable[[datetime], None]) -> None:
    at(NOON)
    person = at_work()
    shown = person.state()["presentation"]["id"]
    asks = person.judge(shown, True).json()["presentation"]["asks"]
    make_move(person.session, Event.TERMINATE, NOON)
    do(reinstate, person)

    at(LATER)
    again = person.next(2).json()["presentation"]
    assert (again["stage"], again["verdict"]) == ("stage2", True)
    at(LATER + timedelta(seconds=5))
    person.rate(shown, 4, 3 if "helpfulness" in asks else None)
    row = person.session.presentations.get(index=2)
    assert (row.state, row.presented_at, row.confidence_rt_seconds) == ("done", NOON, 5)


def test_asking_for_another_item_than_the_one_that_was_open_is_refused() -> None:
    person = terminated()
    do(reinstate, person)
    assert person.state()["progress"]["index"] == 2
    assert person.next(3).json()["error"] == "not_this_item"
    assert person.next(2).status_code == 200
    assert person.next(2).status_code == 200
    assert person.invitation.study.audit_entries.filter(action="session.item_reopened").count() == 1


def test_a_session_that_ends_again_before_its_item_was_shown_can_be_reinstated_again() -> None:
    person = terminated()
    do(reinstate, person)
    do(abandon, person)
    do(reinstate, person)
    assert person.next(2).json()["presentation"]["stage"] == "stage1"


def test_a_released_template_that_is_still_free_is_taken_again() -> None:
    person = terminated()
    study = person.invitation.study
    do(release, person)
    assert standing(study) == stands(planned=1)
    do(reinstate, person)
    assert standing(study) == stands(running=1)
    assert person.session.released_at is None
    assert study.templates.get().claimed_at is not None
    assert person.next(2).status_code == 200


def test_nothing_happens_once_somebody_else_holds_the_template() -> None:
    person = terminated()
    study = person.invitation.study
    do(release, person)
    Participant(invite(study, 1)[0]).consent()
    with pytest.raises(IllegalMove, match="Somebody else holds its template T1"):
        do(reinstate, person)
    assert person.session.status == "terminated"
    assert standing(study) == stands(running=1)


def test_what_ended_otherwise_is_not_undone() -> None:
    person = completed()
    with pytest.raises(IllegalMove, match="terminated or an abandoned"):
        do(reinstate, person)


def test_what_was_made_invalid_is_made_valid_first() -> None:
    person = terminated()
    do(invalidate, person)
    with pytest.raises(IllegalMove, match="make it valid first"):
        do(reinstate, person)


def test_a_pilot_that_gave_its_template_back_is_over_for_good() -> None:
    pilot = terminated(is_test=True)
    do(release, pilot)
    with pytest.raises(IllegalMove, match="given its template back"):
        do(reinstate, pilot)
