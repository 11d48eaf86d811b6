"""The one map from domain errors to HTTP."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler

from study.domain.errors import DomainError

STATUS = {"invalid_design": 400, "invalid_import": 400}


def handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn a domain error into 409 (or the status above) with its code and message."""
    if isinstance(exc, DomainError):
        body = {"error": exc.code, "message": str(exc)}
        return Response(body, status=STATUS.get(exc.code, 409))
    return exception_handler(exc, context)
