"""The one function that moves a participant session."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotation.domain.session import RUNNING, Event, Status, move
from annotation.models import ParticipantSession
from study.domain.errors import IllegalMove
from study.services.audit import record


def make_move(
    session: ParticipantSession,
    event: Event,
    now: datetime,
    *,
    actor: User | None = None,
    reason: str = "",
    **changes: Any,
) -> None:
    """Move a session, with `changes` in the same UPDATE and one audit row. In a transaction.

    Raises
    ------
    IllegalMove
        When the table does not have the move, or somebody moved the session meanwhile.
    """
    before = Status(session.status)
    after = move(before, event)
    changes["status"] = after.value
    if after not in RUNNING:
        changes["ended_at"] = now
    guarded = ParticipantSession.objects.filter(pk=session.pk, status=before.value)
    if guarded.update(**changes) != 1:
        raise IllegalMove(f"The session is not {before} any more.")
    for field, value in changes.items():
        setattr(session, field, value)
    record(
        session.version.study,
        f"session.{event}",
        session,
        actor=actor,
        reason=reason,
        before={"status": before.value},
        after={"status": after.value},
        at=now,
    )
