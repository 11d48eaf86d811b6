"""Which reported events count as violations, and when they end a session (K.8).

A page reports acts, not browser events: `static/js/acts.js` makes one of the blurs and hidings
that belong together. Whether an event counts is decided here, and only here.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from annotation.domain.session import Status


class Severity(StrEnum):
    """What an event can lead to: severe ones end a session, moderate ones bear on pay."""

    SEVERE = "severe"
    MODERATE = "moderate"
    NONE = "none"


class Kind(StrEnum):
    """What was seen. The last two are no violations: they say what monitoring itself was like."""

    TAB_SWITCH = "tab_switch"
    VISIBILITY_HIDDEN = "visibility_hidden"
    SCREENSHOT_ATTEMPT = "screenshot_attempt"
    WINDOW_BLUR = "window_blur"
    COPY_ATTEMPT = "copy_attempt"
    PASTE_ATTEMPT = "paste_attempt"
    RIGHT_CLICK = "right_click"
    DEVTOOLS_OPEN = "devtools_open"
    WARNING_SHOWN = "warning_shown"
    MONITORING_GAP = "monitoring_gap"


_SEVERE = (Kind.TAB_SWITCH, Kind.VISIBILITY_HIDDEN, Kind.SCREENSHOT_ATTEMPT)
_NO_VIOLATION = (Kind.WARNING_SHOWN, Kind.MONITORING_GAP)

SEVERITY: Mapping[Kind, Severity] = MappingProxyType(
    dict.fromkeys(Kind, Severity.MODERATE)
    | dict.fromkeys(_SEVERE, Severity.SEVERE)
    | dict.fromkeys(_NO_VIOLATION, Severity.NONE)
)

REPORTABLE = frozenset(Kind) - {Kind.MONITORING_GAP}
"""What a page can report; gaps are found by the server."""

SHORTEST_MS: Mapping[Kind, int] = MappingProxyType(
    {Kind.TAB_SWITCH: 500, Kind.VISIBILITY_HIDDEN: 500, Kind.WINDOW_BLUR: 300}
)
"""Away for less than this is a flicker of the screen, or a dialogue of the browser."""


class NotCounted(StrEnum):
    """Why an event does not count."""

    MONITORING_OFF = "monitoring_off"
    NO_VIOLATION = "no_violation"
    NOT_ACTIVE = "not_active"
    EXEMPT = "exempt"
    TOO_SHORT = "too_short"
    DUPLICATE = "duplicate"
    EXCUSED = "excused"


RELATIVE = frozenset({NotCounted.DUPLICATE, NotCounted.EXCUSED})
"""Reasons that come of other events, or of a researcher, and are found anew by `judge`."""


@dataclass(frozen=True)
class Circumstances:
    """What held when an event arrived.

    Attributes
    ----------
    is_exempt : bool
        The participant uses assistive technology that takes the focus: logged, not counted.
    """

    is_monitored: bool
    is_active: bool
    is_exempt: bool = False


def objection(kind: Kind, duration_ms: float, held: Circumstances) -> NotCounted | None:
    """Return why an event does not count by itself; None when it does.

    Parameters
    ----------
    duration_ms : float
        How long the page was out of sight (severe), or without the focus; 0 for a key or a click.

    Examples
    --------
    >>> objection(Kind.VISIBILITY_HIDDEN, 200, Circumstances(is_monitored=True, is_active=True))
    <NotCounted.TOO_SHORT: 'too_short'>
    """
    if not held.is_monitored:
        return NotCounted.MONITORING_OFF
    if SEVERITY[kind] is Severity.NONE:
        return NotCounted.NO_VIOLATION
    if not held.is_active:
        return NotCounted.NOT_ACTIVE
    if held.is_exempt:
        return NotCounted.EXEMPT
    return NotCounted.TOO_SHORT if duration_ms < SHORTEST_MS.get(kind, 0) else None


KEPT_AFTER_END = timedelta(minutes=10)
"""So long after the end what is still on its way is kept; later it is acknowledged only."""

_KEEP_LATE = frozenset({Status.COMPLETED, Status.TERMINATED, Status.ABANDONED})
"""Not where somebody has withdrawn: from then on nothing more is kept of them."""


def is_kept(status: Status, ended_at: datetime | None, now: datetime) -> bool:
    """Tell whether a session keeps what is reported now, counted or not."""
    if status in _KEEP_LATE and ended_at is not None:
        return now - ended_at <= KEPT_AFTER_END
    return status is Status.ACTIVE


LONGEST = timedelta(days=1)


def placed(
    now: datetime, *, ended_ago_ms: float, duration_ms: float, earliest: datetime
) -> tuple[datetime, datetime]:
    """Return when an act began and ended, by the server's clock and the ages a page sends.

    Never in the future, and never before the session's first item: the page may be wrong.
    """
    age, duration = (timedelta(milliseconds=ms) for ms in (ended_ago_ms, duration_ms))
    ended = max(now - age, earliest)
    return max(ended - min(duration, LONGEST), earliest), ended


@dataclass(frozen=True)
class Recorded:
    """An event of a session, as its judgment needs it.

    Attributes
    ----------
    act : UUID
        What somebody did once has one act, whatever events came of it: a screenshot key and the
        capture tool that took the focus.
    objection : NotCounted or None
        Why it does not count by itself.
    """

    id: UUID
    act: UUID
    kind: Kind
    begun_at: datetime
    objection: NotCounted | None = None
    is_excused: bool = False


@dataclass(frozen=True)
class Judgment:
    """What the events of a session come to.

    Attributes
    ----------
    standings : mapping of event id to NotCounted or None
        None: it counts.
    """

    standings: Mapping[UUID, NotCounted | None]
    severe: int
    moderate: int


def judge(events: Iterable[Recorded]) -> Judgment:
    """Judge the events of a session together: every act counts once, as its gravest event.

    Of equally grave ones as the one that began first. Neither the order in which events arrive
    nor how often changes anything. Excusing an event excuses its act.
    """
    acts: defaultdict[UUID, dict[UUID, Recorded]] = defaultdict(dict)
    for event in events:
        acts[event.act][event.id] = event
    standings: dict[UUID, NotCounted | None] = {}
    counts = dict.fromkeys(Severity, 0)
    for act in acts.values():
        candidates = [event for event in act.values() if event.objection is None]
        gravest = min(candidates, key=_gravest_first, default=None)
        is_excused = any(event.is_excused for event in act.values())
        for event in act.values():
            standings[event.id] = event.objection or _relative(event, gravest, is_excused)
        if gravest is not None and not is_excused:
            counts[SEVERITY[gravest.kind]] += 1
    return Judgment(standings, counts[Severity.SEVERE], counts[Severity.MODERATE])


def _gravest_first(event: Recorded) -> tuple[bool, datetime, UUID]:
    return SEVERITY[event.kind] is not Severity.SEVERE, event.begun_at, event.id


def _relative(event: Recorded, gravest: Recorded | None, is_excused: bool) -> NotCounted | None:
    if is_excused:
        return NotCounted.EXCUSED
    return None if event is gravest else NotCounted.DUPLICATE


def ends_session(severe: int, threshold: int) -> bool:
    """Tell whether so many severe violations end a session; moderate ones never do."""
    return severe >= threshold


VISIBLE_GAP_SECONDS = 35.0
HIDDEN_GAP_SECONDS = 75.0
"""A hidden page's timers run once a minute, so its heartbeats do too."""


SETTLED_SECONDS = 5.0
"""What a page had numbered so long before its next heartbeat has arrived, or was lost."""


def missing(arrived: Collection[int], last: int) -> list[int]:
    """Return which numbers up to the last one did not arrive.

    Examples
    --------
    >>> missing({1, 2, 5}, 6)
    [3, 4, 6]
    """
    return [number for number in range(1, last + 1) if number not in arrived]


def is_gap(seconds: float, *, was_visible: bool) -> bool:
    """Tell whether a page was silent for too long: it reports every ten seconds."""
    return seconds > (VISIBLE_GAP_SECONDS if was_visible else HIDDEN_GAP_SECONDS)
