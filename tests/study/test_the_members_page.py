"""Who works on a study, and who may change it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from study.domain.roles import Role
from study.models import AuditEntry, ColleagueInvitation, Membership, Study
from study.permissions import role_in
from study.services.colleagues import invite_colleague
from study.services.members import set_role
from tests.cast import NOON
from tests.factories import make_study

pytestmark = pytest.mark.django_db
MEMBERS = "/studies/small/settings/members/"


@pytest.fixture
def study() -> Study:
    return make_study()


def member(study: Study, name: str, role: Role) -> User:
    account = User.objects.create_user(name)
    set_role(study, account, role, by=None)
    return account


def signed_in(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def membership(account: User) -> Membership:
    return Membership.objects.get(user=account)


@pytest.mark.parametrize("role", [Role.ANALYST, Role.RESEARCHER])
def test_every_member_sees_who_works_here_and_only_owners_change_it(
    study: Study, role: Role
) -> None:
    owner, other = member(study, "anna", Role.OWNER), member(study, "ben", role)
    invitation = invite_colleague(study, "eve@lab.example", Role.ANALYST, actor=owner, now=NOON)
    client = signed_in(other)
    shown = client.get(MEMBERS).content.decode()
    assert "anna" in shown
    assert "eve@lab.example" not in shown
    assert "Invite a colleague" not in shown
    for path, form in (
        ("invite", {"email": "x@lab.example", "role": "owner"}),
        (f"{membership(other).pk}/role", {"role": "owner"}),
        (f"{membership(owner).pk}/remove", {"reason": "mine"}),
        (f"invited/{invitation.pk}/again", {}),
        (f"invited/{invitation.pk}/take-back", {"reason": "mine"}),
    ):
        assert client.post(MEMBERS + path, form).status_code == 403, path
    assert Membership.objects.count() == 2
    assert ColleagueInvitation.objects.waiting().count() == 1


def test_strangers_find_nothing(study: Study) -> None:
    member(study, "anna", Role.OWNER)
    client = signed_in(User.objects.create_user("stranger"))
    assert client.get(MEMBERS).status_code == 404
    assert Client().get(MEMBERS).status_code == 302


def test_an_owner_changes_a_role(study: Study) -> None:
    owner, other = member(study, "anna", Role.OWNER), member(study, "ben", Role.ANALYST)
    path = f"{MEMBERS}{membership(other).pk}/role"
    assert "Owner" in signed_in(owner).get(MEMBERS).content.decode()
    signed_in(owner).post(path, {"role": "researcher"})
    assert role_in(other, study) is Role.RESEARCHER
    entry = AuditEntry.objects.filter(action="member.role_set").latest("id")
    assert entry.actor == owner
    assert entry.before == {"role": "analyst"}
    assert entry.after == {"user": other.pk, "role": "researcher"}


@pytest.mark.parametrize("role", ["king", ""])
def test_a_role_that_is_none_changes_nothing(study: Study, role: str) -> None:
    owner, other = member(study, "anna", Role.OWNER), member(study, "ben", Role.ANALYST)
    signed_in(owner).post(f"{MEMBERS}{membership(other).pk}/role", {"role": role})
    assert role_in(other, study) is Role.ANALYST


def test_an_owner_removes_a_member_and_says_why(study: Study) -> None:
    owner, other = member(study, "anna", Role.OWNER), member(study, "ben", Role.ANALYST)
    client, path = signed_in(owner), f"{MEMBERS}{membership(other).pk}/remove"
    asked = client.get(path).content.decode()
    assert "Remove ben from this study" in asked
    client.post(path, {"reason": ""})
    assert role_in(other, study) is Role.ANALYST
    client.post(path, {"reason": "left the lab"})
    assert role_in(other, study) is None
    assert AuditEntry.objects.get(action="member.removed").reason == "left the lab"


def test_the_only_owner_is_told_that_a_study_needs_one(study: Study) -> None:
    owner = member(study, "anna", Role.OWNER)
    client, path = signed_in(owner), f"{MEMBERS}{membership(owner).pk}"
    told = client.post(f"{path}/role", {"role": "analyst"}, follow=True).content.decode()
    assert "A study needs an owner" in told
    client.post(f"{path}/remove", {"reason": "leaving"})
    assert "A study needs an owner" in client.get(MEMBERS).content.decode()
    assert role_in(owner, study) is Role.OWNER


def test_an_owner_can_leave_when_another_stays(study: Study) -> None:
    owner, _ = member(study, "anna", Role.OWNER), member(study, "ben", Role.OWNER)
    path = f"{MEMBERS}{membership(owner).pk}/remove"
    answer = signed_in(owner).post(path, {"reason": "leaving"})
    assert answer["Location"] == "/studies/"
    assert role_in(owner, study) is None


def test_members_of_another_study_cannot_be_changed_from_here(study: Study) -> None:
    owner = member(study, "anna", Role.OWNER)
    other = make_study("other")
    elsewhere = member(other, "ben", Role.OWNER)
    path = f"{MEMBERS}{membership(elsewhere).pk}"
    client = signed_in(owner)
    assert client.post(f"{path}/role", {"role": "analyst"}).status_code == 404
    assert client.post(f"{path}/remove", {"reason": "mine"}).status_code == 404
    assert role_in(elsewhere, other) is Role.OWNER


def test_twenty_members_cost_as_many_queries_as_two(
    study: Study, django_assert_num_queries: Any
) -> None:
    owner = member(study, "anna", Role.OWNER)
    client = signed_in(owner)

    def more(start: int, end: int) -> None:
        for number in range(start, end):
            member(study, f"member{number}", Role.ANALYST)
            invite_colleague(study, f"x{number}@lab.example", Role.ANALYST, actor=owner, now=NOON)

    more(0, 1)
    with CaptureQueriesContext(connection) as few:
        client.get(MEMBERS)
    more(1, 20)
    with django_assert_num_queries(len(few)):
        client.get(MEMBERS)
