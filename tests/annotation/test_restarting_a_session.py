"""Restarted: same person, same link, same template, a new session; the old one counts no more."""

from decimal import Decimal

import pytest
from django.utils import timezone

from annotation.domain.session import Event
from annotation.models import ConsentRecord, ParticipantSession
from annotation.services.accommodation import set_time_factor
from annotation.services.ending import abandon
from annotation.services.moves import make_move
from annotation.services.pilots import take_templates_back
from annotation.services.releasing import release, release_template
from annotation.services.restarting import restart
from study.domain.errors import IllegalMove
from study.services.invitations import invite, revoke
from tests.acts import (
    ITEMS,
    at_work,
    completed,
    do,
    logged,
    researcher,
    somebody,
    standing,
    stands,
    terminated,
)
from tests.cast import Participant

pytestmark = pytest.mark.django_db


def test_a_new_session_takes_the_place_of_the_old_one() -> None:
    person = terminated()
    old = person.session
    new = do(restart, person)
    old.refresh_from_db()
    assert (old.status, old.superseded_at) == ("terminated", new.entered_at)
    assert person.session == new
    assert (new.status, new.template_id, new.version_id) == (
        "consenting",
        old.template_id,
        old.version_id,
    )
    assert (new.template_rank, new.templates_free) == (1, 1)


def test_coverage_has_it_running_once() -> None:
    person = at_work()
    study = person.invitation.study
    assert standing(study) == stands(running=1)
    do(restart, person)
    assert standing(study) == stands(running=1)


def test_a_completed_session_is_collected_no_more() -> None:
    person = completed()
    study = person.invitation.study
    assert standing(study) == stands(collected=1)
    do(restart, person)
    assert standing(study) == stands(running=1)
    person.decide("yes")
    person.practise()
    person.press("start")
    for index in range(ITEMS):
        person.finish_item(index)
    assert standing(study) == stands(collected=1)


def test_one_that_is_running_is_ended_first_for_the_same_reason() -> None:
    person = at_work()
    old = person.session
    do(restart, person)
    old.refresh_from_db()
    assert old.status == "abandoned"
    assert old.presentations.get(index=2).state == "void"
    assert logged("session.abandon").session_id == old.pk


def test_the_log_of_either_session_says_why() -> None:
    person = terminated()
    old = person.session
    new = do(restart, person)
    entry = logged("session.restarted")
    assert (entry.session_id, entry.after) == (old.pk, {"session": new.pk})
    begun = new.version.study.audit_entries.get(action="session.begin_consent", session_id=new.pk)
    assert begun.reason == "a good reason"


def test_the_person_sees_the_consent_again_and_keeps_the_template_without_a_claim() -> None:
    person = terminated(templates=2)
    kept = person.session.template
    do(restart, person)
    assert "decision" in person.look().content.decode()
    person.decide("yes")
    assert person.session.template == kept
    assert person.session.status == "instructed"
    assert ConsentRecord.objects.filter(session__invitation=person.invitation).count() == 2
    person.practise()
    person.press("start")
    assert person.next(0).status_code == 200


def test_messages_of_a_page_that_is_still_open_are_told_where_the_session_stands() -> None:
    person = at_work()
    shown = person.state()["presentation"]["id"]
    do(restart, person)
    reply = person.judge(shown, True)
    assert (reply.status_code, reply.json()["status"]) == (409, "consenting")


def test_who_declines_then_leaves_the_template_to_others() -> None:
    person = terminated()
    study = person.invitation.study
    do(restart, person)
    person.decide("no")
    assert (person.session.status, person.session.template) == ("declined", None)
    assert standing(study) == stands(planned=1)
    entry = study.audit_entries.get(action="template.released")
    assert (entry.before, entry.session_id) == ({"template": "T1"}, person.session.pk)
    other = Participant(invite(study, 1)[0])
    other.consent()
    assert other.session.template == study.templates.get()


def test_who_had_no_template_yet_claims_one_at_consent() -> None:
    person = somebody()
    person.press("begin")
    do(restart, person)
    assert person.session.template is None
    person.decide("yes")
    assert person.session.template == person.invitation.study.templates.get()


@pytest.mark.parametrize("end", [Event.WITHDRAW, Event.DECLINE])
def test_who_does_not_want_to_is_not_asked_again(end: Event) -> None:
    person = somebody()
    person.press("begin")
    make_move(person.session, end, timezone.now())
    with pytest.raises(IllegalMove, match="not asked again"):
        do(restart, person)


def test_a_session_that_was_restarted_can_not_be_restarted_again() -> None:
    person = terminated()
    old = person.session
    do(restart, person)
    with pytest.raises(IllegalMove, match="act on the newer one"):
        restart(old, timezone.now(), reason="twice", actor=None)
    assert ParticipantSession.objects.count() == 2


def test_whoever_begins_anew_can_be_given_more_time() -> None:
    person = at_work()
    who = person.invitation.participant
    with pytest.raises(IllegalMove, match="has begun"):
        set_time_factor(who, Decimal(2), actor=researcher())
    do(restart, person)
    set_time_factor(who, Decimal(2), actor=researcher())
    person.decide("yes")
    person.practise()
    person.press("start")
    assert person.next(0).json()["presentation"]["hard_in_ms"] == 480_000


def test_a_template_that_was_released_is_taken_again_while_it_is_free() -> None:
    person = terminated()
    do(release, person)
    do(restart, person)
    study = person.invitation.study
    assert person.session.template == study.templates.exclude(claimed_at=None).get()
    assert standing(study) == stands(running=1)


def test_nothing_happens_once_somebody_else_holds_the_template() -> None:
    person = terminated()
    do(release, person)
    Participant(invite(person.invitation.study, 1)[0]).consent()
    with pytest.raises(IllegalMove, match="Somebody else holds its template T1"):
        do(restart, person)
    assert person.session.status == "terminated"


def test_a_pilots_template_passes_on_and_is_given_back_only_by_the_newer_session() -> None:
    pilot = completed(is_test=True)
    study, template = pilot.invitation.study, pilot.session.template
    old = pilot.session
    do(restart, pilot)
    assert take_templates_back(study, timezone.now()) == 0
    assert release_template(old, timezone.now()) is False
    assert pilot.session.template == template
    pilot.decide("yes")
    do(abandon, pilot)
    assert take_templates_back(study, timezone.now()) == 1
    study.templates.get().delete()  # nothing refers to it


def test_nobody_is_led_to_a_session_by_an_invitation_that_was_taken_back() -> None:
    person = terminated()
    revoke(person.invitation, "a wrong address")
    with pytest.raises(IllegalMove, match="invitation was taken back"):
        do(restart, person)
