"""What a token may be used for. It never gives more than its owner's role does."""

from collections.abc import Iterable
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Scope(StrEnum):
    """One thing a token can be allowed; each stands alone."""

    READ = "read"
    WRITE = "write"
    IDENTIFY = "identify"
    MANAGE = "manage"


WORDS: dict[Scope, Promise] = {
    Scope.READ: _("Read designs, items, templates, sessions, answers and the log"),
    Scope.WRITE: _("Change designs, items, templates and invitations"),
    Scope.IDENTIFY: _("See invitation links"),
    Scope.MANAGE: _("Create studies, open and close them, change members"),
}


def in_order(names: Iterable[str]) -> list[Scope]:
    """Return the scopes of these names, in one order whatever order they came in.

    Examples
    --------
    >>> in_order(["write", "read"])
    [<Scope.READ: 'read'>, <Scope.WRITE: 'write'>]
    """
    given = set(names)
    return [scope for scope in Scope if scope.value in given]
