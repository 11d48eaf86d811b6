"""Invite colleagues to a study, and let them in. Who holds the link is let in, once."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from frame.accounts.creation import create_account
from study import links
from study.domain.errors import DomainError
from study.domain.roles import Role
from study.models import ColleagueInvitation, Membership, Study
from study.services.audit import record
from study.services.locks import lock_for_writing
from study.services.members import set_role

VALID = timedelta(days=7)
"""How long an invitation's link works."""


class AlreadyInvited(DomainError):
    """Two links for one person would be one too many to take back."""

    code = "already_invited"


class AlreadyMember(DomainError):
    """An invitation must not change what a member is."""

    code = "already_member"


class InvitationGone(DomainError):
    """The invitation was accepted, taken back, or is too old."""

    code = "invitation_gone"


@transaction.atomic
def invite_colleague(
    study: Study, email: str, role: Role, *, actor: User | None, now: datetime
) -> ColleagueInvitation:
    """Return a new invitation; the caller sends its link to the address.

    Raises
    ------
    AlreadyInvited
        When the address has an invitation that nobody accepted or took back.
    """
    lock_for_writing(study)
    if study.colleague_invitations.waiting().filter(email__iexact=email).exists():
        raise AlreadyInvited(
            _("This address is invited already. Send that invitation again instead.")
        )
    invitation = ColleagueInvitation.objects.create(
        study=study,
        email=email,
        role=role.value,
        public_id=links.new_public_id(),
        expires_at=now + VALID,
    )
    record(study, "colleague.invited", invitation, actor=actor, after={"role": role.value})
    return invitation


@transaction.atomic
def renew(
    invitation: ColleagueInvitation, *, actor: User | None, now: datetime
) -> ColleagueInvitation:
    """Give an invitation a new link and seven more days; the old link stops working at once.

    Raises
    ------
    InvitationGone
        When it was accepted or taken back.
    """
    locked = _lock(invitation)
    locked.public_id, locked.expires_at = links.new_public_id(), now + VALID
    locked.save(update_fields=["public_id", "expires_at"])
    record(locked.study, "colleague.invitation_renewed", locked, actor=actor)
    return locked


@transaction.atomic
def revoke(
    invitation: ColleagueInvitation, *, actor: User | None, reason: str, now: datetime
) -> None:
    """Take an invitation back and forget the address.

    Raises
    ------
    InvitationGone
        When it was accepted or taken back before.
    """
    locked = _lock(invitation)
    locked.revoked_at, locked.email = now, ""
    locked.save(update_fields=["revoked_at", "email"])
    record(locked.study, "colleague.invitation_revoked", locked, actor=actor, reason=reason)


@transaction.atomic
def accept(invitation: ColleagueInvitation, account: User, *, now: datetime) -> Membership:
    """Make an account a member in the role it is invited to, and forget the address.

    Raises
    ------
    InvitationGone
        When the link does not work any more.
    AlreadyMember
        When the account is one; the invitation stays as it is.
    """
    locked = _lock(invitation)
    if not locked.works_at(now):
        raise InvitationGone(_("This invitation has expired. Ask for a new one."))
    if locked.study.memberships.filter(user=account).exists():
        raise AlreadyMember(_("You work on this study already."))
    membership = set_role(locked.study, account, Role(locked.role), by=account)
    locked.accepted_at, locked.email = now, ""
    locked.save(update_fields=["accepted_at", "email"])
    record(locked.study, "colleague.joined", locked, actor=account)
    return membership


@transaction.atomic
def join_with_new_account(
    invitation: ColleagueInvitation, username: str, password: str, *, now: datetime
) -> User:
    """Make an account with the address the invitation was sent to, and accept with it.

    Raises
    ------
    django.core.exceptions.ValidationError
        When the name or the address is taken, or the password is a bad one.
    InvitationGone
        When the link does not work any more.
    """
    locked = _lock(invitation)
    account = create_account(username, email=locked.email, password=password)
    accept(locked, account, now=now)
    return account


def _lock(invitation: ColleagueInvitation) -> ColleagueInvitation:
    """Hold an invitation that waits for its answer, after its study: the order of all writers."""
    lock_for_writing(invitation.study)
    rows = ColleagueInvitation.objects.waiting().select_for_update(of=("self",), no_key=True)
    locked = rows.select_related("study").filter(pk=invitation.pk).first()
    if locked is None:
        raise InvitationGone(_("This invitation was used or taken back. Ask for a new one."))
    return locked
