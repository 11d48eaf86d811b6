"""Keep what a page reports, count what counts, and end the session at the threshold (K.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.session import Event, Status
from annotation.domain.stages import OPEN
from annotation.domain.violations import (
    RELATIVE,
    SEVERITY,
    Circumstances,
    Kind,
    NotCounted,
    Recorded,
    Severity,
    ends_session,
    is_kept,
    judge,
    objection,
    placed,
)
from annotation.models import Heartbeat, ParticipantSession, Presentation, ViolationEvent
from annotation.services.moves import make_move
from study.domain.errors import DomainError, IllegalMove
from study.domain.marking import mark as _
from study.services.audit import record
from study.services.locks import lock_for_writing

MOST_KEPT = 2000
"""Events of one session; whoever sends more is no page of ours."""

LONGEST_MS = 86_400_000


class NotThisEvent(DomainError):
    """The session has no such event."""

    code = "not_this_event"


@dataclass(frozen=True)
class Report:
    """One event, as a page reports it; times are ages, since no two clocks agree."""

    id: UUID
    act: UUID
    page: UUID
    seq: int
    kind: Kind
    duration_ms: int
    ended_ago_ms: int
    raw: list[Any]


@transaction.atomic
def report(session: ParticipantSession, reports: Sequence[Report], now: datetime) -> None:
    """Keep events that were not kept before, and count; at the threshold the session ends.

    Where the design monitors nothing, nothing is kept. After the end events are kept for a while,
    and count no more.
    """
    design = session.version.design
    if not design.integrity.monitoring:
        return
    locked = lock_session(session)
    earliest = locked.started_at
    if earliest is None or not is_kept(Status(locked.status), locked.ended_at, now):
        return
    known = set(locked.violations.values_list("event_id", flat=True))
    for each in reports:
        if each.id in known or len(known) >= MOST_KEPT:
            continue
        known.add(each.id)
        before = locked.severe_count
        _keep(locked, each, earliest, now)
        recount(locked)
        # a session that was reinstated at the threshold is ended by a severe one only
        is_one_more = locked.severe_count > before
        if is_one_more and ends_session(locked.severe_count, design.integrity.severe_threshold):
            _terminate(locked, now)


def _terminate(session: ParticipantSession, now: datetime) -> None:
    reason = f"{session.severe_count} severe violations"
    make_move(session, Event.TERMINATE, now, reason=reason)
    Heartbeat.objects.filter(session=session).delete()  # until it is reinstated, no gap


def lock_session(session: ParticipantSession) -> ParticipantSession:
    """Hold a session, its open item first (`annotation.services.closing` says why)."""
    open_items = Presentation.objects.filter(session=session, state__in=OPEN)
    list(open_items.select_for_update(no_key=True).values_list("pk", flat=True))
    sessions = ParticipantSession.objects.select_related("version__study", "participant")
    return sessions.select_for_update(of=("self",), no_key=True).get(pk=session.pk)


def _keep(session: ParticipantSession, each: Report, earliest: datetime, now: datetime) -> None:
    begun_at, ended_at = placed(
        now, ended_ago_ms=each.ended_ago_ms, duration_ms=each.duration_ms, earliest=earliest
    )
    held = Circumstances(
        is_monitored=True,
        is_active=session.status == Status.ACTIVE,
        is_exempt=session.participant.is_exempt,
    )
    ViolationEvent.objects.create(
        session=session,
        event_id=each.id,
        act_id=each.act,
        kind=each.kind.value,
        severity=SEVERITY[each.kind].value,
        not_counted=objection(each.kind, each.duration_ms, held) or "",
        begun_at=begun_at,
        ended_at=ended_at,
        received_at=now,
        duration_ms=min(each.duration_ms, LONGEST_MS),
        page_id=each.page,
        sequence=each.seq,
        raw=each.raw,
    )


def recount(session: ParticipantSession) -> None:
    """Judge all events of a session together, and note what they come to. Under its lock."""
    rows = {row.event_id: row for row in session.violations.defer("raw", "disputed_text")}
    judgment = judge(_recorded(row) for row in rows.values())
    for event_id, why in judgment.standings.items():
        if rows[event_id].not_counted != (why or ""):
            session.violations.filter(event_id=event_id).update(not_counted=why or "")
    session.severe_count, session.moderate_count = judgment.severe, judgment.moderate
    session.save(update_fields=["severe_count", "moderate_count"])


def _recorded(row: ViolationEvent) -> Recorded:
    why = NotCounted(row.not_counted) if row.not_counted else None
    return Recorded(
        row.event_id,
        row.act_id,
        Kind(row.kind),
        row.begun_at,
        objection=None if why in RELATIVE else why,
        is_excused=row.excused_at is not None,
    )


def counted_severe(session: ParticipantSession) -> list[UUID]:
    """Return the severe events that count, in the order they came: "1 of 3" is the first."""
    severe = session.violations.filter(severity=Severity.SEVERE.value, not_counted="")
    return list(severe.order_by("pk").values_list("event_id", flat=True))


def require_counted(event: ViolationEvent) -> None:
    """Raise unless there is something to excuse.

    Raises
    ------
    IllegalMove
        When the event does not count anyway.
    """
    if event.not_counted:
        raise IllegalMove(_("This event does not count, so there is nothing to excuse."))


@transaction.atomic
def excuse(event: ViolationEvent, now: datetime, *, reason: str, actor: User) -> ViolationEvent:
    """Let an event count no more; it stays, and its session is counted anew.

    A session that has ended stays so: opening it again is an act of its own.

    Raises
    ------
    IllegalMove
        When it does not count anyway.
    StudyArchived
        When nothing of the study may change any more.
    """
    lock_for_writing(event.session.version.study)
    session = lock_session(event.session)
    found = session.violations.get(pk=event.pk)
    require_counted(found)
    before = _counts(session)
    found.excused_at, found.excused_by, found.excused_reason = now, actor, reason
    found.save(update_fields=["excused_at", "excused_by", "excused_reason"])
    recount(session)
    record(
        session.version.study,
        "violation.excused",
        found,
        actor=actor,
        reason=reason,
        before=before,
        after=_counts(session),
        at=now,
        session_id=session.pk,
    )
    return found


def _counts(session: ParticipantSession) -> dict[str, int]:
    return {"severe": session.severe_count, "moderate": session.moderate_count}


def dispute(session: ParticipantSession, event_id: UUID, text: str, now: datetime) -> None:
    """Keep what a participant says about an event; the latest word counts, a repeat changes none.

    Raises
    ------
    NotThisEvent
        When the session has no such event.
    """
    about = session.violations.filter(event_id=event_id)
    if not about.exists():
        raise NotThisEvent("There is no such event in this session.")
    about.exclude(disputed_text=text).update(disputed_text=text, disputed_at=now)
