"""Events that arrive many times at once, and beside what else goes on; PostgreSQL proves these."""

import random
import uuid
from datetime import datetime
from functools import partial

import pytest
from django.utils import timezone

from annotation.domain.stages import Reason, Submission
from annotation.domain.violations import Kind
from annotation.models import ParticipantSession
from annotation.services import answers, items
from annotation.services.violations import Report, report
from study.domain.errors import IllegalMove
from study.models import AuditEntry
from tests.annotation.monitored import monitored_invitation
from tests.cast import Participant
from tests.together import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session() -> ParticipantSession:
    participant = Participant(monitored_invitation())
    participant.reach_items()
    participant.next(0)
    return participant.session


def act(number: int) -> Report:
    return Report(
        uuid.UUID(int=number),
        uuid.UUID(int=number),
        uuid.UUID(int=99),
        number,
        Kind.TAB_SWITCH,
        duration_ms=1000,
        ended_ago_ms=0,
        raw=[],
    )


def deliver(session: ParticipantSession, acts: int, times: int, now: datetime) -> None:
    """Send each of so many acts so many times, all at once, in any order."""
    deliveries = [act(number) for number in range(1, acts + 1)] * times
    random.shuffle(deliveries)
    fresh = ParticipantSession.objects.select_related("version").get
    all_at_once([partial(report, fresh(pk=session.pk), [each], now) for each in deliveries])
    session.refresh_from_db()


def test_two_acts_delivered_six_times_each_count_twice(session: ParticipantSession) -> None:
    deliver(session, 2, 6, timezone.now())
    assert (session.status, session.severe_count) == ("active", 2)
    assert session.violations.count() == 2


@pytest.mark.parametrize("round_number", range(3))
def test_of_five_acts_delivered_six_times_each_three_count_and_five_are_kept(
    session: ParticipantSession, round_number: int
) -> None:
    deliver(session, 5, 6, timezone.now())
    assert (session.status, session.severe_count) == ("terminated", 3)
    standings = session.violations.values_list("not_counted", flat=True)
    assert sorted(standings) == ["", "", "", "not_active", "not_active"]
    assert AuditEntry.objects.filter(action="session.terminate").count() == 1
    assert session.presentations.get().state == "void"


@pytest.mark.parametrize("round_number", range(3))
def test_of_the_last_ratings_and_the_third_violation_one_ends_the_session(
    round_number: int,
) -> None:
    participant = Participant(monitored_invitation())
    participant.reach_items()
    for index in range(8):
        participant.finish_item(index)
    session, now = participant.session, timezone.now()
    shown = items.open_next(session, 8, now)
    judgment = Submission(True, Reason.USER, None)
    answers.submit_stage1(session, shown.public_id, uuid.uuid4(), judgment, now)
    report(session, [act(1), act(2)], now)
    ratings = answers.Ratings(3, 3 if shown.condition == "AJ" else None, None)

    def finish() -> str:
        own = participant.session
        answers.submit_stage2(own, shown.public_id, uuid.uuid4(), ratings, now)
        return "finished"

    def leave() -> str:
        report(participant.session, [act(3)], now)
        return "reported"

    heard = all_at_once([finish, leave, leave, finish])

    assert heard[1:3] == ["reported"] * 2  # nobody fell over
    session.refresh_from_db()
    if session.status == "completed":
        assert (heard[0], heard[3]) == ("finished", "finished")
        assert (session.severe_count, session.completion_code != "") == (2, True)
    else:
        assert isinstance(heard[0], IllegalMove)
        assert isinstance(heard[3], IllegalMove)
        assert (session.status, session.severe_count) == ("terminated", 3)
    assert session.violations.count() == 3
