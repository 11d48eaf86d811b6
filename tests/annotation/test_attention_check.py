"""The attention check (K.7): passed only when judged as it is keyed."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from annotation.models import Presentation
from tests.cast import NOON, Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db


def reach_check(participant: Participant) -> str:
    """Go on until the check is on the screen; return its id."""
    participant.reach_items()
    for index in range(9):
        shown: str = participant.next(index).json()["presentation"]["id"]
        if Presentation.objects.get(index=index).item.code == "GSM-CHECK":
            return shown
        participant.finish_item(index)
    raise AssertionError("no check")


@pytest.mark.parametrize(("said_correct", "passed"), [(False, True), (True, False)])
def test_the_check_is_passed_exactly_by_incorrect(said_correct: bool, passed: bool) -> None:
    participant = Participant(make_invitation())
    participant.judge(reach_check(participant), said_correct)
    assert participant.session.passed_attention_check is passed
    assert not participant.session.attention_check_timed_out


def test_before_the_check_nothing_is_known() -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    assert participant.session.passed_attention_check is None


@pytest.mark.parametrize("draft", [False, None])
def test_a_check_that_times_out_is_marked_and_passed_only_with_its_draft(
    draft: bool | None, at: Callable[[datetime], None]
) -> None:
    at(NOON)
    participant = Participant(make_invitation())
    shown = reach_check(participant)
    if draft is not None:
        participant.draft(shown, 1, draft)
    at(NOON + timedelta(minutes=10))
    participant.state()
    assert participant.session.passed_attention_check is (draft is False)
    assert participant.session.attention_check_timed_out


def test_the_check_is_always_shown_with_its_justification() -> None:
    participant = Participant(make_invitation())
    reach_check(participant)
    state = participant.state()["progress"]["index"]
    content = participant.next(state).json()["presentation"]["content"]
    assert "justification" in content
