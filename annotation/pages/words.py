"""What codes are called on the researcher's pages."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.domain.session import Status
from annotation.domain.violations import Kind, NotCounted, Severity

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

VIOLATIONS: Mapping[Kind, Promise] = MappingProxyType(
    {
        Kind.TAB_SWITCH: _("another tab in front"),
        Kind.VISIBILITY_HIDDEN: _("page out of sight"),
        Kind.SCREENSHOT_ATTEMPT: _("screenshot key"),
        Kind.WINDOW_BLUR: _("another window in use"),
        Kind.COPY_ATTEMPT: _("copying"),
        Kind.PASTE_ATTEMPT: _("pasting"),
        Kind.RIGHT_CLICK: _("right click"),
        Kind.DEVTOOLS_OPEN: _("developer tools"),
        Kind.WARNING_SHOWN: _("warning on the screen"),
        Kind.MONITORING_GAP: _("gap in monitoring"),
    }
)

SEVERITIES: Mapping[Severity, Promise] = MappingProxyType(
    {
        Severity.SEVERE: _("severe"),
        Severity.MODERATE: _("moderate"),
        Severity.NONE: _("no violation"),
    }
)

NOT_COUNTED: Mapping[NotCounted, Promise] = MappingProxyType(
    {
        NotCounted.MONITORING_OFF: _("nothing is monitored"),
        NotCounted.NO_VIOLATION: _("no violation"),
        NotCounted.NOT_ACTIVE: _("the session was over"),
        NotCounted.EXEMPT: _("the person is exempt"),
        NotCounted.TOO_SHORT: _("too short"),
        NotCounted.DUPLICATE: _("the same act counts already"),
        NotCounted.EXCUSED: _("excused"),
    }
)

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


def standing_of(not_counted: str) -> Promise:
    """Return whether an event counts, and if not, why."""
    return NOT_COUNTED[NotCounted(not_counted)] if not_counted else _("counts")
