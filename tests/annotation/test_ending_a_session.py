"""Abandoned or withdrawn by a researcher: the answers stay and count no more."""

from collections.abc import Callable

import pytest

from annotation.models import ParticipantSession
from annotation.services.ending import abandon, withdraw
from study.domain.errors import IllegalMove
from tests.acts import at_work, completed, do, logged, somebody, standing, stands
from tests.cast import Participant

pytestmark = pytest.mark.django_db


def consenting() -> Participant:
    person = somebody()
    person.press("begin")
    return person


def instructed() -> Participant:
    person = somebody()
    person.consent()
    return person


@pytest.mark.parametrize("reach", [consenting, instructed, at_work])
def test_who_is_still_here_can_withdraw(reach: Callable[[], Participant]) -> None:
    person = reach()
    do(withdraw, person)
    assert person.session.status == "withdrawn"
    assert logged("session.withdraw").session_id == person.session.pk
    assert "You have ended your participation" in person.look().content.decode()


@pytest.mark.parametrize("act", [abandon, withdraw])
def test_it_is_running_no_more_and_its_answers_stay(act: Callable[..., ParticipantSession]) -> None:
    person = at_work()
    study = person.invitation.study
    assert standing(study) == stands(running=1)
    do(act, person)
    assert standing(study) == stands()
    states = person.session.presentations.order_by("index").values_list("state", flat=True)
    assert list(states) == [
        "done",
        "done",
        "void",
    ]
    assert study.templates.get().claimed_at is not None


@pytest.mark.parametrize("act", [abandon, withdraw])
def test_what_is_over_does_not_end_again(act: Callable[..., ParticipantSession]) -> None:
    person = completed()
    with pytest.raises(IllegalMove, match="over"):
        do(act, person)
    assert ParticipantSession.objects.get().status == "completed"
