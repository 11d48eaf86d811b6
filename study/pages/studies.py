"""The list of one's studies."""

import django_filters as filters
import django_tables2 as tables
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.filters import ListFilter
from frame.tables import ListTable, MomentColumn, as_csv, listing, wants_csv
from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.models import Study
from study.permissions import with_roles
from study.templatetags.study_words import study_badge
from study.words import ROLES, STATUS


class StudyTable(ListTable):
    """One row per study."""

    slug = tables.Column(
        verbose_name=_("Name"), linkify=("study-overview", {"slug": tables.A("slug")})
    )
    title = tables.Column(verbose_name=_("Title"))
    status = tables.Column(verbose_name=_("Status"))
    role = tables.Column(verbose_name=_("You are"), empty_values=())
    created_at = MomentColumn(verbose_name=_("Created"))
    fixed = frozenset({"slug"})

    def render_status(self, value: str) -> SafeString:
        """Return the status as a badge."""
        words = STATUS[StudyStatus(value)]
        return format_html('<span class="badge {}">{}</span>', study_badge(value), words)

    def value_status(self, value: str) -> str:
        """Return the status as it is stored."""
        return value

    def render_role(self, value: str | None) -> Promise:
        """Return what the viewer is in the study; operators need be no member."""
        return ROLES[Role(value)] if value else _("operator")

    def value_role(self, value: str | None) -> str:
        """Return the role as it is stored."""
        return value or "operator"


class StudyFilter(ListFilter):
    """By status; search by name and title."""

    searched = ("slug", "title")
    status = filters.ChoiceFilter(
        label=_("Status"), choices=[(status.value, STATUS[status]) for status in StudyStatus]
    )

    class Meta:
        model = Study
        fields: tuple[str, ...] = ()


@require_safe
@never_cache
def studies(request: HttpRequest) -> HttpResponseBase:
    """Show the studies an account is a member of."""
    shown = listing(request, with_roles(request.user), StudyTable, StudyFilter)
    if wants_csv(request):
        return as_csv(shown, "studies")
    context = {"listing": shown, "heading": _("Studies"), "empty": "study/_no_studies.html"}
    return render(request, "study/studies.html", context)
