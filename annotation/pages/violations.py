"""What pages reported of a study's participants, what of it counts, and excusing it."""

import django_filters as filters
import django_tables2 as tables
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from annotation.domain.session import Status
from annotation.domain.violations import Kind, NotCounted, Severity
from annotation.models import ViolationEvent
from annotation.pages.words import (
    NOT_COUNTED,
    SESSION_STATUS,
    SEVERITIES,
    VIOLATIONS,
    standing_of,
)
from annotation.selectors import violations
from annotation.services.violations import excuse, require_counted
from frame.confirmation import Confirmation
from frame.filters import DayFilter, ListFilter, yes_or_no
from frame.tables import ListTable, MomentColumn, PageColumn, as_csv, listing, wants_csv
from study.domain.roles import Right
from study.models import Study
from study.shell import actor, show, study_page

_NUMBER = {"td": {"class": "number"}}
_KEPT = set(NotCounted) - {NotCounted.MONITORING_OFF}
"""Reasons that occur in rows: where nothing is monitored, nothing is kept."""


class ViolationTable(ListTable):
    """One row per event; the CSV has the codes."""

    participant = tables.Column(accessor="session__participant__code", verbose_name=_("Person"))
    session = PageColumn(
        "session", key="session_id", accessor="session_id", verbose_name=_("Session")
    )
    kind = tables.Column(verbose_name=_("Seen"))
    severity = tables.Column(verbose_name=_("Severity"))
    begun_at = MomentColumn(verbose_name=_("Begun"))
    duration_ms = tables.Column(verbose_name=_("Seconds"), attrs=_NUMBER)
    not_counted = tables.Column(verbose_name=_("Counts"), empty_values=())
    disputed_text = tables.Column(verbose_name=_("They say"))
    excused_reason = tables.Column(verbose_name=_("Excused because"))
    status = tables.Column(accessor="session__status", verbose_name=_("Session is"))
    is_test = tables.BooleanColumn(
        accessor="session__is_test", verbose_name=_("Pilot"), yesno=(_("pilot"), "")
    )
    received_at = MomentColumn(verbose_name=_("Arrived"))
    sequence = tables.Column(verbose_name=_("Number on its page"), attrs=_NUMBER)
    fixed = frozenset({"participant", "kind"})
    optional = frozenset({"excused_reason", "status", "received_at", "sequence"})

    def render_kind(self, value: str) -> str:
        """Return what was seen."""
        return str(VIOLATIONS[Kind(value)])

    def value_kind(self, value: str) -> str:
        """Return its code."""
        return value

    def render_severity(self, value: str) -> str:
        """Return how grave it is."""
        return str(SEVERITIES[Severity(value)])

    def value_severity(self, value: str) -> str:
        """Return its code."""
        return value

    def render_duration_ms(self, value: int) -> str:
        """Return seconds as people read them."""
        return f"{value / 1000:.1f}" if value else "–"

    def value_duration_ms(self, value: int) -> float:
        """Return the exact seconds."""
        return value / 1000

    def render_not_counted(self, value: str) -> str:
        """Return whether it counts, and if not, why."""
        return str(standing_of(value))

    def value_not_counted(self, value: str) -> str:
        """Return why it does not count, in code."""
        return value or "counted"

    def render_status(self, value: str) -> str:
        """Return the session's status in words."""
        return str(SESSION_STATUS[Status(value)])

    def value_status(self, value: str) -> str:
        """Return the status as it is stored."""
        return value


class ViolationFilter(ListFilter):
    """By what was seen, how grave it is, whether it counts, and day; search by person and words."""

    searched = ("session__participant__code", "disputed_text")
    kind = filters.ChoiceFilter(
        label=_("Seen"), choices=[(kind.value, VIOLATIONS[kind]) for kind in Kind]
    )
    severity = filters.ChoiceFilter(
        label=_("Severity"), choices=[(each.value, SEVERITIES[each]) for each in Severity]
    )
    standing = filters.ChoiceFilter(
        label=_("Counts"),
        method="by_standing",
        choices=[
            ("counted", _("counts")),
            *((why.value, words) for why, words in NOT_COUNTED.items() if why in _KEPT),
        ],
    )
    disputed = yes_or_no("disputed_at", _("Disputed"), lookup="isnull", words=(_("no"), _("yes")))
    status = filters.ChoiceFilter(
        field_name="session__status",
        label=_("Session is"),
        choices=[(each.value, SESSION_STATUS[each]) for each in Status],
    )
    is_test = yes_or_no("session__is_test", _("Pilot"))
    since = DayFilter("begun_at", "date__gte", label=_("Since"))

    class Meta:
        model = ViolationEvent
        fields: tuple[str, ...] = ()

    def by_standing(
        self, rows: QuerySet[ViolationEvent], name: str, value: str
    ) -> QuerySet[ViolationEvent]:
        """Keep events that count, or that do not for one reason."""
        return rows.filter(not_counted="" if value == "counted" else value)


@require_safe
@study_page(Right.EXPORT)
def violations_page(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show every event, counted or not."""
    rows = violations(study)
    shown = listing(request, rows, ViolationTable, ViolationFilter, within=(study.slug,))
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-violations")
    return show(
        request,
        study,
        "annotation/violations.html",
        listing=shown,
        heading=_("Violations"),
        empty="annotation/_no_violations.html",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def excuse_violation(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Say what excusing an event will change, ask why, and do it."""
    event = get_object_or_404(violations(study), pk=pk)
    require_counted(event)
    who = event.session.participant.code
    confirmation = Confirmation(
        request,
        title=_("Excuse what was seen of %(who)s: %(what)s")
        % {"who": who, "what": VIOLATIONS[Kind(event.kind)]},
        verb=_("Excuse"),
        consequences=(
            _("The event stays in the list and in the exports, and counts no more."),
            _("A session that has ended stays so; it can be reinstated on its page."),
        ),
        back=reverse("session", args=[study.slug, event.session_id]),
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    excuse(event, timezone.now(), reason=confirmation.reason, actor=actor(request))
    messages.success(request, _("The event is excused."))
    return redirect("session", study.slug, event.session_id)
