"""A participant session's states, and every legal move between them (K.6, K.8).

The order is invitation → consent → instructions → practice → active → completed, with screening
before consent where a study has it. Each end says why the session is over.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from study.domain.errors import IllegalMove


class Status(StrEnum):
    """Where a participant session stands."""

    ENTERED = "entered"
    SCREENING = "screening"
    CONSENTING = "consenting"
    INSTRUCTED = "instructed"
    ACTIVE = "active"
    COMPLETED = "completed"
    SCREENED_OUT = "screened_out"
    DECLINED = "declined"
    TERMINATED = "terminated"
    ABANDONED = "abandoned"
    WITHDRAWN = "withdrawn"


class Event(StrEnum):
    """What can happen to a participant session."""

    BEGIN_SCREENING = "begin_screening"
    FAIL_SCREENING = "fail_screening"
    BEGIN_CONSENT = "begin_consent"
    CONSENT = "consent"
    DECLINE = "decline"
    START = "start"
    COMPLETE = "complete"
    TERMINATE = "terminate"
    ABANDON = "abandon"
    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"


RUNNING = frozenset(
    {Status.ENTERED, Status.SCREENING, Status.CONSENTING, Status.INSTRUCTED, Status.ACTIVE}
)
"""Sessions that can still go on by themselves."""

_FORWARD: dict[tuple[Status, Event], Status] = {
    (Status.ENTERED, Event.BEGIN_SCREENING): Status.SCREENING,
    (Status.ENTERED, Event.BEGIN_CONSENT): Status.CONSENTING,
    (Status.SCREENING, Event.FAIL_SCREENING): Status.SCREENED_OUT,
    (Status.SCREENING, Event.BEGIN_CONSENT): Status.CONSENTING,
    (Status.CONSENTING, Event.CONSENT): Status.INSTRUCTED,
    (Status.CONSENTING, Event.DECLINE): Status.DECLINED,
    (Status.INSTRUCTED, Event.START): Status.ACTIVE,
    (Status.ACTIVE, Event.COMPLETE): Status.COMPLETED,
    (Status.ACTIVE, Event.TERMINATE): Status.TERMINATED,
}

REINSTATABLE = frozenset({Status.TERMINATED, Status.ABANDONED})
"""Ends that can be undone; the session goes on where it stood."""

MOVES: Mapping[tuple[Status, Event], Status] = MappingProxyType(
    _FORWARD
    | {(status, Event.ABANDON): Status.ABANDONED for status in RUNNING}
    | {(status, Event.WITHDRAW): Status.WITHDRAWN for status in RUNNING}
    | {(status, Event.REINSTATE): Status.ACTIVE for status in REINSTATABLE}
)
"""Every legal move; what is not here is refused. `reached` says where reinstating leads back to."""


def reached(*, consented: bool, started: bool) -> Status:
    """Return where a session that has come so far stands while it runs.

    Examples
    --------
    >>> reached(consented=True, started=False)
    <Status.INSTRUCTED: 'instructed'>
    """
    if started:
        return Status.ACTIVE
    return Status.INSTRUCTED if consented else Status.CONSENTING


def move(status: Status, event: Event, back_to: Status = Status.ACTIVE) -> Status:
    """Return the status that follows.

    Parameters
    ----------
    back_to : Status
        Where reinstating leads; no other move asks.

    Raises
    ------
    IllegalMove
        When the event is not possible in this status.

    Examples
    --------
    >>> move(Status.CONSENTING, Event.CONSENT)
    <Status.INSTRUCTED: 'instructed'>
    """
    try:
        after = MOVES[status, event]
    except KeyError:
        raise IllegalMove(f"A session that is {status} cannot {event}.") from None
    return back_to if event is Event.REINSTATE else after
