"""A study's design, part by part: shown, changed, taken out and put in whole."""

from dataclasses import fields
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from study.domain.design import StudyDesign
from study.domain.design_toml import as_toml
from study.domain.lifecycle import StudyStatus, events_from
from study.domain.roles import Right
from study.models import Study, StudyVersion
from study.pages.design_forms import TomlForm
from study.pages.design_view import parts_of
from study.permissions import has_right
from study.selectors import current_version
from study.services.studies import revise_design, update_title
from study.settings_form import PartForm, with_papers_value
from study.shell import actor, show, study_page
from study.words import EVENTS, PARTS


class PartConverter:
    """The name of a part of the design, in an address."""

    regex = "|".join(section.name for section in fields(StudyDesign))

    def to_python(self, value: str) -> str:
        """Return the part."""
        return value

    def to_url(self, value: str) -> str:
        """Return its place in an address."""
        return value


class TitleForm(forms.Form):
    """What a study is called."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)


@require_safe
@study_page(Right.VIEW)
def settings(request: HttpRequest, study: Study) -> HttpResponse:
    """Show the whole design, and what can be done with the study."""
    version = current_version(study)
    events = [(each, EVENTS[each]) for each in events_from(StudyStatus(study.status))]
    return _show(request, study, version, "settings", parts=parts_of(version.design), events=events)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.VIEW)
def part(request: HttpRequest, study: Study, part: str) -> HttpResponseBase:
    """Show one part of the design; change it."""
    version = current_version(study)
    if request.method == "POST":
        _require_edit(request, study)
        return _save_part(request, study, version, part)
    return _part_page(request, study, version, PartForm(part, version.design))


def _save_part(
    request: HttpRequest, study: Study, version: StudyVersion, part: str
) -> HttpResponseBase:
    if key := request.POST.get("paper"):  # nothing is saved yet
        data = with_papers_value(request.POST, part, key)
        return _part_page(request, study, version, PartForm(part, version.design, data))
    form = PartForm(part, version.design, request.POST)
    if not form.is_valid():
        return _part_page(request, study, version, form, status=422)
    _revise(request, study, version, form.design)
    return redirect("settings-part", study.slug, part)


def _part_page(
    request: HttpRequest, study: Study, version: StudyVersion, form: PartForm, status: int = 200
) -> HttpResponse:
    (shown,) = (each for each in parts_of(version.design) if each.name == form.part)
    return _show(
        request,
        study,
        version,
        "settings_part",
        status=status,
        form=form,
        part=shown,
        parts=PARTS.items(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def title(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Give the study another title."""
    form = TitleForm(request.POST or None, initial={"title": study.title})
    if form.is_valid():
        try:
            update_title(study, form.cleaned_data["title"], actor=actor(request))
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The title is changed."))
            return redirect("settings", study.slug)
    return show(request, study, "study/settings_title.html", form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def file(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Take in a design as TOML; what it does not name stays."""
    version = current_version(study)
    form = TomlForm(request.POST or None, request.FILES or None)
    design = form.read(version.design) if form.is_valid() else None
    if design is not None:
        _revise(request, study, version, design)
        return redirect("settings", study.slug)
    status = 422 if form.is_bound else 200
    return _show(request, study, version, "settings_file", status=status, form=form)


@require_safe
@study_page(Right.VIEW)
def toml(request: HttpRequest, study: Study) -> HttpResponse:
    """Give out the present design as TOML, with what every setting means."""
    return toml_of(study, current_version(study))


def toml_of(study: Study, version: StudyVersion) -> HttpResponse:
    """Return a version's design as a file."""
    name = f"{study.slug}-v{version.number}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    words = as_toml(version.design)
    return HttpResponse(words, content_type="application/toml; charset=utf-8", headers=headers)


def _revise(request: HttpRequest, study: Study, before: StudyVersion, design: StudyDesign) -> None:
    held = before.design
    after = revise_design(study, design, instead_of=held, actor=actor(request))
    if design == held:
        messages.info(request, _("Nothing was changed."))
        return
    said = _("Saved: version %(number)s holds for whoever begins from now on.")
    messages.success(request, said % {"number": after.number})
    if design.layout_hash != held.layout_hash:
        messages.warning(
            request,
            _(
                "The layout of sessions is another one: free templates of the old one are not "
                "handed out any more. Generate others."
            ),
        )


def _require_edit(request: HttpRequest, study: Study) -> None:
    if not has_right(request.user, study, Right.EDIT):
        raise PermissionDenied


def _show(
    request: HttpRequest, study: Study, version: StudyVersion, page: str, **context: Any
) -> HttpResponse:
    """Show a page of the settings, with what a change of the design would do."""
    writable = study.status != StudyStatus.ARCHIVED
    return show(
        request,
        study,
        f"study/{page}.html",
        version=version,
        next_number=version.number + 1,
        is_kept=bool(version.frozen_at or version.piloted_at),
        edits=writable and has_right(request.user, study, Right.EDIT),
        **context,
    )
