"""What codes are called on the researcher's pages."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.domain.session import Status

SESSION_STATUS = {
    Status.ENTERED: _("entered"),
    Status.SCREENING: _("in screening"),
    Status.CONSENTING: _("reading the consent"),
    Status.INSTRUCTED: _("in practice"),
    Status.ACTIVE: _("at work"),
    Status.COMPLETED: _("completed"),
    Status.SCREENED_OUT: _("not admitted"),
    Status.DECLINED: _("declined"),
    Status.TERMINATED: _("terminated"),
    Status.ABANDONED: _("abandoned"),
    Status.WITHDRAWN: _("withdrawn"),
}

MARKS: Mapping[str, tuple[str, Promise]] = MappingProxyType(
    {
        "superseded_at": ("restarted", _("restarted")),
        "released_at": ("released", _("released")),
        "invalidated_at": ("invalid", _("invalid")),
    }
)
"""Why a session does not count: the time that says so, its code in CSV and its words."""


def marks_of(row: object) -> list[Promise]:
    """Return why a session does not count, in words."""
    return [words for field, (_code, words) in MARKS.items() if getattr(row, field, None)]


def codes_of_marks(row: object) -> list[str]:
    """Return why a session does not count, in codes."""
    return [code for field, (code, _words) in MARKS.items() if getattr(row, field, None)]
