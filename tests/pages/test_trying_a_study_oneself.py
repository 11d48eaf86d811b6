"""A pilot: a researcher walks through the study, and nothing of it counts."""

import pytest
from django.test import Client

from annotation.models import ParticipantSession
from study.domain.roles import Role
from study.models import Invitation, Item, Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
PAGE = "/studies/small/people/pilot/"


@pytest.fixture
def study() -> Study:
    study = make_study()
    generate_templates(study, {}, 1, seed=1)
    return study


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def try_out(client: Client) -> Participant:
    address = client.post(PAGE)["Location"]
    participant = Participant(Invitation.objects.order_by("-id")[0])
    assert participant.path == address
    return participant


def walk(participant: Participant) -> None:
    participant.reach_items()
    for index in range(9):
        participant.finish_item(index)


def test_the_button_makes_a_pilot_and_leads_to_its_link(study: Study, researcher: Client) -> None:
    page = researcher.get(PAGE).content.decode()
    assert '<form method="post" target="_blank">' in page
    pilot = try_out(researcher)
    assert pilot.invitation.is_test
    entry = study.audit_entries.get(action="participants.invited")
    assert str(entry.actor) == "researcher-of-small"
    pilot.consent()
    assert pilot.session.is_test


def test_every_page_of_a_pilot_says_so(study: Study, researcher: Client) -> None:
    pilot = try_out(researcher)
    mark = "Nothing of this counts."
    assert mark in pilot.look().content.decode()  # invitation
    pilot.press("begin")
    assert mark in pilot.look().content.decode()  # consent
    pilot.decide("yes")
    assert mark in pilot.look().content.decode()  # instructions
    pilot.press("instructions")
    assert mark in pilot.look().content.decode()  # practice, on the item page
    pilot.practise()
    assert mark in pilot.look().content.decode()  # ready
    pilot.press("start")
    for index in range(9):
        assert mark in pilot.look().content.decode()  # items
        pilot.finish_item(index)
    assert pilot.session.completion_code in pilot.look().content.decode()
    assert mark in pilot.look().content.decode()  # the end


def test_no_page_of_a_participant_says_so(study: Study) -> None:
    participant = Participant(invite(study, 1)[0])
    assert "Nothing of this counts." not in participant.look().content.decode()
    participant.consent()
    assert "Nothing of this counts." not in participant.look().content.decode()


def test_a_pilot_freezes_neither_the_design_nor_an_item(study: Study, researcher: Client) -> None:
    walk(try_out(researcher))
    assert study.versions.get().frozen_at is None
    assert not Item.objects.exclude(first_shown_at=None).exists()


def test_the_next_pilot_gives_the_template_of_the_last_one_back(
    study: Study, researcher: Client
) -> None:
    walk(try_out(researcher))
    assert "Begin a pilot" in researcher.get(PAGE).content.decode()
    second = try_out(researcher)
    second.consent()
    assert second.session.template == study.templates.get()
    assert ParticipantSession.objects.filter(is_test=True).count() == 2


def test_a_pilot_that_is_over_takes_nobodys_place(study: Study, researcher: Client) -> None:
    walk(try_out(researcher))
    guest = Participant(invite(study, 1)[0])
    guest.consent()
    assert guest.session.template == study.templates.get()


def test_a_pilot_under_way_keeps_its_template(study: Study, researcher: Client) -> None:
    first = try_out(researcher)
    first.consent()
    assert "No template is free" in researcher.get(PAGE).content.decode()
    try_out(researcher)
    assert first.session.template is not None


def test_an_analyst_may_not(study: Study, member: Member) -> None:
    analyst = member(study, Role.ANALYST)
    assert analyst.get(PAGE).status_code == 403
    assert analyst.post(PAGE).status_code == 403
    assert not Invitation.objects.exists()
