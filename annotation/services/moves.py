"""The one function that moves a participant session."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User

from annotation.domain.session import RUNNING, Event, Status, move, reached
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
    noted: Mapping[str, object] = MappingProxyType({}),
    **changes: Any,
) -> None:
    """Move a session, with `changes` in the same UPDATE and one audit row. In a transaction.

    Parameters
    ----------
    noted : mapping
        What the audit row says beside the new status.

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
    after = move(before, event, _stage_of(session))
    changes |= {"status": after.value, "ended_at": None if after in RUNNING else now}
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
        after={"status": after.value, **noted},
        at=now,
        session_id=session.pk,
    )


def _stage_of(session: ParticipantSession) -> Status:
    return reached(
        consented=session.consented_at is not None, started=session.started_at is not None
    )


def _void_open(session: ParticipantSession) -> None:
    """Void the item on the screen; its draft is kept, nothing of it can be answered any more."""
    Presentation.objects.filter(session=session, state__in=OPEN).update(state=State.VOID.value)
