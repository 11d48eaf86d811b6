"""Invite people, and take an invitation back."""

from django.db import transaction
from django.utils import timezone

from study import links
from study.models import Invitation, Participant, Study
from study.services.audit import record


@transaction.atomic
def invite(study: Study, count: int, *, is_test: bool = False) -> list[Invitation]:
    """Create `count` participants (P001, P002 and so on) with one invitation each."""
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)  # one numbering at a time
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
    record(study, "participants.invited", study, after={"count": count, "is_test": is_test})
    return invitations


@transaction.atomic
def renew(invitation: Invitation) -> Invitation:
    """Give an invitation a new link; the old one stops working at once."""
    locked = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    locked.generation += 1
    locked.save(update_fields=["generation"])
    record(locked.study, "invitation.renewed", locked, after={"generation": locked.generation})
    return locked


@transaction.atomic
def revoke(invitation: Invitation, reason: str) -> bool:
    """Close an invitation: its link says so from now on. False when it was closed before."""
    still_open = Invitation.objects.filter(pk=invitation.pk, revoked_at=None)
    if not still_open.update(revoked_at=timezone.now()):
        return False
    record(invitation.study, "invitation.revoked", invitation, reason=reason)
    return True
