import pytest

from annotation.models import Presentation
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def participant() -> Participant:
    participant = Participant(make_invitation())
    participant.consent()
    participant.press("instructions")
    return participant


def test_practice_shows_one_ao_and_one_aj_item(participant: Participant) -> None:
    first = participant.next(0).json()["presentation"]
    assert "justification" not in first["content"]
    participant.finish_item(0)
    second = participant.next(1).json()["presentation"]
    assert "justification" in second["content"]


def test_practice_is_never_stored_as_an_answer(participant: Participant) -> None:
    participant.practise()
    assert participant.session.practice_done == 2
    assert not Presentation.objects.exists()


def test_practice_can_be_resumed_where_it_stopped(participant: Participant) -> None:
    participant.finish_item(0)
    assert participant.state()["progress"] == {"index": 1, "total": 2}


def test_practice_checks_ratings_as_the_session_does(participant: Participant) -> None:
    shown = participant.next(0).json()["presentation"]
    assert participant.rate(shown["id"], 3, 3).json()["error"] == "invalid_rating"
    assert participant.session.practice_done == 0


def test_practice_refuses_what_the_session_refuses(participant: Participant) -> None:
    shown = participant.next(0).json()["presentation"]
    assert participant.judge(shown["id"], None).json()["error"] == "no_verdict"
    draft = participant.send("PUT", "draft2", presentation=shown["id"], seq=1, confidence=99)
    assert draft.json()["error"] == "invalid_rating"


def test_there_is_no_practice_before_the_instructions_were_read() -> None:
    participant = Participant(make_invitation())
    participant.consent()
    assert participant.next(0).json()["error"] == "illegal_move"


def test_the_right_answer_is_told_only_where_the_design_asks_for_feedback() -> None:
    for feedback in (False, True):
        study = make_study(f"feedback-{feedback}".lower(), practice={"feedback": feedback})
        participant = Participant(make_invitation(study))
        participant.consent()
        participant.press("instructions")
        shown = participant.next(0).json()["presentation"]
        reply = participant.judge(shown["id"], True).json()["presentation"]
        assert reply.get("feedback") == ({"was_right": True} if feedback else None)
        nothing = participant.judge(shown["id"], None, reason="timer").json()["presentation"]
        assert "feedback" not in nothing


def test_practice_is_over_once_the_session_has_started(participant: Participant) -> None:
    participant.practise()
    participant.press("start")
    assert participant.judge("practice-0", True).json()["error"] == "not_this_item"


def test_a_study_without_practice_goes_from_the_instructions_to_the_start() -> None:
    study = make_study("no-practice", practice={"items": 0})
    participant = Participant(make_invitation(study))
    participant.consent()
    participant.press("instructions")
    participant.press("start")
    assert participant.session.status == "active"
