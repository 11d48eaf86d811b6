"""What a table can be narrowed by."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import django_filters as filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _


class ListFilter(filters.FilterSet):
    """What all filters share: one search box over the fields a subclass names in `searched`."""

    searched: tuple[str, ...] = ()
    q = filters.CharFilter(method="search", label=_("Search"))

    def search(self, rows: QuerySet[Any], name: str, text: str) -> QuerySet[Any]:
        """Keep rows in which every word occurs in one of the searched fields."""
        for word in text.split():
            rows = rows.filter(
                reduce(or_, (Q(**{f"{field}__icontains": word}) for field in self.searched))
            )
        return rows


class ValuesFilter(filters.ChoiceFilter):
    """A choice among the values that occur in the rows; `words` says what one is called."""

    parent: Any  # the filter set, which django-filter puts here

    def __init__(self, *, words: Callable[[str], object] = str, **options: Any) -> None:
        self.words = words
        super().__init__(**options)

    @property
    def field(self) -> Any:
        """Return the form field, with the choices of these rows."""
        rows = self.parent.queryset.order_by(self.field_name)
        values = rows.values_list(self.field_name, flat=True).distinct()
        self.extra["choices"] = [
            (value, self.words(value)) for value in values if value not in (None, "")
        ]
        return super().field


class DayFilter(filters.DateFilter):
    """A day in the viewer's zone, as the first or the last one."""

    def __init__(self, field_name: str, lookup_expr: str, **options: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"})
        super().__init__(field_name, lookup_expr, widget=widget, **options)


def yes_or_no(
    field_name: str,
    label: Any,
    *,
    lookup: str = "exact",
    words: tuple[Any, Any] = (_("yes"), _("no")),
) -> filters.TypedChoiceFilter:
    """Return a filter by something that is so or not; both are shown unless one is chosen."""
    yes, no = words
    return filters.TypedChoiceFilter(
        field_name=field_name,
        lookup_expr=lookup,
        label=label,
        choices=[("", _("any")), ("True", yes), ("False", no)],
        coerce=lambda value: value == "True",
    )
