"""Once a session has ended, every message is refused, and the item on the screen is void."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from annotation.domain.session import Event
from annotation.services import answers, items
from annotation.services.moves import make_move
from study.domain.errors import IllegalMove
from tests.cast import Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def participant() -> Participant:
    participant = Participant(make_invitation())
    participant.reach_items()
    participant.finish_item(0)
    return participant


@pytest.mark.parametrize("end", [Event.TERMINATE, Event.WITHDRAW, Event.ABANDON])
def test_every_message_is_refused_and_nothing_changes(participant: Participant, end: Event) -> None:
    shown = participant.next(1).json()["presentation"]["id"]
    participant.draft(shown, 1, True)
    make_move(participant.session, end, timezone.now())

    replies = [
        participant.next(1),
        participant.draft(shown, 2, False),
        participant.judge(shown, False),
        participant.rate(shown, 3),
        participant.send("PUT", "draft2", presentation=shown, seq=1, confidence=3),
    ]

    for reply in replies:
        assert reply.status_code == 409
        assert (reply.json()["phase"], reply.json()["presentation"]) == ("over", None)
        assert "content" not in reply.content.decode()
    row = participant.session.presentations.get(index=1)
    assert (row.state, row.draft, row.verdict) == ("void", True, None)
    assert participant.state()["phase"] == "over"


def test_a_page_that_was_let_in_before_the_end_is_refused_too(participant: Participant) -> None:
    session, now = participant.session, timezone.now()
    shown = items.open_next(session, 1, now)
    make_move(participant.session, Event.TERMINATE, now)

    ratings = answers.Ratings(3, None, None)
    calls: list[Any] = [
        lambda: items.open_next(session, 1, now),
        lambda: answers.save_draft(shown, 1, True, now),
        lambda: answers.submit_stage2(session, shown.public_id, uuid.uuid4(), ratings, now),
    ]
    for call in calls:
        with pytest.raises(IllegalMove):
            call()


def test_the_last_ratings_sent_again_after_completion_get_the_same_answer() -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    for index in range(8):
        participant.finish_item(index)
    shown = participant.next(8).json()["presentation"]["id"]
    asks = participant.judge(shown, True).json()["presentation"]["asks"]
    helpfulness = 3 if "helpfulness" in asks else None
    replies = [participant.rate(shown, 3, helpfulness) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [200, 200]
    assert [reply.json()["phase"] for reply in replies] == ["over", "over"]
    assert participant.next(9).json()["error"] == "illegal_move"
