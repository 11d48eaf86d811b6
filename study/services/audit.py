"""The one call that writes the log."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from study.models import AuditEntry, Study


def record(
    study: Study,
    action: str,
    subject: models.Model,
    *,
    actor: User | None = None,
    reason: str = "",
    before: Any = None,
    after: Any = None,
    at: datetime | None = None,
    session_id: int | None = None,
) -> AuditEntry:
    """Append one entry to a study's log, inside the caller's transaction.

    Parameters
    ----------
    actor : User, optional
        Who acted; None for a participant or the system.
    before, after : JSON values, optional
        What changed. Never a personal value: erasure and audit must not fight.
    session_id : int, optional
        The participant session it is about; its page shows the entry.
    """
    return AuditEntry.objects.create(
        study=study,
        at=at or timezone.now(),
        actor=actor,
        action=action,
        subject_type=subject._meta.model_name or "",
        subject_id=str(subject.pk),
        session_id=session_id,
        reason=reason,
        before=before,
        after=after,
    )
