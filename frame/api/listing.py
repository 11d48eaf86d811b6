"""Lists: what narrows them, their order, their pages."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest
from django_filters import CharFilter, ChoiceFilter, Filter, IsoDateTimeFilter, OrderingFilter
from django_filters.fields import IsoDateTimeField
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from frame.paging import KeyedPaginator

LARGEST_INTEGER = 2**31 - 1


class Pages(PageNumberPagination):
    """`?page=2&page_size=100`; a size that cannot be had is refused, not replaced."""

    django_paginator_class = KeyedPaginator
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
    names = frozenset({"page", "page_size"})

    def get_page_size(self, request: Request) -> int:
        """Return how many rows a page has."""
        asked = request.query_params.get("page_size")
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdecimal() and 1 <= int(asked) <= self.max_page_size):
            raise ValidationError({"page_size": f"A number from 1 to {self.max_page_size}."})
        return int(asked)

    def get_page_number(self, request: Request, paginator: Any) -> int:
        """Return which page is asked for, from 1 on."""
        asked = request.query_params.get("page", "1")
        if not (asked.isascii() and asked.isdecimal() and len(asked) <= 9 and int(asked)):
            raise ValidationError({"page": "A number from 1 on."})
        return int(asked)

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """Return the two parameters for the schema."""
        whole = {"type": "integer", "minimum": 1}
        size = {**whole, "maximum": self.max_page_size, "default": self.page_size}
        return [
            _parameter("page", {**whole, "maximum": 999_999_999, "default": 1}, "Which page."),
            _parameter("page_size", size, "Rows a page has."),
        ]


def _parameter(name: str, schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "schema": schema,
        "description": description,
    }


class StrictFilters(DjangoFilterBackend):
    """The filters of a list's `filterset_class`."""

    @classmethod
    def names(cls, view: Any) -> set[str]:
        """Return what an address may narrow a list by."""
        return set(view.filterset_class.base_filters)

    def filter_queryset(self, request: HttpRequest, queryset: QuerySet[Any], view: Any) -> Any:
        """Return the rows that are asked for; nothing given for a choice is a mistake."""
        empty = [
            name
            for name, each in view.filterset_class.base_filters.items()
            if request.GET.get(name) == "" and not isinstance(each, CharFilter)
        ]
        if empty:
            raise ValidationError(dict.fromkeys(empty, "Nothing is given."))
        return super().filter_queryset(request, queryset, view)


class Sorting(OrderingFilter):
    """`?sort=-created_at`; rows that are equal in it keep one order, so that pages are stable."""

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        """Return the rows in the order that is asked for, or in their own."""
        order = [self.get_ordering_value(name) for name in value or ()]
        return qs.order_by(*order, *([] if order else qs.query.order_by), "pk")


@extend_schema_field(OpenApiTypes.BOOL)
class FlagFilter(ChoiceFilter):
    """`true` or `false`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[("true", "true"), ("false", "false")], **options)

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        """Return the rows of which it is so."""
        return qs.filter(**{str(self.field_name): value == "true"}) if value else qs


class SetFilter(FlagFilter):
    """`true`: a column that has a value, such as the time of a retirement."""

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        """Return the rows in which it is set, or is not."""
        return qs.filter(**{f"{self.field_name}__isnull": value == "false"}) if value else qs


@extend_schema_field({"type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER})
class WholeFilter(Filter):
    """A whole number."""

    field_class = forms.IntegerField

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=LARGEST_INTEGER, **options)


class _MomentField(IsoDateTimeField):
    def to_python(self, value: Any) -> datetime | None:
        """Return the time; in the first and the last hours of the calendar UTC has none."""
        moment: datetime | None = super().to_python(value)
        try:
            return moment and moment.astimezone(UTC)
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid"], "invalid") from None


@extend_schema_field(OpenApiTypes.DATETIME)
class MomentFilter(IsoDateTimeFilter):
    """A time, as ISO 8601 writes it."""

    field_class = _MomentField
