import pytest

from tests.cast import Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db


def test_a_participant_goes_from_the_link_to_the_completion_code() -> None:
    participant = Participant(make_invitation())

    participant.reach_items()
    for index in range(9):
        participant.finish_item(index)

    session = participant.session
    assert session.status == "completed"
    assert len(session.completion_code) == 8
    assert session.presentations.filter(state="done").count() == 9
    state = participant.state()
    assert state["phase"] == "over"
    assert state["presentation"] is None
