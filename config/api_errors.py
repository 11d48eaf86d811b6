"""The one map from errors to HTTP: every refusal has a code and a message."""

from typing import Any

from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from study.domain.errors import DomainError

STATUS = {"invalid_design": 400, "invalid_import": 400}


def handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an error: 409 for a broken rule, or the status above, or DRF's own.

    The body has `error` (a code), `message`, and for a message of the wrong shape `fields`.
    """
    if isinstance(exc, DomainError):
        body = {"error": exc.code, "message": str(exc)}
        return Response(body, status=STATUS.get(exc.code, 409))
    response = exception_handler(exc, context)
    if response is None:
        return None
    if isinstance(exc, ValidationError):
        fields = response.data
        response.data = {"error": "invalid", "message": "Some fields are wrong.", "fields": fields}
    else:
        code = exc.default_code if isinstance(exc, APIException) else "not_found"
        response.data = {"error": code, "message": str(response.data.get("detail", exc))}
    return response
