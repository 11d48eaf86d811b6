"""The clock of one item and the closing of Stage 1 (K.6.1).

The server is right about time. Limits are copied into each presentation when its content is
handed out; how Stage 1 closes depends only on that row, on when the request arrived, and on what
it carried.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from study.domain.design import Timing
from study.domain.errors import DomainError
from study.domain.vocabulary import Condition

CLIENT_TOLERANCE_SECONDS = 2.0
"""How far the client's monotonic time may lie from the server's and still be recorded."""


class NoVerdict(DomainError):
    """A judgment was submitted without a choice."""

    code = "no_verdict"


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
class Deadlines:
    """The deadlines of one presentation; all None for a participant without a limit."""

    soft: datetime | None
    hard: datetime | None
    closes_at: datetime | None


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
    """

    verdict: bool | None
    rt_seconds: float
    rt_source: RtSource
    timed_out: bool


def deadlines(
    timing: Timing, condition: Condition, time_factor: float | None, presented_at: datetime
) -> Deadlines:
    """Return the deadlines of an item handed out at `presented_at`.

    Parameters
    ----------
    time_factor : float or None
        1 to 10 times the design's limits; None for a participant without a limit (WCAG 2.2.1).
    """
    if time_factor is None:
        return Deadlines(None, None, None)
    hard = presented_at + timedelta(seconds=timing.hard_seconds(condition) * time_factor)
    return Deadlines(
        soft=presented_at + timedelta(seconds=timing.soft_seconds(condition) * time_factor),
        hard=hard,
        closes_at=hard + timedelta(seconds=timing.grace_seconds),
    )


def is_past(now: datetime, limit: datetime | None) -> bool:
    """Tell whether a limit, where there is one, is over; at the very moment it is not."""
    return limit is not None and now > limit


@dataclass(frozen=True)
class Submission:
    """What a page sends to close Stage 1.

    Attributes
    ----------
    value : bool or None
        None only from the page's timer, where nothing was selected.
    client_seconds : float or None
        The page's monotonic time since the item was shown.
    """

    value: bool | None
    reason: Reason
    client_seconds: float | None


def check_submission(submission: Submission, *, limit_is_over: bool) -> None:
    """Raise unless a submission may close Stage 1 now.

    Raises
    ------
    NoVerdict
        When nothing was chosen, unless the page's timer sent it and the limit is over: only time
        may record null.
    """
    by_time = submission.reason is Reason.TIMER and limit_is_over
    if submission.value is None and not by_time:
        raise NoVerdict("Choose Correct or Incorrect.")


def close_by_submission(
    submission: Submission,
    *,
    now: datetime,
    presented_at: datetime,
    hard: datetime | None,
    closes_at: datetime | None,
    draft: bool | None,
) -> Closing:
    """Return how a submission that arrived at `now` closes Stage 1.

    Up to the hard limit its value counts. Within the grace it counts too, and the client's word
    that its timer sent it is believed, only here. Later, the latest draft is recorded.
    A timer's submission without a value falls back on the draft: a page that was reloaded may
    know less than the server.
    """
    if is_past(now, closes_at):
        assert hard is not None
        return close_by_time(presented_at, hard, draft)
    by_timer = submission.reason is Reason.TIMER
    verdict = draft if submission.value is None and by_timer else submission.value
    seconds, source = response_time(presented_at, now, submission.client_seconds, hard)
    return Closing(verdict, seconds, source, timed_out=is_past(now, hard) and by_timer)


def close_by_time(presented_at: datetime, hard: datetime, draft: bool | None) -> Closing:
    """Return how the platform closes Stage 1 when nobody did: the draft or null, at the limit."""
    limit = (hard - presented_at).total_seconds()
    return Closing(draft, limit, RtSource.LIMIT, timed_out=True)


def response_time(
    start: datetime,
    now: datetime,
    client_seconds: float | None,
    hard: datetime | None = None,
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
    if hard is not None:
        limit = (hard - start).total_seconds()
        if seconds > limit:
            return limit, RtSource.LIMIT
    return seconds, source
