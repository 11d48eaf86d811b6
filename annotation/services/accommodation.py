"""More time, or no limit, for who needs it; set before the first item, never after."""

from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import ParticipantSession
from study.domain.errors import IllegalMove
from study.domain.lifecycle import StudyStatus, require_writable
from study.domain.marking import mark as _
from study.models import Participant
from study.services.audit import record


@transaction.atomic
def set_time_factor(participant: Participant, factor: Decimal | None, *, actor: User) -> None:
    """Multiply a person's time limits, or lift them with None.

    The log keeps that it was done and not how much: why somebody needs time is their own affair.

    Raises
    ------
    IllegalMove
        When the person has begun with the items: everyone's clock is the same throughout.
    StudyArchived
        When nothing of the study changes any more.
    """
    locked = Participant.objects.select_for_update(no_key=True).get(pk=participant.pk)
    require_writable(StudyStatus(locked.study.status))
    begun = ParticipantSession.objects.filter(participant=locked, started_at__isnull=False)
    if begun.exists():
        raise IllegalMove(_("This person has begun; the time limits can no longer change."))
    locked.time_factor = factor
    locked.save(update_fields=["time_factor"])
    record(locked.study, "participant.time_set", locked, actor=actor)
