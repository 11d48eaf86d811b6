"""The one function that moves a participant session."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotation.domain.session import RUNNING, Event, Status, move
from annotation.domain.stages import OPEN, State
from annotation.models import ParticipantSession, Presentation
from study.domain.errors import IllegalMove
from study.domain.lifecycle import StudyStatus, require_writable
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
    StudyArchived
        When nothing of the study may change any more.
    """
    study = session.version.study
    require_writable(StudyStatus(study.status))
    before = Status(session.status)
    after = move(before, event)
    changes["status"] = after.value
    if after not in RUNNING:
        changes["ended_at"] = now
    ends_the_work = before is Status.ACTIVE and after not in RUNNING
    if ends_the_work:
        _void_open(session)  # before the session is locked: see `closing` for the order
    guarded = ParticipantSession.objects.filter(pk=session.pk, status=before.value)
    if guarded.update(**changes) != 1:
        raise IllegalMove(f"The session is not {before} any more.")
    if ends_the_work:
        _void_open(session)  # what was opened in between
    for field, value in changes.items():
        setattr(session, field, value)
    record(
        study,
        f"session.{event}",
        session,
        actor=actor,
        reason=reason,
        before={"status": before.value},
        after={"status": after.value},
        at=now,
        session_id=session.pk,
    )


def _void_open(session: ParticipantSession) -> None:
    """Void the item on the screen; its draft is kept, nothing of it can be answered any more."""
    Presentation.objects.filter(session=session, state__in=OPEN).update(state=State.VOID.value)
