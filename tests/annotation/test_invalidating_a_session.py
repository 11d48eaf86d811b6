"""Invalid: a session that a researcher decided not to count, until it is made valid again."""

import pytest

from annotation.services.releasing import release
from annotation.services.validity import invalidate, revalidate
from study.domain.errors import IllegalMove
from study.services.invitations import invite
from tests.acts import at_work, completed, do, logged, standing, stands, terminated
from tests.cast import Participant

pytestmark = pytest.mark.django_db


def test_its_answers_are_collected_no_more_and_then_again() -> None:
    person = completed()
    study = person.invitation.study
    assert standing(study) == stands(collected=1)
    do(invalidate, person)
    assert standing(study) == stands()
    assert logged("session.invalidated").session_id == person.session.pk
    do(revalidate, person)
    assert standing(study) == stands(collected=1)
    assert logged("session.revalidated").before is not None


def test_the_person_sees_no_difference() -> None:
    person = completed()
    before = person.look().content
    do(invalidate, person)
    assert person.look().content == before


def test_a_session_that_broke_off_can_be_invalid_too() -> None:
    person = terminated()
    do(invalidate, person)
    assert person.session.invalidated_at is not None


def test_a_session_under_way_cannot() -> None:
    with pytest.raises(IllegalMove, match="not over"):
        do(invalidate, at_work())


def test_nothing_is_done_twice() -> None:
    person = completed()
    with pytest.raises(IllegalMove, match="not invalid"):
        do(revalidate, person)
    do(invalidate, person)
    with pytest.raises(IllegalMove, match="invalid already"):
        do(invalidate, person)


def test_a_completed_session_that_gave_its_template_back_takes_it_again() -> None:
    person = completed()
    study = person.invitation.study
    do(invalidate, person)
    do(release, person)
    assert standing(study) == stands(planned=1)
    do(revalidate, person)
    assert standing(study) == stands(collected=1)
    assert study.templates.get().claimed_at is not None


def test_it_stays_invalid_once_somebody_else_holds_the_template() -> None:
    person = completed()
    study = person.invitation.study
    do(invalidate, person)
    do(release, person)
    Participant(invite(study, 1)[0]).consent()
    with pytest.raises(IllegalMove, match="Somebody else holds its template T1"):
        do(revalidate, person)
    assert standing(study) == stands(running=1)


def test_one_that_broke_off_needs_no_template_to_be_valid() -> None:
    person = terminated()
    do(invalidate, person)
    do(release, person)
    do(revalidate, person)
    assert person.session.released_at is not None
    assert standing(person.invitation.study) == stands(planned=1)
