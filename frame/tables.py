"""A researcher's table: sorted, filtered, searched and cut to columns by its address alone.

The address is the whole state (`?q=sum&category=TP&sort=-code&columns=code&columns=category`), so a
view can be bookmarked, sent to a colleague and walked back; `format=csv` gives the rows it shows.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django_filters import FilterSet

from frame.filters import ListFilter as ListFilter
from frame.paging import KeyedRows
from frame.templatetags.frame import moment

PER_PAGE = 25
"""Rendering a cell takes the server longer than finding its row; 25 rows fill a screen."""
NO_COLUMN = "-"
"""Sent beside the names of columns, so that to untick them all differs from naming none."""


class MomentColumn(tables.Column):
    """A time: in the viewer's zone on the page, in UTC in the CSV."""

    def render(self, value: datetime) -> str:
        """Return the time as people read it."""
        return moment(value)

    def value(self, value: datetime | None) -> str:
        """Return the time as programs read it."""
        return value.astimezone(UTC).isoformat(timespec="seconds") if value else ""


class PageColumn(tables.Column):
    """A value that leads to the page of its row; the address is the study's, then `key`'s value."""

    def __init__(self, url_name: str, *, key: str, prefix: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.url_name, self.key, self.prefix = url_name, tables.A(key), prefix

    def render(self, value: Any, record: Any, table: "ListTable") -> str:
        """Return the value as a link."""
        address = reverse(self.url_name, args=[*table.within, self.key.resolve(record)])
        return format_html('<a href="{}">{}{}</a>', address, self.prefix, value)

    def value(self, value: Any) -> str:
        """Return the text alone."""
        return f"{self.prefix}{value}"


@dataclass(frozen=True)
class Act:
    """Something to do with the rows that are ticked: where its form goes, and what it is called."""

    name: str
    label: Promise | str


@dataclass(frozen=True)
class ColumnChoice:
    """A column that can be shown or left out."""

    name: str
    label: str
    is_shown: bool


@dataclass(frozen=True)
class Listing:
    """A table as one address asks for it."""

    table: tables.Table
    filters: FilterSet
    columns: Sequence[ColumnChoice]
    acts: Sequence[Act]
    acts_address: str
    csv_address: str
    is_narrowed: bool
    no_column: str = NO_COLUMN

    @property
    def total(self) -> int:
        """Return how many rows there are on all pages."""
        count: int = self.table.paginator.count
        return count


class ListTable(tables.Table):
    """What all tables share.

    A subclass may name `optional` columns, which are shown only when asked for, and `fixed` ones,
    which are always shown. `within` is what addresses of its rows begin with: a study's slug.
    """

    optional: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()

    def __init__(self, *args: Any, within: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, default="–", **kwargs)
        self.within = within

    class Meta:
        template_name = "frame/table.html"


def listing(
    request: HttpRequest,
    rows: QuerySet[Any],
    table_class: type[ListTable],
    filter_class: type[ListFilter],
    *,
    acts: Sequence[Act] = (),
    acts_address: str = "",
    without: Iterable[str] = (),
    within: tuple[str, ...] = (),
) -> Listing:
    """Return the table that a request's address asks for.

    What the address asks for and the table cannot give (an unknown column, a page beyond the last)
    is left out, never an error: addresses are kept and edited by people.

    Parameters
    ----------
    acts : sequence of Act
        What can be done with ticked rows; `acts_address` takes a POST of `act` and `selected`.
    without : iterable of str
        Columns that this viewer may not see, whatever the address asks for.
    within : tuple of str
        See `ListTable`.
    """
    filters = filter_class(request.GET, queryset=rows, request=request)
    filters.form.auto_id = "narrow_%s"  # another form of the page may have fields of these names
    hidden = _hidden(table_class, request.GET.getlist("columns")) | set(without)
    table = table_class(KeyedRows(filters.qs), exclude=sorted(hidden), within=within)
    pages = {"per_page": PER_PAGE, "silent": True}
    tables.RequestConfig(request, paginate=pages).configure(table)
    return Listing(
        table=table,
        filters=filters,
        columns=[
            ColumnChoice(name, str(column.verbose_name or name), name not in hidden)
            for name, column in table_class.base_columns.items()
            if name not in table_class.fixed | set(without)
        ],
        acts=acts,
        acts_address=acts_address,
        csv_address=_with(request, format="csv"),
        is_narrowed=any(request.GET.get(name) for name in filters.filters),
    )


def ticked(request: HttpRequest) -> list[int]:
    """Return the rows that were ticked, by primary key; what is no number is left out."""
    return [int(pk) for pk in request.POST.getlist("selected") if pk.isdecimal() and len(pk) < 19]


def wants_csv(request: HttpRequest) -> bool:
    """Tell whether the address asks for the rows as CSV."""
    return request.GET.get("format") == "csv"


def as_csv(shown: Listing, name: str) -> StreamingHttpResponse:
    """Return all pages of a listing as CSV: its rows, order and columns, times in UTC."""
    return table_as_csv(shown.table, name)


def table_as_csv(table: tables.Table, name: str) -> StreamingHttpResponse:
    """Return a table as CSV."""
    writer = csv.writer(_Echo())
    rows = (writer.writerow(row) for row in table.as_values())
    return StreamingHttpResponse(
        rows,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


class _Echo:
    """A file that hands back what is written to it, so that rows can be streamed."""

    def write(self, text: str) -> str:
        return text


def _hidden(table_class: type[ListTable], asked: list[str]) -> set[str]:
    names = set(table_class.base_columns)
    wanted = names & set(asked)
    if not wanted and NO_COLUMN not in asked:
        wanted = names - table_class.optional
    return names - wanted - table_class.fixed


def _with(request: HttpRequest, **changes: str) -> str:
    query = request.GET.copy()
    query.pop("page", None)
    for name, value in changes.items():
        query[name] = value
    return f"?{query.urlencode()}"
