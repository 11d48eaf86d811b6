"""Members of a study: who joins, changes role, leaves. A study always has an owner."""

from django.contrib.auth.models import User
from django.db import transaction

from study.domain.errors import DomainError
from study.domain.roles import Role
from study.models import Membership, Study
from study.services.audit import record
from study.services.locks import lock_for_writing


class LastOwner(DomainError):
    """A study's only owner cannot leave or become less."""

    code = "last_owner"


@transaction.atomic
def set_role(study: Study, user: User, role: Role, *, by: User | None) -> Membership:
    """Make somebody a member, or change what they are.

    Raises
    ------
    LastOwner
        When the only owner would stop being one.
    """
    lock_for_writing(study)  # two owners cannot both leave
    before = Membership.objects.filter(study=study, user=user).first()
    if before is not None and role is not Role.OWNER:
        _keep_an_owner(before)
    membership, _ = Membership.objects.update_or_create(
        study=study, user=user, defaults={"role": role.value}
    )
    record(
        study,
        "member.role_set",
        membership,
        actor=by,
        before={"role": before.role} if before else None,
        after={"user": user.pk, "role": role.value},
    )
    return membership


@transaction.atomic
def remove(membership: Membership, *, by: User | None, reason: str) -> None:
    """End a membership; one that somebody else has just ended stays so.

    Raises
    ------
    LastOwner
        When it is the only owner's.
    """
    study = lock_for_writing(membership.study)
    held = study.memberships.filter(pk=membership.pk).first()  # as it is now: roles change
    if held is None:
        return
    _keep_an_owner(held)
    before = {"user": held.user_id, "role": held.role}
    record(study, "member.removed", held, actor=by, reason=reason, before=before)
    held.delete()


def _keep_an_owner(membership: Membership) -> None:
    owners = Membership.objects.filter(study=membership.study, role=Role.OWNER.value)
    if membership.role == Role.OWNER and not owners.exclude(pk=membership.pk).exists():
        raise LastOwner("A study needs an owner. Make somebody else owner first.")
