"""Decide that a session does not count, and take that back."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.acts import Act
from annotation.domain.session import Status
from annotation.models import ParticipantSession
from annotation.services.acting import begin_act
from annotation.services.releasing import take_again
from study.services.audit import record


@transaction.atomic
def invalidate(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """Take a session that is over out of everything that counts; it keeps its template.

    Raises
    ------
    IllegalMove
        When it is not over, or invalid already.
    """
    found = begin_act(session, Act.INVALIDATE)
    found.invalidated_at = now
    found.save(update_fields=["invalidated_at"])
    record(
        found.version.study,
        "session.invalidated",
        found,
        actor=actor,
        reason=reason,
        at=now,
        session_id=found.pk,
    )
    return found


@transaction.atomic
def revalidate(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """Undo `invalidate`; a completed session whose template was given back takes it again.

    Raises
    ------
    IllegalMove
        When it is not invalid, or somebody else holds its template by now.
    """
    found = begin_act(session, Act.REVALIDATE)
    before = found.invalidated_at and found.invalidated_at.isoformat()
    if found.status == Status.COMPLETED and found.template is not None:
        take_again(found, now)
        found.released_at = None
    found.invalidated_at = None
    found.save(update_fields=["invalidated_at", "released_at"])
    record(
        found.version.study,
        "session.revalidated",
        found,
        actor=actor,
        reason=reason,
        before={"invalidated_at": before},
        at=now,
        session_id=found.pk,
    )
    return found
