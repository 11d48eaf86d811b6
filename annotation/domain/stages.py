"""The clock of one item and the closing of Stage 1 (K.6.1).

The server is right about time. Limits are copied into each presentation when its content is
handed out; how Stage 1 closes depends only on that row, on when the request arrived, and on what
it carried.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from study.domain.design import Timing
from study.domain.vocabulary import Condition

CLIENT_TOLERANCE_SECONDS = 2.0
"""How far the client's monotonic time may lie from the server's and still be recorded."""


class State(StrEnum):
    """Where a presentation stands; forward only."""

    STAGE1 = "stage1"
    STAGE2 = "stage2"
    DONE = "done"
    VOID = "void"


OPEN = frozenset({State.STAGE1, State.STAGE2})


class Reason(StrEnum):
    """Who sent a Stage-1 submission: the participant, or the page's clock."""

    USER = "user"
    TIMER = "timer"


class RtSource(StrEnum):
    """Whose clock the recorded response time comes from."""

    CLIENT = "client"
    SERVER = "server"
    LIMIT = "limit"


@dataclass(frozen=True)
class Limits:
    """The limits of one presentation, in seconds; None where there is none."""

    soft_seconds: float | None
    hard_seconds: float | None
    grace_seconds: float


@dataclass(frozen=True)
class Closing:
    """How Stage 1 is recorded.

    Attributes
    ----------
    verdict : bool or None
        True: said Correct, False: said Incorrect, None: nothing was selected.
    rt_seconds : float
        Response time, at most the hard limit.
    timed_out : bool
        The platform closed the stage (K.6.1), not the participant.
    late_value : bool or None
        A value that came after hard + grace: kept for audit, never the answer of record.
    """

    verdict: bool | None
    rt_seconds: float
    rt_source: RtSource
    timed_out: bool
    late_value: bool | None = None


def limits_for(timing: Timing, condition: Condition, time_factor: float | None) -> Limits:
    """Return the limits of a presentation: the design's, times the participant's factor.

    Parameters
    ----------
    time_factor : float or None
        1 to 10; None for a participant without a limit (WCAG 2.2.1).
    """
    if time_factor is None:
        return Limits(None, None, timing.grace_seconds)
    return Limits(
        timing.soft_seconds(condition) * time_factor,
        timing.hard_seconds(condition) * time_factor,
        timing.grace_seconds,
    )


def deadline(start: datetime, seconds: float | None) -> datetime | None:
    """Return `start` plus a limit, or None where there is no limit."""
    return None if seconds is None else start + timedelta(seconds=seconds)


def is_over(now: datetime, hard_deadline: datetime | None, grace_seconds: float) -> bool:
    """Tell whether a submission arriving now is too late to be the answer of record."""
    return hard_deadline is not None and now > hard_deadline + timedelta(seconds=grace_seconds)


def close_by_submission(
    *,
    presented_at: datetime,
    hard_deadline: datetime | None,
    grace_seconds: float,
    now: datetime,
    value: bool | None,
    draft: bool | None,
    reason: Reason,
    client_seconds: float | None,
) -> Closing:
    """Return how a submission that arrived at `now` closes Stage 1.

    Up to the hard limit its value counts. Within the grace it counts too, and the client's word
    that its timer sent it is believed, only here. Later, the latest draft is recorded.
    A timer's submission without a value falls back on the draft: a page that was reloaded may
    know less than the server.
    """
    if is_over(now, hard_deadline, grace_seconds):
        closing = close_by_time(presented_at, hard_deadline, draft)
        return Closing(
            closing.verdict, closing.rt_seconds, closing.rt_source, True, late_value=value
        )
    late = hard_deadline is not None and now > hard_deadline
    verdict = draft if value is None and reason is Reason.TIMER else value
    seconds, source = response_time(presented_at, now, client_seconds, hard_deadline)
    return Closing(verdict, seconds, source, timed_out=late and reason is Reason.TIMER)


def close_by_time(
    presented_at: datetime, hard_deadline: datetime | None, draft: bool | None
) -> Closing:
    """Return how the platform closes Stage 1 when nobody did: the draft or null, at the limit."""
    assert hard_deadline is not None
    limit = (hard_deadline - presented_at).total_seconds()
    return Closing(draft, limit, RtSource.LIMIT, timed_out=True)


def response_time(
    start: datetime,
    now: datetime,
    client_seconds: float | None,
    hard_deadline: datetime | None = None,
) -> tuple[float, RtSource]:
    """Return the recorded response time and whose clock it is from.

    The client's monotonic time when it lies within two seconds of the server's, which includes
    the network; otherwise the server's. Never negative, never above the limit.

    Examples
    --------
    >>> from datetime import timezone
    >>> start = datetime(2026, 1, 1, tzinfo=timezone.utc)
    >>> response_time(start, start + timedelta(seconds=10), 9.5)[0]
    9.5
    >>> response_time(start, start + timedelta(seconds=10), 3.0)[0]
    10.0
    """
    server = max((now - start).total_seconds(), 0.0)
    believed = client_seconds is not None and abs(client_seconds - server) <= (
        CLIENT_TOLERANCE_SECONDS
    )
    seconds = max(client_seconds, 0.0) if believed and client_seconds is not None else server
    source = RtSource.CLIENT if believed else RtSource.SERVER
    if hard_deadline is not None:
        limit = (hard_deadline - start).total_seconds()
        if seconds > limit:
            return limit, RtSource.LIMIT
    return seconds, source
