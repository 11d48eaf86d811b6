"""Released: somebody else can get the template; the old answers stay, marked, and do not count."""

from typing import Any

import pytest
from django.utils import timezone

from annotation.domain.session import Event
from annotation.models import ParticipantSession
from annotation.services.moves import make_move
from annotation.services.releasing import release
from annotation.services.validity import invalidate
from study.domain.errors import IllegalMove
from study.services.invitations import invite
from tests.acts import at_work, completed, do, logged, somebody, standing, stands, terminated
from tests.cast import Participant

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("end", [Event.TERMINATE, Event.ABANDON, Event.WITHDRAW])
def test_the_template_of_a_session_that_broke_off_is_free_again(end: Event) -> None:
    person = at_work()
    study = person.invitation.study
    make_move(person.session, end, timezone.now())
    assert standing(study) == stands()
    do(release, person)
    assert standing(study) == stands(planned=1)
    assert logged("template.released").before == {"template": "T1"}


def test_another_person_gets_it_and_both_keep_what_they_answered() -> None:
    person = terminated()
    study = person.invitation.study
    do(release, person)
    other = Participant(invite(study, 1)[0])
    other.reach_items()
    other.finish_item(0)
    assert standing(study) == stands(running=1)
    assert person.session.template == other.session.template == study.templates.get()
    assert person.session.presentations.count() == 3


def test_the_link_leads_to_its_end_and_begins_nothing() -> None:
    person = terminated()
    do(release, person)
    assert "Your session was ended" in person.look().content.decode()
    person.press("begin")
    person.press("consent", decision="yes")
    assert ParticipantSession.objects.count() == 1
    assert person.state()["status"] == "terminated"
    assert person.next(2).status_code == 409


def test_a_completed_session_keeps_its_template_as_long_as_it_counts() -> None:
    person = completed()
    study = person.invitation.study
    with pytest.raises(IllegalMove, match="as long as it counts"):
        do(release, person)
    do(invalidate, person)
    do(release, person)
    assert standing(study) == stands(planned=1)
    assert person.session.completion_code in person.look().content.decode()


def test_nobody_who_is_at_work_loses_their_template() -> None:
    person = at_work()
    with pytest.raises(IllegalMove, match="not over"):
        do(release, person)


def test_a_template_is_released_once() -> None:
    person = terminated()
    do(release, person)
    with pytest.raises(IllegalMove, match="holds no template"):
        do(release, person)


def test_who_held_none_can_give_none_back() -> None:
    person = somebody()
    person.press("begin")
    person.decide("no")
    with pytest.raises(IllegalMove, match="holds no template"):
        do(release, person)


def test_a_pilot_gives_its_template_back_as_if_nobody_had_held_it() -> None:
    pilot: Any = completed(is_test=True)
    study = pilot.invitation.study
    do(release, pilot)
    assert pilot.session.template is None
    study.templates.get().delete()  # nothing refers to it
