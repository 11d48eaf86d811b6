"""Signs of life of a page, and what their absence tells: monitoring was blind for a while.

A lost network looks like somebody who switched monitoring off. So a gap is shown to researchers
and never counts.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from annotation.domain.session import Status
from annotation.domain.violations import (
    SETTLED_SECONDS,
    SEVERITY,
    Kind,
    NotCounted,
    is_gap,
    missing,
)
from annotation.models import Heartbeat, ParticipantSession, ViolationEvent
from annotation.selectors import one_or_none
from annotation.services.violations import LONGEST_MS, MOST_KEPT
from study.domain.errors import IllegalMove

MOST_NAMED = 40
"""Missing numbers that are named; nobody reads more."""


@dataclass(frozen=True)
class Beat:
    """What a page says of itself."""

    page: UUID
    is_visible: bool
    is_focused: bool
    last_event_seq: int


@transaction.atomic
def beat(session: ParticipantSession, said: Beat, now: datetime) -> None:
    """Take a sign of life, and record what the time since the last one tells.

    Nothing is locked for it: it comes from everybody every ten seconds, and counts nothing.

    Raises
    ------
    IllegalMove
        When the session is not monitored, or not at its items.
    """
    if not session.version.design.integrity.monitoring:
        raise IllegalMove("This session is not monitored.")
    if session.status != Status.ACTIVE:
        raise IllegalMove(f"A session that is {session.status} has no page to watch.")
    last = one_or_none(Heartbeat.objects.filter(session=session))
    if last is not None:
        _record_silence(last, now)
        _record_missing(last, now)
    life = {
        "page_id": said.page,
        "at": now,
        "is_visible": said.is_visible,
        "is_focused": said.is_focused,
        "last_event_seq": said.last_event_seq,
    }
    if not Heartbeat.objects.filter(session=session).update(**life):
        Heartbeat.objects.get_or_create(session=session, defaults=life)


def _record_silence(last: Heartbeat, now: datetime) -> None:
    seconds = (now - last.at).total_seconds()
    if is_gap(seconds, was_visible=last.is_visible):
        raw = [["visible" if last.is_visible else "hidden", 0]]
        _record_gap(last, f"silence {last.at.isoformat()}", now, raw)


def _record_missing(last: Heartbeat, now: datetime) -> None:
    """Record which events the page had numbered by its last heartbeat and that never came."""
    if last.last_event_seq == 0 or (now - last.at).total_seconds() < SETTLED_SECONDS:
        return
    last_seq = min(last.last_event_seq, MOST_KEPT)
    events = ViolationEvent.objects.filter(session=last.session_id, page_id=last.page_id)
    arrived = {number for number in events.values_list("sequence", flat=True) if number}
    if lost := missing(arrived, last_seq):
        raw = [["missing", number] for number in lost[:MOST_NAMED]]
        _record_gap(last, "missing", now, raw)


def _record_gap(last: Heartbeat, what: str, now: datetime, raw: list[Any]) -> None:
    """Record a gap once: its id says which it is."""
    event_id = uuid5(last.page_id, what)
    seconds = (now - last.at).total_seconds()
    ViolationEvent.objects.update_or_create(
        session_id=last.session_id,
        event_id=event_id,
        defaults={"ended_at": now, "raw": raw},
        create_defaults={
            "act_id": event_id,
            "kind": Kind.MONITORING_GAP.value,
            "severity": SEVERITY[Kind.MONITORING_GAP].value,
            "not_counted": NotCounted.NO_VIOLATION.value,
            "begun_at": last.at,
            "ended_at": now,
            "received_at": now,
            "duration_ms": min(round(seconds * 1000), LONGEST_MS),
            "page_id": last.page_id,
            "raw": raw,
        },
    )
