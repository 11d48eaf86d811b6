from typing import Any

import pytest

from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.models import Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
HOME = "/studies/small/settings/"
TOLD = {"institution": "A university", "contact": "ask@example.org"}


def said(reply: Any) -> str:
    text: str = reply.content.decode()
    return text


def status() -> str:
    return Study.objects.get().status


def test_an_owner_walks_a_study_through_its_life(member: Member) -> None:
    study = make_study(status=StudyStatus.DRAFT, consent=TOLD)
    generate_templates(study, {}, 2)
    client = member(study, Role.OWNER)

    for event, after in (
        ("open", "open"),
        ("pause", "paused"),
        ("resume", "open"),
        ("close", "closed"),
        ("archive", "archived"),
        ("unarchive", "closed"),
        ("reopen", "open"),
    ):
        assert f"status/{event}/" in said(client.get(HOME))
        asked = client.get(f"{HOME}status/{event}/")
        assert "<li>" in said(asked)
        reply = client.post(f"{HOME}status/{event}/", {"reason": f"why {event}"}, follow=True)
        assert status() == after
        assert f"The study is {after} now." in said(reply)
        entry = study.audit_entries.first()
        assert entry is not None
        assert (entry.action, entry.reason) == (f"study.{event}", f"why {event}")
        assert entry.actor is not None


def test_without_a_reason_nothing_happens(member: Member) -> None:
    client = member(make_study(), Role.OWNER)

    for fields in ({}, {"reason": ""}):
        assert client.post(f"{HOME}status/pause/", fields).status_code == 200
    assert status() == "open"


def test_a_pause_says_how_many_people_it_is_about(member: Member) -> None:
    study = make_study()
    generate_templates(study, {}, 3)
    client = member(study, Role.OWNER)
    for invitation in invite(study, 3)[:2]:
        Participant(invitation).press("begin")

    assert "2 people have begun and can go on" in said(client.get(f"{HOME}status/pause/"))


def test_a_draft_that_lacks_something_shows_its_checklist(member: Member) -> None:
    client = member(make_study(status=StudyStatus.DRAFT), Role.OWNER)

    reply = client.post(f"{HOME}status/open/", {"reason": "x"})

    assert reply.status_code == 409
    page = said(reply)
    assert "No session template of the present layout is free." in page
    assert 'href="/studies/small/settings/consent/"' in page
    assert status() == "draft"


def test_a_study_in_which_somebody_works_is_not_archived(member: Member) -> None:
    study = make_study()
    generate_templates(study, {}, 1)
    client = member(study, Role.OWNER)
    Participant(invite(study, 1)[0]).press("begin")
    client.post(f"{HOME}status/close/", {"reason": "x"})

    reply = client.get(f"{HOME}status/archive/")

    assert reply.status_code == 409
    assert "Under way: " in said(reply)


def test_what_is_not_possible_is_not_asked_about(member: Member) -> None:
    client = member(make_study(), Role.OWNER)

    assert client.get(f"{HOME}status/archive/").status_code == 409
    assert client.get(f"{HOME}status/burn/").status_code == 404


@pytest.mark.parametrize("role", [Role.RESEARCHER, Role.ANALYST])
def test_only_owners_can(role: Role, member: Member) -> None:
    client = member(make_study(), role)

    assert "status/pause/" not in said(client.get(HOME))
    assert client.post(f"{HOME}status/pause/", {"reason": "x"}).status_code == 403
    assert status() == "open"


@pytest.mark.parametrize("where", StudyStatus)
def test_every_page_of_a_study_shows_its_status(where: StudyStatus, member: Member) -> None:
    client = member(make_study(), Role.ANALYST)
    Study.objects.update(status=where.value)

    assert f">{where.value}</span>" in said(client.get(HOME + "timing/"))


def test_the_overview_of_a_draft_says_what_is_lacking_and_where_to_see_to_it(
    member: Member,
) -> None:
    study = make_study(status=StudyStatus.DRAFT)

    owner = said(member(study, Role.OWNER).get("/studies/small/"))
    assert "No session template of the present layout is free." in owner
    assert 'href="/studies/small/settings/consent/"' in owner
    analyst = said(member(study, Role.ANALYST).get("/studies/small/"))
    assert "No session template of the present layout is free." in analyst
    assert 'href="/studies/small/settings/consent/"' not in analyst
    Study.objects.update(status=StudyStatus.OPEN.value)
    assert "No session template" not in said(member(study, Role.OWNER).get("/studies/small/"))
