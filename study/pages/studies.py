"""The list of one's studies."""

import django_tables2 as tables
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.tables import ListFilter, ListTable, MomentColumn, as_csv, listing, wants_csv
from study.models import Study
from study.permissions import studies_of


class StudyTable(ListTable):
    """One row per study."""

    slug = tables.Column(
        verbose_name=_("Name"), linkify=("study-overview", {"slug": tables.A("slug")})
    )
    title = tables.Column(verbose_name=_("Title"))
    created_at = MomentColumn(verbose_name=_("Created"))
    fixed = frozenset({"slug"})


class StudyFilter(ListFilter):
    """Search by name and title."""

    searched = ("slug", "title")

    class Meta:
        model = Study
        fields: tuple[str, ...] = ()


@require_safe
@never_cache
def studies(request: HttpRequest) -> HttpResponseBase:
    """Show the studies an account is a member of."""
    shown = listing(request, studies_of(request.user), StudyTable, StudyFilter)
    if wants_csv(request):
        return as_csv(shown, "studies")
    return render(request, "study/studies.html", {"listing": shown, "heading": _("Studies")})
