"""Where monitoring was blind: recorded for researchers, held against nobody."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from annotation.models import Heartbeat, ViolationEvent
from annotation.services.reinstating import reinstate
from tests.annotation.monitored import beat, event, monitored_invitation, tell
from tests.cast import NOON, Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db
OTHER_PAGE = str(UUID(int=2))


@pytest.fixture
def later(at: Callable[[datetime], None]) -> Callable[[float], None]:
    """Return what sets the clock so many seconds after noon."""
    return lambda seconds: at(NOON + timedelta(seconds=seconds))


@pytest.fixture
def participant(later: Callable[[float], None]) -> Participant:
    later(0)
    participant = Participant(monitored_invitation())
    participant.reach_items()
    return participant


def gaps() -> list[ViolationEvent]:
    return list(ViolationEvent.objects.filter(kind="monitoring_gap").order_by("pk"))


@pytest.mark.parametrize(("visible", "allowed"), [(True, 35), (False, 75)])
def test_a_page_that_was_silent_for_too_long_leaves_a_gap(
    participant: Participant, later: Callable[[float], None], visible: bool, allowed: int
) -> None:
    beat(participant, visible=visible)
    later(allowed)
    beat(participant, visible=visible)
    assert gaps() == []
    later(allowed + allowed + 1)
    beat(participant)
    (gap,) = gaps()
    assert (gap.begun_at, gap.ended_at - gap.begun_at) == (
        NOON + timedelta(seconds=allowed),
        timedelta(seconds=allowed + 1),
    )
    assert (gap.severity, gap.not_counted) == ("none", "no_violation")


def test_gaps_count_for_nothing_however_many(
    participant: Participant, later: Callable[[float], None]
) -> None:
    for number in range(6):
        later(number * 100)
        beat(participant)
    session = participant.session
    assert len(gaps()) == 5
    assert (session.status, session.severe_count, session.moderate_count) == ("active", 0, 0)


def test_an_event_that_never_arrived_shows(
    participant: Participant, later: Callable[[float], None]
) -> None:
    tell(participant, event(seq=1), event(seq=4))
    beat(participant, last_event_seq=4)
    later(10)
    beat(participant, last_event_seq=4)
    (gap,) = gaps()
    assert gap.raw == [["missing", 2], ["missing", 3]]
    later(20)
    beat(participant, last_event_seq=5)
    later(30)
    beat(participant, last_event_seq=5)
    assert [row.raw for row in gaps()] == [[["missing", 2], ["missing", 3], ["missing", 5]]]


def test_what_is_still_on_its_way_is_not_missing(
    participant: Participant, later: Callable[[float], None]
) -> None:
    beat(participant, last_event_seq=1)
    later(4)
    beat(participant, page_id=OTHER_PAGE)  # another tab, a moment later
    assert gaps() == []


def test_every_page_counts_its_own_events(
    participant: Participant, later: Callable[[float], None]
) -> None:
    tell(participant, event(seq=1))
    beat(participant, page_id=OTHER_PAGE, last_event_seq=1)
    later(10)
    beat(participant)
    assert [gap.page_id for gap in gaps()] == [UUID(int=2)]


def test_only_the_last_sign_of_life_is_kept(
    participant: Participant, later: Callable[[float], None]
) -> None:
    for number in range(3):
        later(number * 10)
        beat(participant, visible=number == 1, focused=False)
    kept = Heartbeat.objects.get()
    assert (kept.at, kept.is_visible, kept.is_focused) == (
        NOON + timedelta(seconds=20),
        False,
        False,
    )


def test_nobody_is_watched_outside_the_items_or_where_nothing_is_monitored(
    participant: Participant, later: Callable[[float], None]
) -> None:
    tell(participant, *(event() for _ in range(3)))
    unmonitored = Participant(make_invitation(make_study("quiet")))
    unmonitored.reach_items()
    assert [beat(each).status_code for each in (participant, unmonitored)] == [409, 409]
    assert not Heartbeat.objects.exists()


def test_the_time_until_a_session_is_reinstated_is_no_gap(
    participant: Participant, later: Callable[[float], None]
) -> None:
    beat(participant)
    tell(participant, *(event(seq=number) for number in (1, 2, 3)))
    hours = NOON + timedelta(hours=3)
    by = User.objects.create_user("researcher")
    reinstate(participant.session, hours, reason="A power cut.", actor=by)
    later(3 * 3600)
    assert beat(participant).status_code == 200
    assert gaps() == []


def test_a_sign_of_life_costs_the_database_little(
    participant: Participant,
    later: Callable[[float], None],
    django_assert_max_num_queries: Any,
) -> None:
    participant.next(0)
    beat(participant)
    later(10)
    with django_assert_max_num_queries(6):  # two of them begin and end the transaction
        beat(participant)
