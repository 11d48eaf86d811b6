from typing import Any

import pytest

from annotation.models import Presentation
from tests.cast import Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def participant() -> Participant:
    participant = Participant(make_invitation())
    participant.reach_items()
    return participant


def judged(participant: Participant, condition: str) -> dict[str, Any]:
    """Return the first item of a condition, in Stage 2."""
    for index in range(9):
        shown: dict[str, Any] = participant.next(index).json()["presentation"]
        participant.judge(shown["id"], True)
        if Presentation.objects.get(index=index).condition == condition:
            return shown
        participant.rate(shown["id"], 3, 3 if condition == "AO" else None)
    raise AssertionError(condition)


def test_ao_asks_for_confidence_only(participant: Participant) -> None:
    shown = judged(participant, "AO")
    assert participant.state()["presentation"]["asks"] == ["confidence"]
    assert participant.rate(shown["id"], 4, 4).json()["error"] == "invalid_rating"
    assert participant.rate(shown["id"], 4).status_code == 200


def test_aj_asks_for_helpfulness_too(participant: Participant) -> None:
    shown = judged(participant, "AJ")
    assert participant.rate(shown["id"], 4).json()["error"] == "invalid_rating"
    assert participant.rate(shown["id"], 4, 5).status_code == 200


@pytest.mark.parametrize("confidence", [0, 6])
def test_a_rating_outside_the_scale_is_refused(participant: Participant, confidence: int) -> None:
    shown = judged(participant, "AJ")
    assert participant.rate(shown["id"], confidence, 3).status_code == 409


def test_the_ratings_come_after_the_judgment(participant: Participant) -> None:
    shown = participant.next(0).json()["presentation"]
    assert participant.rate(shown["id"], 4, 4).json()["error"] == "illegal_move"


def test_there_is_no_way_back_to_the_judgment(participant: Participant) -> None:
    shown = judged(participant, "AJ")
    participant.judge(shown["id"], False)
    assert Presentation.objects.get(index=shown["index"]).verdict is True


def test_repeated_ratings_get_the_same_answer_and_change_nothing(participant: Participant) -> None:
    shown = judged(participant, "AJ")
    participant.rate(shown["id"], 4, 5)
    assert participant.rate(shown["id"], 1, 1).status_code == 200
    row = Presentation.objects.get(public_id=shown["id"])
    assert (row.confidence, row.helpfulness) == (4, 5)
