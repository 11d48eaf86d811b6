"""Errors as problem details (RFC 9457): one shape, whatever went wrong."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core import exceptions as django_errors
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import APIException, ErrorDetail
from rest_framework.response import Response

MEDIA_TYPE = "application/problem+json"

Error = dict[str, str | int]


ERROR = inline_serializer(
    "Error",
    {
        "field": serializers.CharField(help_text="Where: a field, or empty for the whole."),
        "row": serializers.IntegerField(required=False, help_text="Of an imported file."),
        "message": serializers.CharField(),
    },
    many=True,
    required=False,
)
PROBLEM = inline_serializer(
    "Problem",
    {
        "type": serializers.CharField(help_text="`urn:discern:problem:` and the code."),
        "title": serializers.CharField(),
        "status": serializers.IntegerField(),
        "detail": serializers.CharField(help_text="For people; may change."),
        "instance": serializers.CharField(help_text="The address that was asked."),
        "code": serializers.CharField(help_text="For programs; does not change."),
        "errors": ERROR,
        "fewest": serializers.IntegerField(
            required=False, help_text="Of `too_few_templates`: the smallest count that suffices."
        ),
    },
)
"""Why a request was refused, for the schema."""


class Refusal(APIException):
    """A refusal of the API itself, with a status and a code of its own."""

    def __init__(self, status: HTTPStatus, code: str, detail: str) -> None:
        super().__init__(detail, code)
        self.status_code, self.default_code = status, code


def problem(
    status: int, code: str, detail: str, instance: str, errors: Sequence[Error] = ()
) -> Response:
    """Return the answer to a request that was refused."""
    body: dict[str, Any] = {
        "type": f"urn:discern:problem:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": int(status),
        "detail": detail,
        "instance": instance,
        "code": code,
    }
    if errors:
        body["errors"] = list(errors)
    return Response(body, status=status, content_type=MEDIA_TYPE)


def errors_in(detail: Any, field: str = "") -> Iterator[Error]:
    """Yield what a validation found, each with the path of its field: `codes.0`, `timing`."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            at = "" if name in {"non_field_errors", django_errors.NON_FIELD_ERRORS} else str(name)
            yield from errors_in(inner, ".".join(part for part in (field, at) if part))
    elif isinstance(detail, list | tuple):
        for place, inner in enumerate(detail):
            nested = not isinstance(inner, str)
            yield from errors_in(inner, f"{field}.{place}" if nested else field)
    else:
        yield {"field": field, "message": str(detail)}


def code_of(error: APIException) -> str:
    """Return the code of one of DRF's errors; of a validation it is `invalid`."""
    if isinstance(error.detail, ErrorDetail) and error.detail.code:
        return str(error.detail.code)
    return error.default_code
