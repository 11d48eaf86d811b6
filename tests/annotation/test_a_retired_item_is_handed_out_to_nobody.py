"""A template that is given back after an item of it was retired: nobody gets it any more."""

import pytest
from django.utils import timezone

from annotation.domain.session import Event, Status
from annotation.pages.template_words import state_of
from annotation.selectors import coverage_report, tallies, template_rows
from annotation.services.moves import make_move
from annotation.services.releasing import release
from study.models import Study
from study.selectors import free_templates
from study.services.invitations import invite
from study.services.retiring import restore_items, retire_items
from study.services.templates import generate_templates
from tests.acts import completed, do, standing, stands, terminated
from tests.cast import Participant
from tests.factories import make_item

pytestmark = pytest.mark.django_db


def retired_while_held() -> tuple[Study, str]:
    """Return a study whose one template was given back, and its item that was retired before."""
    person = terminated()
    study = person.invitation.study
    code = study.templates.get().slots.get(position=0).item.code
    retire_items(study, [code], "wrong answer")
    do(release, person)
    return study, code


def newcomer(study: Study) -> Participant:
    person = Participant(invite(study, 1)[0])
    person.consent()
    return person


def test_nobody_gets_it() -> None:
    study, _code = retired_while_held()
    assert newcomer(study).session.status == Status.CONSENTING
    assert free_templates(study) == 0


def test_nobody_gets_what_a_pilot_gives_back() -> None:
    pilot = completed(is_test=True)
    study = pilot.invitation.study
    retire_items(study, ["GSM-CHECK"], "wrong key")
    assert newcomer(study).session.status == Status.CONSENTING


def test_it_covers_nothing_and_others_are_made_for_it() -> None:
    study, code = retired_while_held()
    assert standing(study) == stands()
    report = coverage_report(study)
    assert report.certificate.templates == 0
    assert code not in [covered.item.code for covered in report.items]
    row = template_rows(study, tallies(study)).get()
    assert (row.below, row.lowest) == (None, None)
    assert state_of(row) == "free, but with a retired item: nobody gets it"


def test_the_next_person_gets_another_one() -> None:
    person = terminated()
    study = person.invitation.study
    retire_items(study, ["GSM-CHECK"], "wrong key")
    do(release, person)
    make_item(study, "CHECK2", kind="attention_check", category="GSM-CHECK", is_correct=False)
    (made,) = generate_templates(study, {}, 1)
    assert newcomer(study).session.template == made


def test_it_is_handed_out_again_when_the_item_is_in_use_again() -> None:
    study, code = retired_while_held()
    restore_items(study, [code], "it was right")
    assert standing(study) == stands(planned=1)
    assert newcomer(study).session.template == study.templates.get()


def test_an_item_of_a_template_that_was_given_back_can_be_retired() -> None:
    person = terminated()
    study = person.invitation.study
    do(release, person)
    retire_items(study, ["GSM-CHECK"], "wrong key")
    assert study.templates.count() == 1
    assert person.session.template == study.templates.get()
    assert free_templates(study) == 0


def test_who_holds_it_goes_on() -> None:
    person = terminated()
    retire_items(person.invitation.study, ["GSM-CHECK"], "wrong key")
    make_move(person.session, Event.REINSTATE, timezone.now())
    assert person.next(2).status_code == 200
