"""Import items from a file: choose it, look at what it would change, confirm."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from frame.tables import table_as_csv, wants_csv
from study.domain.errors import InvalidImport
from study.domain.lifecycle import StudyStatus, require_writable
from study.domain.roles import Right
from study.item_bank import sample as sample_file
from study.item_bank.fields import FIELDS
from study.models import Study
from study.pages import item_words
from study.pages.import_tables import (
    MOST_ROWS,
    ChangeTable,
    Note,
    NoteTable,
    error,
    sorted_by,
    warning,
)
from study.services import uploads
from study.services.items import BankChanged, ImportResult, check_items, import_items, warnings_of
from study.shell import actor, show, study_page

SAMPLES = {"csv": sample_file.as_csv, "jsonl": sample_file.as_jsonl}
_LOOKED_AT_A_SECOND = 1_500_000
_IMPORTED_A_SECOND = 700_000
"""Bytes, measured on two slow cores."""
_SOON = 2
"""Seconds that nobody needs to be told about."""


class UploadConverter(StringConverter):
    """What names an upload in an address."""

    regex = uploads.ID


class FileForm(forms.Form):
    """The item file."""

    file = forms.FileField(
        label=gettext_lazy("Item file"),
        help_text=gettext_lazy(
            "CSV or JSONL in UTF-8, or a ZIP of one of these and its images; up to 50 MB."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.jsonl,.ndjson,.zip"}),
    )


@dataclass(frozen=True)
class Outlook:
    """What an upload would do: a result, or none where it has errors; and notes on its rows."""

    result: ImportResult | None
    errors: list[Note]
    warnings: list[Note]

    @classmethod
    def of(cls, study: Study, upload: uploads.Upload) -> "Outlook":
        """Look at an upload."""
        try:
            result = check_items(study, upload.path)
        except InvalidImport as trouble:
            doubts = map(warning, warnings_of(upload.path))
            return cls(None, [error(each) for each in trouble.problems], list(doubts))
        return cls(result, [], [warning(each) for each in result.warnings])

    @property
    def notes(self) -> list[Note]:
        """Return all notes."""
        return [*self.errors, *self.warnings]


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def choose(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Take a file, to be looked at."""
    require_writable(StudyStatus(study.status))
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            upload = uploads.keep(study, actor(request), form.cleaned_data["file"])
            return redirect("item-import-look", study.slug, upload.id)
        except uploads.UnusableUpload as trouble:
            form.add_error("file", str(trouble))
    fields = [(name, field.required, item_words.FIELDS[name]) for name, field in FIELDS.items()]
    status = 400 if form.errors else 200
    return show(request, study, "study/import.html", status=status, form=form, fields=fields)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def look(request: HttpRequest, study: Study, upload: str) -> HttpResponseBase:
    """Say what a file would change; on POST change it."""
    found = uploads.find(study, actor(request), upload)
    if found is None:
        return _without_file(request, study, upload)
    if request.method == "POST":
        return _imported(request, study, found)
    size = found.path.stat().st_size
    seconds = round(size / _LOOKED_AT_A_SECOND)
    if seconds > _SOON and "checked" not in request.GET:
        return show(request, study, "study/import_waiting.html", upload=found, seconds=seconds)
    outlook = Outlook.of(study, found)
    if wants_csv(request):
        return _csv(request, study, outlook)
    return show(
        request,
        study,
        "study/import_look.html",
        upload=found,
        seconds=round(size / _IMPORTED_A_SECOND),
        soon=_SOON,
        outlook=outlook,
        most=MOST_ROWS,
        notes=sorted_by(request, NoteTable(outlook.notes[:MOST_ROWS])),
        changes=ChangeTable(outlook.result.changes[:MOST_ROWS], orderable=False)
        if outlook.result
        else None,
    )


def _without_file(request: HttpRequest, study: Study, upload: str) -> HttpResponseBase:
    if uploads.was_imported(study, actor(request), upload):
        messages.success(request, _("This file was imported."))
        return redirect("items", study.slug)
    messages.warning(request, _("This file is no longer here. Choose it again."))
    return redirect("item-import", study.slug)


def _imported(request: HttpRequest, study: Study, upload: uploads.Upload) -> HttpResponseBase:
    agreed = request.POST.get("agreed", "")
    try:
        result = import_items(study, upload.path, agreed=agreed, actor=actor(request))
    except (BankChanged, InvalidImport):
        if uploads.find(study, actor(request), upload.id):  # else a second press of the button
            messages.error(request, _("Nothing was imported: the items have changed. Look again."))
        return redirect("item-import-look", study.slug, upload.id)
    uploads.finish(upload)
    numbers = {"created": len(result.created), "changed": len(result.changed)}
    words = _("Imported: %(created)d items created, %(changed)d changed.")
    messages.success(request, words % numbers)
    return redirect("items", study.slug)


def _csv(request: HttpRequest, study: Study, outlook: Outlook) -> HttpResponseBase:
    if request.GET.get("of") == "changes" and outlook.result:
        return table_as_csv(ChangeTable(outlook.result.changes), f"{study.slug}-import-changes")
    table = sorted_by(request, NoteTable(outlook.notes))
    return table_as_csv(table, f"{study.slug}-import-notes")


@require_safe
@study_page(Right.VIEW)
def sample(request: HttpRequest, study: Study, form: str) -> HttpResponseBase:
    """Return a small item file to begin with."""
    if form not in SAMPLES:
        raise Http404
    name = f'attachment; filename="items-sample.{form}"'
    kind = {"csv": "text/csv", "jsonl": "application/x-ndjson"}[form]
    return HttpResponse(
        SAMPLES[form](),
        content_type=f"{kind}; charset=utf-8",
        headers={"Content-Disposition": name},
    )
