"""The heat map: how often every item is judged in each condition, and on its way to be."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

import django_tables2 as tables
from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from annotation.domain.heat_map import changes_by_category
from annotation.pages.heat import LEGEND, Cell, has_arms
from annotation.selectors import CoverageReport, ItemCoverage, coverage_report
from frame.tables import ListTable, table_as_csv, wants_csv
from study.domain.coverage import Tally, summarise
from study.domain.plans import BankItem, Coverage
from study.domain.roles import Right
from study.domain.vocabulary import Condition
from study.models import Study
from study.selectors import current_version
from study.shell import show, study_page

PER_PAGE = 200
"""Items; more are no longer seen at a glance, and take the server long to write."""


@dataclass(frozen=True)
class Row:
    """One item of the heat map."""

    item: BankItem
    cells: Sequence[Cell]

    @property
    def shortfall(self) -> int:
        """Return how many judgments are missing although everybody finishes."""
        return sum(cell.shortfall for cell in self.cells)


class HeatTable(ListTable):
    """The heat map as programs read it: one row per item."""

    code = tables.Column(verbose_name="code")
    category = tables.Column(verbose_name="category")

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "HeatTable":
        """Return the rows, with a column per condition and number."""
        found = [
            {"code": row.item.code, "category": row.item.category}
            | {name: value for cell in row.cells for name, value in _numbers(cell)}
            for row in rows
        ]
        empty = (_numbers(Cell(condition, Tally(), 0)) for condition in Condition)
        names = [name for numbers in empty for name, _none in numbers]  # where no item fits, too
        return cls(found, extra_columns=[(name, tables.Column(name)) for name in names])


def _numbers(cell: Cell) -> Iterator[tuple[str, int]]:
    """Yield a cell's numbers under the names they have over the API."""
    numbers = {"target": cell.target, **asdict(cell.tally), "shortfall": cell.shortfall}
    return ((f"{cell.condition}_{name}", value) for name, value in numbers.items())


class HeatFilter(forms.Form):
    """Which items are shown. What an address asks for in vain is left out."""

    short = forms.BooleanField(label=_("Only what is short"), required=False)

    def __init__(self, asked: QueryDict, categories: Iterable[str]) -> None:
        super().__init__(asked, auto_id="narrow_%s")
        choices = [("", _("any")), *((category, category) for category in categories)]
        self.fields["category"] = forms.ChoiceField(
            label=_("Category"), required=False, choices=choices
        )
        self.full_clean()

    @property
    def is_narrowing(self) -> bool:
        """Tell whether some items may be left out."""
        return any(self.cleaned_data.values())

    def keeps(self, row: Row) -> bool:
        """Tell whether an item is shown."""
        category = self.cleaned_data.get("category")
        is_wanted = not self.cleaned_data.get("short") or row.shortfall > 0
        return is_wanted and category in {None, "", row.item.category}


@require_safe
@study_page(Right.VIEW)
def heat_map(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show coverage item by item, and what the templates guarantee."""
    design = current_version(study).design
    report = coverage_report(study)
    rows = [_row(covered, report.target) for covered in report.items]
    narrowed = HeatFilter(request.GET, design.bank.categories)
    kept = [row for row in rows if narrowed.keeps(row)]
    if wants_csv(request):
        return table_as_csv(HeatTable.of(kept), f"{study.slug}-coverage")
    page = Paginator(kept, PER_PAGE).get_page(request.GET.get("page"))
    items = [row.item for row in rows]
    collected = _coverage(report, lambda tally: tally.collected)
    expected = _coverage(report, lambda tally: tally.expected)
    return show(
        request,
        study,
        "annotation/coverage.html",
        summary=summarise(items, design, expected),
        changes=changes_by_category(items, design, collected, expected),
        certificate=report.certificate,
        has_arms=has_arms(items),
        target=report.target,
        narrowed=narrowed,
        page=page,
        groups=_groups(study, list(page)),
        legend=LEGEND,
    )


def _row(covered: ItemCoverage, target: Mapping[Condition, int]) -> Row:
    tallies = covered.tallies.items()
    cells = [Cell(condition, tally, target[condition]) for condition, tally in tallies]
    return Row(covered.item, cells)


def _coverage(report: CoverageReport, number: Callable[[Tally], int]) -> Coverage:
    """Return one number of every tally."""
    return {
        (covered.item.code, condition): number(tally)
        for covered in report.items
        for condition, tally in covered.tallies.items()
    }


def _groups(study: Study, rows: Sequence[Row]) -> list[tuple[str, list[tuple[int, Row]]]]:
    """Return the rows of a page by category, each with the primary key of its item."""
    codes = [row.item.code for row in rows]
    keys = dict(study.items.filter(code__in=codes).values_list("code", "pk"))
    return [
        (category, [(keys[row.item.code], row) for row in found])
        for category, found in groupby(rows, lambda row: row.item.category)
    ]
