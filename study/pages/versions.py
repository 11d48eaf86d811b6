"""The versions of a design, one of them, and what differs between two."""

import django_tables2 as tables
from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from frame.filters import ListFilter
from frame.tables import ListTable, MomentColumn, as_csv, listing, wants_csv
from study.domain.design_diff import differences
from study.domain.roles import Right
from study.models import Study, StudyVersion
from study.pages.design_view import parts_of
from study.pages.settings import toml_of
from study.selectors import versions_of
from study.shell import show, study_page
from study.words import PARTS, SETTINGS


class VersionTable(ListTable):
    """One row per version."""

    number = tables.Column(
        verbose_name=_("Version"),
        linkify=("version", {"slug": tables.A("study__slug"), "number": tables.A("number")}),
    )
    created_at = MomentColumn(verbose_name=_("Made"))
    people = tables.Column(verbose_name=_("People"), attrs={"td": {"class": "number"}})
    piloted_at = MomentColumn(verbose_name=_("First pilot"))
    frozen_at = MomentColumn(verbose_name=_("First participant"))
    design_hash = tables.Column(verbose_name=_("Hash"))
    fixed = frozenset({"number"})

    def render_design_hash(self, value: str) -> str:
        """Return the beginning, which tells designs apart; the CSV has all of it."""
        return value[:12]

    def value_design_hash(self, value: str) -> str:
        """Return the whole hash."""
        return value


class VersionFilter(ListFilter):
    """Search by hash."""

    searched = ("design_hash",)

    class Meta:
        model = StudyVersion
        fields: tuple[str, ...] = ()


class TwoForm(forms.Form):
    """Which two versions to compare."""

    def __init__(self, study: Study, data: QueryDict | None = None) -> None:
        numbers = list(study.versions.order_by("number").values_list("number", flat=True))
        super().__init__(data, initial={"before": numbers[-2:][0], "after": numbers[-1]})
        choices = [(number, number) for number in numbers]
        for name, label in (("before", _("Before")), ("after", _("After"))):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=choices, coerce=int)


@require_safe
@study_page(Right.VIEW)
def versions(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show the versions, the newest first."""
    shown = listing(request, versions_of(study), VersionTable, VersionFilter)
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-versions")
    return show(
        request,
        study,
        "study/versions.html",
        listing=shown,
        heading=_("Versions of the design"),
        form=TwoForm(study),
    )


@require_safe
@study_page(Right.VIEW)
def version(request: HttpRequest, study: Study, number: int) -> HttpResponse:
    """Show one version."""
    shown = _version(study, number)
    earlier = study.versions.filter(number=number - 1).first()
    return show(
        request,
        study,
        "study/version.html",
        version=shown,
        parts=parts_of(shown.design),
        earlier=earlier,
        rows=_rows(earlier, shown) if earlier else (),
    )


@require_safe
@study_page(Right.VIEW)
def difference(request: HttpRequest, study: Study) -> HttpResponse:
    """Show what differs between two versions, setting by setting."""
    form = TwoForm(study, request.GET or None)
    if form.is_bound and not form.is_valid():
        raise Http404
    chosen = form.cleaned_data if form.is_bound else form.initial
    before, after = (_version(study, chosen[name]) for name in ("before", "after"))
    rows = _rows(before, after)
    return show(
        request,
        study,
        "study/version_difference.html",
        form=form,
        before=before,
        after=after,
        rows=rows,
    )


@require_safe
@study_page(Right.VIEW)
def toml(request: HttpRequest, study: Study, number: int) -> HttpResponse:
    """Give out a version as TOML."""
    return toml_of(study, _version(study, number))


def _version(study: Study, number: int) -> StudyVersion:
    return get_object_or_404(study.versions, number=number)


def _rows(before: StudyVersion, after: StudyVersion) -> list[dict[str, object]]:
    return [
        {
            "part": PARTS[each.section],
            "label": SETTINGS[each.section, each.key],
            "before": each.before,
            "after": each.after,
        }
        for each in differences(before.design, after.design)
    ]
