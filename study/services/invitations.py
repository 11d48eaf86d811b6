"""Invite people, and take an invitation back."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from study import links
from study.models import Invitation, Participant, Study
from study.services.audit import record
from study.services.locks import lock_for_writing


@transaction.atomic
def invite(
    study: Study, count: int, *, is_test: bool = False, actor: User | None = None
) -> list[Invitation]:
    """Create `count` participants (P001, P002 and so on) with one invitation each."""
    lock_for_writing(study)  # one numbering at a time
    first = study.participants.count() + 1
    people = Participant.objects.bulk_create(
        Participant(study=study, code=f"P{number:03d}") for number in range(first, first + count)
    )
    invitations = Invitation.objects.bulk_create(
        Invitation(
            study=study, participant=person, public_id=links.new_public_id(), is_test=is_test
        )
        for person in people
    )
    after = {"count": count, "is_test": is_test}
    record(study, "participants.invited", study, actor=actor, after=after)
    return invitations


@transaction.atomic
def renew(invitation: Invitation, *, reason: str = "", actor: User | None = None) -> Invitation:
    """Give an invitation a new link; the old one stops working at once."""
    lock_for_writing(invitation.study)
    locked = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    locked.generation += 1
    locked.save(update_fields=["generation"])
    after = {"generation": locked.generation}
    record(locked.study, "invitation.renewed", locked, actor=actor, reason=reason, after=after)
    return locked


@transaction.atomic
def revoke(invitation: Invitation, reason: str, *, actor: User | None = None) -> bool:
    """Close an invitation: its link says so from now on. False when it was closed before."""
    lock_for_writing(invitation.study)
    still_open = Invitation.objects.filter(pk=invitation.pk, revoked_at=None)
    if not still_open.update(revoked_at=timezone.now()):
        return False
    record(invitation.study, "invitation.revoked", invitation, actor=actor, reason=reason)
    return True
