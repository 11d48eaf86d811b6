"""A study's design, and its versions."""

from collections.abc import Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, get_args, get_type_hints

import django_filters as filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from frame.api.listing import LARGEST_INTEGER, Sorting
from frame.api.parsing import Body
from study.domain.design import StudyDesign
from study.domain.design_diff import differences
from study.domain.design_file import read_design
from study.domain.roles import Right
from study.models import StudyVersion
from study.rest.base import StudyListView, StudyView
from study.selectors import current_version
from study.services.studies import revise_design

_TYPES: Mapping[Any, Mapping[str, Any]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
}
_WORDS = {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}


def _schema_of_setting(hint: Any, rule: Mapping[str, Any], default: Any) -> dict[str, Any]:
    kind = get_args(hint)[0] if isinstance(hint, UnionType) else hint
    schema: dict[str, Any] = {**_TYPES.get(kind, {**_WORDS, "uniqueItems": True})}
    limits = {
        "minimum": rule["at_least"],
        "maximum": rule["at_most"],
        "maxLength": rule["longest"],
        "enum": list(rule["allowed"]) or None,
    }
    about = f"{rule['about']} ({rule['section']})" if rule["section"] else rule["about"]
    given = {name: limit for name, limit in limits.items() if limit is not None}
    plain = list(default) if isinstance(default, tuple) else default
    return {**schema, **given, "default": plain, "description": about}


def design_schema() -> dict[str, Any]:
    """Return the JSON Schema of a design: every section and setting, as it is declared."""
    design = StudyDesign()
    sections = {}
    for section in fields(design):
        body = getattr(design, section.name)
        hints = get_type_hints(type(body))
        sections[section.name] = {
            "type": "object",
            "description": section.metadata["about"],
            "additionalProperties": False,
            "properties": {
                entry.name: _schema_of_setting(
                    hints[entry.name], entry.metadata, getattr(body, entry.name)
                )
                for entry in fields(body)
            },
        }
    return {"type": "object", "additionalProperties": False, "properties": sections}


@extend_schema_field(design_schema())
class DesignField(serializers.DictField):
    """A design; `study.domain.design_file` says everything that is wrong with one."""


@extend_schema_field({"description": "A number, a text, true or false, null, or a list of texts."})
class AnyValue(serializers.JSONField):
    """The value of a setting."""


class VersionRowSerializer(serializers.ModelSerializer[StudyVersion]):
    """A version of a design, without the design."""

    class Meta:
        model = StudyVersion
        fields = ("number", "design_hash", "created_at", "frozen_at", "piloted_at")


class VersionSerializer(serializers.ModelSerializer[StudyVersion]):
    """A version of a design; frozen once somebody has begun on it."""

    design = serializers.SerializerMethodField()

    class Meta:
        model = StudyVersion
        fields = (*VersionRowSerializer.Meta.fields, "design")

    @extend_schema_field(design_schema())
    def get_design(self, version: StudyVersion) -> dict[str, Any]:
        """Return the design."""
        return version.design.as_dict()


class DesignView(StudyView):
    """`design`."""

    rights = {"GET": Right.VIEW, "PUT": Right.EDIT}

    @extend_schema(responses={200: design_schema()})
    def get(self, request: Request, slug: str) -> Response:
        """Read the design that new participants get."""
        return Response(current_version(self.study).design.as_dict())

    @extend_schema(request={"application/json": design_schema()}, responses=VersionSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Give the study another design; what is not given is as in the paper.

        A version nobody has begun on is rewritten; a frozen one stays, and a new one follows it.
        """
        given = DesignField().run_validation(request.data)
        version = revise_design(self.study, read_design(given), actor=self.actor)
        return self.answer(VersionSerializer, version)


class VersionFilter(filters.FilterSet):
    """The order of versions."""

    sort = Sorting(fields=("number",))

    class Meta:
        model = StudyVersion
        fields: tuple[str, ...] = ()


class Versions(StudyListView):
    """`versions`."""

    tag = "design"
    rights = {"GET": Right.VIEW}
    queryset = StudyVersion.objects.all()
    serializer_class = VersionRowSerializer
    filterset_class = VersionFilter

    def rows(self) -> QuerySet[StudyVersion]:
        """Return the versions, the newest first."""
        return self.study.versions.order_by("-number")

    def get(self, request: Request, slug: str) -> Response:
        """List the versions of the design, the newest first."""
        return self.page()


class OneVersion(StudyView):
    """`versions/{number}`."""

    tag = "design"
    rights = {"GET": Right.VIEW}
    serializer_class = VersionSerializer

    def get(self, request: Request, slug: str, number: int) -> Response:
        """Read one version of the design."""
        return self.answer(VersionSerializer, get_object_or_404(self.study.versions, number=number))


class AgainstQuery(Body):
    """What to compare with."""

    against = serializers.IntegerField(
        min_value=1, max_value=LARGEST_INTEGER, help_text="Number of the other, earlier version."
    )


class DifferenceSerializer(serializers.Serializer[Any]):
    """One setting that has another value."""

    section = serializers.CharField()
    key = serializers.CharField()
    before = AnyValue()
    after = AnyValue()


class Changes(StudyView):
    """`versions/{number}/changes`."""

    tag = "design"
    rights = {"GET": Right.VIEW}
    queries = {"GET": AgainstQuery}

    @extend_schema(responses=DifferenceSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Read what differs between a version and another one."""
        version = get_object_or_404(self.study.versions, number=number)
        other = get_object_or_404(self.study.versions, number=self.query()["against"])
        found = differences(other.design, version.design)
        return Response(DifferenceSerializer(found, many=True).data)
