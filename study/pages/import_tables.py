"""What an import would do, as tables: the notes on its rows, and the fields it would change."""

from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from frame.tables import ListTable
from study.domain.errors import Problem
from study.pages.differences import marked
from study.services.items import Change
from study.words import sentence

MOST_ROWS = 500
"""More are not read on a page; the CSV has them all."""


@dataclass(frozen=True)
class Note:
    """One thing that is wrong with a row, or that whoever imports it should look at."""

    what: Promise
    row: int
    field: str
    message: str


def error(problem: Problem) -> Note:
    """Return what stops the import."""
    return Note(_("error"), problem.row, problem.field, sentence(problem.message))


def warning(problem: Problem) -> Note:
    """Return what does not."""
    return Note(_("warning"), problem.row, problem.field, sentence(problem.message))


class NoteTable(ListTable):
    """One row per note."""

    what = tables.Column(verbose_name=_("What"))
    row = tables.Column(verbose_name=_("Row"), attrs={"td": {"class": "number"}})
    field = tables.Column(verbose_name=_("Field"), default="–")
    message = tables.Column(verbose_name=_("What is wrong, and what was expected"))

    def render_row(self, value: int) -> Any:
        """Return the number; what is wrong with the whole file has none."""
        return value or _("file")

    def value_row(self, value: int) -> int:
        """Return the number."""
        return value


class ChangeTable(ListTable):
    """One row per field that gets another value."""

    code = tables.Column(verbose_name=_("Code"))
    field = tables.Column(verbose_name=_("Field"))
    before = tables.Column(verbose_name=_("Now"), empty_values=(), attrs={"td": {"class": "long"}})
    after = tables.Column(
        verbose_name=_("In the file"), empty_values=(), attrs={"td": {"class": "long"}}
    )

    def render_before(self, record: Change) -> SafeString:
        """Return the value that is stored."""
        return marked(record.before, record.after)[0]

    def value_before(self, value: Any) -> Any:
        """Return the value that is stored, as it is."""
        return value

    def render_after(self, record: Change) -> SafeString:
        """Return the value of the file."""
        return marked(record.before, record.after)[1]

    def value_after(self, value: Any) -> Any:
        """Return the value of the file, as it is."""
        return value


def sorted_by(request: HttpRequest, table: ListTable) -> ListTable:
    """Return a table in the order that the address asks for; all of its rows are on one page."""
    tables.RequestConfig(request, paginate=False).configure(table)
    return table
