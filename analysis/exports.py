"""Exports: declared columns, one row iterator each, a stable order.

The paper's names (K.9, table 12) come first and exactly; whatever else is worth having follows.
`docs/data-dictionary.md` says what every column means, and a test holds the two together.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.domain.session import Status
from annotation.selectors import analysed, responses, sessions, violations
from study.domain.outcomes import outcome
from study.models import Study


@dataclass(frozen=True)
class Column:
    """One exported column: its name and how to read it off a row."""

    name: str
    read: Callable[[Any], object]


@dataclass(frozen=True)
class Table:
    """One exportable table."""

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Study, bool], Iterator[Any]]

    @property
    def header(self) -> list[str]:
        """Return the column names, in order."""
        return [column.name for column in self.columns]

    def records(self, study: Study, *, everything: bool = False) -> Iterator[list[object]]:
        """Yield one list of values per row, streamed from the database.

        Parameters
        ----------
        everything : bool
            False: completed sessions that count, which is what the paper analyses. True: all that
            was ever recorded; the columns tell them apart.
        """
        for row in self.rows(study, everything):
            yield [column.read(row) for column in self.columns]


def _responses(study: Study, everything: bool) -> Iterator[Any]:
    rows = responses(study)
    if not everything:
        rows = rows.filter(session__in=analysed(study))
    return rows.iterator(chunk_size=2000)


def _sessions(study: Study, everything: bool) -> Iterator[Any]:
    rows = sessions(study)
    if not everything:
        rows = rows.filter(is_test=False)
    return rows.iterator(chunk_size=2000)


def _violations(study: Study, everything: bool) -> Iterator[Any]:
    rows = violations(study)
    if not everything:
        rows = rows.filter(session__is_test=False)
    return rows.iterator(chunk_size=2000)


def _seconds(start: datetime | None, end: datetime | None) -> float | None:
    return None if start is None or end is None else (end - start).total_seconds()


def _milliseconds(seconds: float | None) -> float | None:
    """Return a sum without the digits that adding floats leaves behind."""
    return None if seconds is None else round(seconds, 3)


ITEM_RESPONSES = Table(
    "item_responses",
    (
        Column("participantId", lambda p: p.session.participant.code),
        Column("itemId", lambda p: p.item.code),
        Column("category", lambda p: p.item.category),
        Column("condition", lambda p: p.condition),
        Column("questionIndex", lambda p: p.index),
        Column("responseCorrect", lambda p: p.verdict),
        Column("rtSeconds", lambda p: p.rt_seconds),
        Column("timedOut", lambda p: p.timed_out),
        Column("helpfulness", lambda p: p.helpfulness),
        Column("confidenceRating", lambda p: p.confidence),
        Column("confidenceRtSeconds", lambda p: p.confidence_rt_seconds),
        Column("submittedAt", lambda p: p.submitted_at),
        Column("was_right", lambda p: outcome(p.verdict, p.item.is_correct)),
        Column("is_correct", lambda p: p.item.is_correct),
        Column("item_kind", lambda p: p.item.kind),
        Column("problem_id", lambda p: p.item.problem_id),
        Column("arm", lambda p: p.item.arm),
        Column("session_id", lambda p: p.session_id),
        Column("session_status", lambda p: p.session.status),
        Column("is_test", lambda p: p.session.is_test),
        Column("superseded_at", lambda p: p.session.superseded_at),
        Column("released_at", lambda p: p.session.released_at),
        Column("invalidated_at", lambda p: p.session.invalidated_at),
        Column("study_version", lambda p: p.session.version.number),
        Column("language", lambda p: p.session.language),
        Column("presented_at", lambda p: p.presented_at),
        Column("soft_limit_seconds", lambda p: _seconds(p.presented_at, p.soft_deadline)),
        Column("hard_limit_seconds", lambda p: _seconds(p.presented_at, p.hard_deadline)),
        Column("closed_at", lambda p: p.closed_at),
        Column("closed_by", lambda p: p.closed_by or "platform"),
        Column("rt_source", lambda p: p.rt_source),
        Column("client_rt_seconds", lambda p: p.client_rt_seconds),
        Column("server_rt_seconds", lambda p: p.server_rt_seconds),
        Column("confidence_rt_source", lambda p: p.confidence_rt_source),
        Column("late_value", lambda p: p.late_value),
    ),
    _responses,
)

PARTICIPANT_SESSIONS = Table(
    "participant_sessions",
    (
        Column("participantId", lambda s: s.participant.code),
        Column("mixTemplateId", lambda s: s.template.label if s.template else None),
        Column("status", lambda s: s.status),
        Column("passedAttentionCheck", lambda s: s.passed_attention_check),
        Column("attention_check_timed_out", lambda s: s.attention_check_timed_out),
        Column("template_rank", lambda s: s.template_rank),
        Column("templates_free", lambda s: s.templates_free),
        Column("session_id", lambda s: s.pk),
        Column("is_test", lambda s: s.is_test),
        Column("superseded_at", lambda s: s.superseded_at),
        Column("released_at", lambda s: s.released_at),
        Column("invalidated_at", lambda s: s.invalidated_at),
        Column("study_version", lambda s: s.version.number),
        Column("design_hash", lambda s: s.version.design_hash),
        Column("language", lambda s: s.language),
        Column("time_factor", lambda s: s.participant.time_factor),
        Column("entered_at", lambda s: s.entered_at),
        Column("consented_at", lambda s: s.consented_at),
        Column("started_at", lambda s: s.started_at),
        Column("ended_at", lambda s: s.ended_at),
        Column("active_seconds", lambda s: _seconds(s.started_at, s.ended_at)),
        Column("rt_total_seconds", lambda s: _milliseconds(s.rt_total)),
        Column("closed_items", lambda s: s.closed_items),
        Column("answered_items", lambda s: s.answered_items),
        Column("timed_out_items", lambda s: s.timed_out_items),
        Column("severe_count", lambda s: s.severe_count),
        Column("moderate_count", lambda s: s.moderate_count),
        Column("is_exempt", lambda s: s.participant.is_exempt),
    ),
    _sessions,
)

VIOLATION_EVENTS = Table(
    "violation_events",
    (
        Column("participantId", lambda v: v.session.participant.code),
        Column("session_id", lambda v: v.session_id),
        Column("is_test", lambda v: v.session.is_test),
        Column("type", lambda v: v.kind),
        Column("severity", lambda v: v.severity),
        Column("is_counted", lambda v: v.not_counted == ""),
        Column("not_counted", lambda v: v.not_counted or None),
        Column("begun_at", lambda v: v.begun_at),
        Column("ended_at", lambda v: v.ended_at),
        Column("received_at", lambda v: v.received_at),
        Column("duration_seconds", lambda v: v.duration_ms / 1000),
        Column("event_id", lambda v: str(v.event_id)),
        Column("act_id", lambda v: str(v.act_id)),
        Column("page_id", lambda v: str(v.page_id)),
        Column("sequence", lambda v: v.sequence),
        Column("raw", lambda v: json.dumps(v.raw)),
        Column("disputed_at", lambda v: v.disputed_at),
        Column("disputed_text", lambda v: v.disputed_text or None),
        Column("excused_at", lambda v: v.excused_at),
        Column("excused_reason", lambda v: v.excused_reason or None),
    ),
    _violations,
)

TABLES = {table.name: table for table in (ITEM_RESPONSES, PARTICIPANT_SESSIONS, VIOLATION_EVENTS)}


def not_included(study: Study) -> dict[str, int]:
    """Return how many sessions with answers the default export leaves out, by reason."""
    with_answers = sessions(study).filter(presentations__closed_at__isnull=False).distinct()
    reasons = (_reason_left_out(session) for session in with_answers)
    return dict(Counter(reason for reason in reasons if reason))


def _reason_left_out(session: Any) -> str:
    reasons = {
        "pilot": session.is_test,
        "restarted": session.superseded_at,
        "released": session.released_at,
        "invalid": session.invalidated_at,
        session.status: session.status != Status.COMPLETED,
    }
    return next((reason for reason, is_so in reasons.items() if is_so), "")
