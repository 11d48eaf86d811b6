"""The log of a study: who did what, when and why."""

import json
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from frame.filters import DayFilter, ListFilter, ValuesFilter
from frame.tables import ListTable, MomentColumn, as_csv, listing, wants_csv
from study.domain.roles import Right
from study.log_words import in_words, name_of, who
from study.models import AuditEntry, Study
from study.shell import show, study_page


class ChangeColumn(tables.Column):
    """What was, or what came of it, as the log holds it."""

    def render(self, value: Any) -> str:
        """Return the values one after the other."""
        if not isinstance(value, dict):
            return _plain(value)
        return format_html(
            "<code>{}</code>", ", ".join(f"{k}: {_plain(v)}" for k, v in value.items())
        )

    def value(self, value: Any) -> str:
        """Return the JSON."""
        return "" if value is None else json.dumps(value, ensure_ascii=False)


class LogTable(ListTable):
    """One row per entry, the newest first."""

    at = MomentColumn(verbose_name=_("When"))
    actor = tables.Column(accessor="actor__username", verbose_name=_("Who"), empty_values=())
    action = tables.Column(verbose_name=_("What"))
    subject = tables.Column(
        verbose_name=_("Of"), empty_values=(), order_by=("subject_type", "subject_id")
    )
    session_id = tables.Column(verbose_name=_("Session"))
    before = ChangeColumn(
        verbose_name=_("Before"), orderable=False, attrs={"td": {"class": "long"}}
    )
    after = ChangeColumn(verbose_name=_("After"), orderable=False, attrs={"td": {"class": "long"}})
    reason = tables.Column(verbose_name=_("Why"), orderable=False)
    fixed = frozenset({"at", "action"})
    optional = frozenset({"subject", "before"})

    def render_actor(self, record: AuditEntry) -> str:
        """Return who acted."""
        return who(record)

    def render_action(self, value: str) -> str:
        """Return the action in words."""
        return in_words(value)

    def value_action(self, value: str) -> str:
        """Return the action's code alone."""
        return value

    def render_subject(self, record: AuditEntry) -> str:
        """Return which row it was about."""
        return f"{record.subject_type} {record.subject_id}"

    def render_session_id(self, value: int) -> str:
        """Return a link to the session's page."""
        address = reverse("session", args=[*self.within, value])
        return format_html('<a href="{}">{}</a>', address, value)

    def value_session_id(self, value: int | None) -> int | None:
        """Return the session's number alone."""
        return value


class LogFilter(ListFilter):
    """By action, person, session and day; search in the reasons."""

    searched = ("reason", "action")
    action = ValuesFilter(label=_("What"), words=name_of)
    actor__username = ValuesFilter(label=_("Who"))
    session_id = filters.NumberFilter(label=_("Session"))
    since = DayFilter("at", "date__gte", label=_("Since"))
    until = DayFilter("at", "date__lte", label=_("Until"))

    class Meta:
        model = AuditEntry
        fields: tuple[str, ...] = ()


@require_safe
@study_page(Right.VIEW)
def log(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show what was done in a study."""
    entries = study.audit_entries.select_related("actor")
    shown = listing(request, entries, LogTable, LogFilter, within=(study.slug,))
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-log")
    return show(request, study, "frame/list.html", listing=shown, heading=_("Log"))


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
