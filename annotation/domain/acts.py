"""What a researcher can do with a participant session, and when it is possible.

Beside its status a session can be superseded (restarted: the link leads to a newer one), released
(its template is free for somebody else) and invalid (a researcher decided so). Each of the three
takes it out of everything that counts.
"""

from dataclasses import dataclass
from enum import StrEnum

from annotation.domain.session import REINSTATABLE, RUNNING, Status
from study.domain.errors import IllegalMove
from study.domain.marking import mark as _


class Act(StrEnum):
    """What can be done with a participant session."""

    ABANDON = "abandon"
    WITHDRAW = "withdraw"
    RESTART = "restart"
    REINSTATE = "reinstate"
    RELEASE = "release"
    INVALIDATE = "invalidate"
    REVALIDATE = "revalidate"


@dataclass(frozen=True)
class Facts:
    """What decides whether an act is possible.

    Attributes
    ----------
    has_template : bool
        It refers to one, given back or not.
    is_revoked : bool
        The invitation was taken back, so the link leads to no session.
    """

    status: Status
    has_template: bool = False
    is_test: bool = False
    is_revoked: bool = False
    is_superseded: bool = False
    is_released: bool = False
    is_invalid: bool = False


NOT_ASKED_AGAIN = frozenset({Status.WITHDRAWN, Status.DECLINED, Status.SCREENED_OUT})
"""Ends after which nobody is asked to take part once more."""


def require(act: Act, facts: Facts) -> None:
    """Raise unless an act is possible.

    Raises
    ------
    IllegalMove
        Saying why not.
    """
    if why := objection(act, facts):
        raise IllegalMove(why)


def possible(facts: Facts) -> list[Act]:
    """Return the acts that are possible, in the order of `Act`."""
    return [act for act in Act if not objection(act, facts)]


def objection(act: Act, facts: Facts) -> str:
    """Return why an act is not possible, "" if it is.

    Examples
    --------
    >>> objection(Act.RELEASE, Facts(Status.ABANDONED, has_template=True))
    ''
    >>> objection(Act.INVALIDATE, Facts(Status.ACTIVE))
    'The session is not over.'
    """
    if facts.is_superseded:
        return _("The session was restarted; act on the newer one.")
    return _OBJECTIONS[act](facts)


def _to_ending(facts: Facts) -> str:
    return "" if facts.status in RUNNING else _("The session is over.")


def _to_restarting(facts: Facts) -> str:
    if facts.status in NOT_ASKED_AGAIN:
        return _("Who has withdrawn, declined or was not admitted is not asked again.")
    return _to_revoked(facts)


def _to_reinstating(facts: Facts) -> str:
    if facts.status not in REINSTATABLE:
        return _("Only a terminated or an abandoned session can be reinstated.")
    if facts.is_invalid:
        return _("The session is invalid; make it valid first.")
    if facts.is_released and not facts.has_template:
        return _("The pilot has given its template back.")
    return _to_revoked(facts)


def _to_revoked(facts: Facts) -> str:
    return _("The invitation was taken back.") if facts.is_revoked else ""


def _to_releasing(facts: Facts) -> str:
    if facts.is_released or not facts.has_template:
        return _("The session holds no template.")
    if facts.status is Status.COMPLETED and not (facts.is_invalid or facts.is_test):
        return _("A completed session keeps its template as long as it counts.")
    return _to_what_needs_an_end(facts)


def _to_invalidating(facts: Facts) -> str:
    if facts.is_invalid:
        return _("The session is invalid already.")
    return _to_what_needs_an_end(facts)


def _to_what_needs_an_end(facts: Facts) -> str:
    return _("The session is not over.") if facts.status in RUNNING else ""


def _to_revalidating(facts: Facts) -> str:
    return "" if facts.is_invalid else _("The session is not invalid.")


_OBJECTIONS = {
    Act.ABANDON: _to_ending,
    Act.WITHDRAW: _to_ending,
    Act.RESTART: _to_restarting,
    Act.REINSTATE: _to_reinstating,
    Act.RELEASE: _to_releasing,
    Act.INVALIDATE: _to_invalidating,
    Act.REVALIDATE: _to_revalidating,
}
