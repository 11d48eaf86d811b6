"""Roles per study: who may what, and nothing for strangers."""

import itertools
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404

from study.domain.roles import RIGHTS, Right, Role, may
from study.models import AuditEntry, Membership, Study
from study.permissions import role_in, studies_of, study_for
from study.services.members import LastOwner, remove, set_role
from tests.factories import make_study


@pytest.mark.parametrize(("role", "right"), list(itertools.product(Role, Right)))
def test_each_role_has_all_rights_of_the_one_below(role: Role, right: Right) -> None:
    order = [Role.ANALYST, Role.RESEARCHER, Role.OWNER]
    if may(role, right):
        assert all(may(higher, right) for higher in order[order.index(role) :])


def test_an_analyst_exports_but_sees_no_identities_and_changes_nothing() -> None:
    assert RIGHTS[Role.ANALYST] == {Right.VIEW, Right.EXPORT}


@pytest.mark.parametrize("right", Right)
def test_a_stranger_may_nothing(right: Right) -> None:
    assert not may(None, right)


@pytest.fixture
def study() -> Study:
    return make_study()


def account(name: str, **more: Any) -> User:
    return User.objects.create_user(name, password=None, **more)


@pytest.mark.django_db
def test_a_stranger_finds_no_study_and_a_member_without_the_right_is_refused(study: Study) -> None:
    stranger, analyst = account("stranger"), account("analyst")
    set_role(study, analyst, Role.ANALYST, by=None)
    for nobody in (stranger, AnonymousUser()):
        with pytest.raises(Http404):
            study_for(nobody, study.slug, Right.VIEW)
        assert not studies_of(nobody).exists()
    assert study_for(analyst, study.slug, Right.EXPORT) == study
    with pytest.raises(PermissionDenied):
        study_for(analyst, study.slug, Right.EDIT)


@pytest.mark.django_db
def test_membership_of_one_study_says_nothing_about_another(study: Study) -> None:
    other = make_study("other")
    member = account("member")
    set_role(other, member, Role.OWNER, by=None)
    assert role_in(member, study) is None
    assert list(studies_of(member)) == [other]


@pytest.mark.django_db
def test_a_deactivated_account_may_nothing(study: Study) -> None:
    member = account("member", is_active=False)
    set_role(study, member, Role.OWNER, by=None)
    assert role_in(member, study) is None
    assert not studies_of(member).exists()


@pytest.mark.django_db
def test_operators_count_as_owners_of_every_study(study: Study) -> None:
    operator = account("operator", is_superuser=True)
    assert study_for(operator, study.slug, Right.MANAGE) == study


@pytest.mark.django_db
def test_the_only_owner_can_neither_leave_nor_become_less(study: Study) -> None:
    owner, second = account("owner"), account("second")
    membership = set_role(study, owner, Role.OWNER, by=None)
    with pytest.raises(LastOwner):
        set_role(study, owner, Role.ANALYST, by=owner)
    with pytest.raises(LastOwner):
        remove(membership, by=owner, reason="leaving")
    set_role(study, second, Role.OWNER, by=owner)
    remove(membership, by=owner, reason="leaving")
    assert [member.user for member in Membership.objects.all()] == [second]


@pytest.mark.django_db
def test_every_change_of_members_is_in_the_log_without_names(study: Study) -> None:
    owner, member = account("owner"), account("member-name")
    set_role(study, owner, Role.OWNER, by=None)
    set_role(study, member, Role.ANALYST, by=owner)
    membership = set_role(study, member, Role.RESEARCHER, by=owner)
    remove(membership, by=owner, reason="left the lab")
    entries = AuditEntry.objects.filter(action__startswith="member.").order_by("id")
    assert [(entry.action, entry.actor) for entry in entries] == [
        ("member.role_set", None),
        ("member.role_set", owner),
        ("member.role_set", owner),
        ("member.removed", owner),
    ]
    assert entries[2].before == {"role": "analyst"}
    assert "member-name" not in str([(entry.before, entry.after) for entry in entries])


@pytest.mark.django_db
def test_who_became_the_only_owner_meanwhile_is_not_removed(study: Study) -> None:
    owner, second = account("owner"), account("second")
    set_role(study, owner, Role.OWNER, by=None)
    looked_at = set_role(study, second, Role.ANALYST, by=owner)  # then, in another tab:
    set_role(study, second, Role.OWNER, by=owner)
    set_role(study, owner, Role.ANALYST, by=second)
    with pytest.raises(LastOwner):
        remove(looked_at, by=owner, reason="left the lab")
    assert role_in(second, study) is Role.OWNER


@pytest.mark.django_db
def test_a_member_removed_in_two_tabs_is_removed_once(study: Study) -> None:
    owner, other = account("owner"), account("other")
    set_role(study, owner, Role.OWNER, by=None)
    set_role(study, other, Role.ANALYST, by=owner)
    for looked_at in [Membership.objects.get(user=other) for _ in range(2)]:
        remove(looked_at, by=owner, reason="left the lab")
    assert AuditEntry.objects.filter(action="member.removed").count() == 1
