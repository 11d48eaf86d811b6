"""Who may do what in a study: three roles, and nothing for anybody else."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """What a member is in one study. Participants have no account and no role."""

    OWNER = "owner"
    RESEARCHER = "researcher"
    ANALYST = "analyst"


class Right(StrEnum):
    """What a page or an endpoint can ask for."""

    VIEW = "view"  # designs, items, templates, coverage, the log
    EXPORT = "export"  # answers, under participants' codes
    IDENTIFY = "identify"  # invitation links and whatever leads to a person
    EDIT = "edit"  # design, items, templates, invitations
    MANAGE = "manage"  # members, opening and closing, archiving


_ANALYST = frozenset({Right.VIEW, Right.EXPORT})
_RESEARCHER = _ANALYST | {Right.IDENTIFY, Right.EDIT}

RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.ANALYST: _ANALYST,
        Role.RESEARCHER: _RESEARCHER,
        Role.OWNER: _RESEARCHER | {Right.MANAGE},
    }
)
"""Every right of every role; what is not here is refused."""


def may(role: Role | None, right: Right) -> bool:
    """Tell whether somebody with this role, None for a stranger, has a right.

    Examples
    --------
    >>> may(Role.ANALYST, Right.EXPORT), may(Role.ANALYST, Right.IDENTIFY), may(None, Right.VIEW)
    (True, False, False)
    """
    return role is not None and right in RIGHTS[role]
