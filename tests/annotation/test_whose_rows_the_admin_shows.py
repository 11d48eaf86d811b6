"""Staff see in the administration what their studies hold, operators everything; nobody changes."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import ParticipantSession
from annotation.services.entry import begin, give_consent, wording
from study.domain.roles import Role
from study.models import AuditEntry, ColleagueInvitation, Invitation, Participant, Study
from study.services.colleagues import invite_colleague
from study.services.invitations import invite
from study.services.members import set_role
from study.services.templates import generate_templates
from tests.cast import NOON
from tests.factories import make_study

pytestmark = pytest.mark.django_db
LISTS = [
    "study/study",
    "study/studyversion",
    "study/item",
    "study/sessiontemplate",
    "study/participant",
    "study/invitation",
    "study/colleagueinvitation",
    "study/auditentry",
    "annotation/participantsession",
    "annotation/consentrecord",
    "annotation/consenttext",
]


def filled(slug: str, sessions: int = 1) -> Study:
    """Return a study with a row of everything the administration lists."""
    study = make_study(slug, consent={"institution": f"The institute of {slug}"})
    more_sessions(study, sessions)
    invite_colleague(study, f"x@{slug}.example", Role.ANALYST, actor=None, now=NOON)
    return study


def more_sessions(study: Study, count: int) -> None:
    generate_templates(study, {}, count, seed=1)
    for invitation in invite(study, count):
        session = begin(invitation, "en", timezone.now())
        give_consent(session, wording(session, "en"), timezone.now())


def staff(study: Study | None, role: Role = Role.OWNER) -> Client:
    account = User.objects.create_user("staff", is_staff=True)
    ours = Permission.objects.filter(content_type__app_label__in=("study", "annotation"))
    account.user_permissions.set(ours)
    if study:
        set_role(study, account, role, by=None)
    client = Client()
    client.force_login(account)
    return client


def rows(client: Client, path: str) -> list[Any]:
    answer = client.get(f"/admin/{path}/")
    assert answer.status_code == 200, path
    return list(answer.context["cl"].result_list)


@pytest.mark.parametrize("path", LISTS)
def test_staff_see_the_rows_of_their_own_studies_only(path: str) -> None:
    mine, _ = filled("mine"), filled("other")
    client = staff(mine)
    shown = rows(client, path)
    assert shown
    page = client.get(f"/admin/{path}/").content.decode()
    assert "other" not in page.partition('id="content"')[2]
    for row in shown:
        address = f"/admin/{path}/{row.pk}/change/"
        assert client.get(address).status_code == 200
    hidden = type(shown[0]).objects.exclude(pk__in=[row.pk for row in shown])
    assert hidden.exists()
    for row in hidden:
        answer = client.get(f"/admin/{path}/{row.pk}/change/")
        assert answer.status_code == 302  # "doesn't exist"
        assert client.get(f"/admin/{path}/{row.pk}/history/").status_code == 302


@pytest.mark.parametrize("path", LISTS)
def test_staff_who_are_no_members_see_no_row_and_operators_see_all(
    path: str, admin_client: Client
) -> None:
    filled("one"), filled("two")
    assert not rows(staff(None), path)
    assert rows(admin_client, path)


def test_links_are_shown_to_who_may_identify_people() -> None:
    study = filled("mine")
    analyst = staff(study, Role.ANALYST)
    assert rows(analyst, "study/participant")
    assert not rows(analyst, "study/invitation")
    link = f"/admin/study/invitation/{Invitation.objects.get().pk}/change/"
    assert analyst.get(link).status_code == 302
    set_role(study, User.objects.get(username="staff"), Role.RESEARCHER, by=None)
    assert "/j/" in analyst.get("/admin/study/invitation/").content.decode()


def test_completion_codes_are_shown_to_who_may_identify_people() -> None:
    study = filled("mine")
    ParticipantSession.objects.update(completion_code="CODE1234")
    analyst, address = staff(study, Role.ANALYST), "/admin/annotation/participantsession/"
    session = f"{address}{ParticipantSession.objects.get().pk}/change/"
    assert "CODE1234" not in analyst.get(address).content.decode()
    assert analyst.get(session).status_code == 302
    assert not rows(analyst, "annotation/participantsession")
    set_role(study, User.objects.get(username="staff"), Role.RESEARCHER, by=None)
    assert "CODE1234" in analyst.get(address).content.decode()


def test_invitations_of_colleagues_are_shown_to_owners_without_their_links() -> None:
    study = filled("mine")
    client = staff(study, Role.RESEARCHER)
    assert not rows(client, "study/colleagueinvitation")
    set_role(study, User.objects.get(username="staff"), Role.OWNER, by=None)
    invitation = ColleagueInvitation.objects.get()
    for path in ("", f"{invitation.pk}/change/"):
        shown = client.get(f"/admin/study/colleagueinvitation/{path}").content.decode()
        assert "x@mine.example" in shown
        assert "/join/" not in shown


@pytest.mark.parametrize("path", LISTS)
def test_nobody_changes_adds_or_deletes_there(path: str, admin_client: Client) -> None:
    filled("mine")
    row = rows(admin_client, path)[0]
    for act in ("add", f"{row.pk}/delete"):
        assert admin_client.post(f"/admin/{path}/{act}/").status_code == 403
    assert admin_client.post(f"/admin/{path}/{row.pk}/change/", {"x": "y"}).status_code == 403


@pytest.mark.parametrize("path", LISTS)
def test_many_rows_cost_as_many_queries_as_few(path: str, admin_client: Client) -> None:
    study = filled("mine", sessions=2)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            rows(admin_client, path)
        return len(asked)

    few = queries()
    more_sessions(study, 10)
    for number in range(10):
        invite_colleague(study, f"{number}@x.example", Role.OWNER, actor=None, now=NOON)
    assert AuditEntry.objects.count() > 10
    assert Participant.objects.count() == 12
    assert queries() == few


def test_a_session_brings_its_answers_with_it(admin_client: Client) -> None:
    filled("mine")
    session = ParticipantSession.objects.get()
    with CaptureQueriesContext(connection) as asked:
        admin_client.get(f"/admin/annotation/participantsession/{session.pk}/change/")
    assert len([q for q in asked if "study_item" in q["sql"]]) <= 1
