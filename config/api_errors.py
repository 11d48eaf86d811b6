"""The one map from errors to HTTP: every refusal has a code and a message.

Researchers get problem details (RFC 9457); participants' pages keep the small shape they know.
"""

import logging
import re
from http import HTTPStatus
from typing import Any

from django.core import exceptions as django_errors
from django.core.signals import got_request_exception
from django.db import IntegrityError
from django.http import Http404
from django.http.request import UnreadablePostError
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from frame.api.problems import Error, code_of, errors_in, problem
from study.domain.checklist import NotReady
from study.domain.errors import DomainError, InvalidDesign, InvalidImport
from study.domain.scheduling import TooFewTemplates

STATUS = {"invalid_design": 400, "invalid_import": 400, "unusable_upload": 400}
MANY_WRONG = "See `errors` for all that is wrong."

logger = logging.getLogger(__name__)


def handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an error, in the shape of whoever asked."""
    if getattr(context["view"], "answers_problem_details", False):
        return _for_researchers(exc, context)
    return _for_participants(exc, context)


def _for_participants(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Return `error` (a code), `message`, and for a message of the wrong shape `fields`."""
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


def _for_researchers(exc: Exception, context: dict[str, Any]) -> Response:
    request = context["request"]
    status, code, detail, errors = _described(exc)
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        # as Django does for any other address: the log, and whoever listens for faults
        logger.error("Fault at %s", request.path, exc_info=exc)
        got_request_exception.send(sender=type(context["view"]), request=request)
    answer = problem(status, code, detail, request.path, errors)
    if isinstance(exc, TooFewTemplates):
        answer.data["fewest"] = exc.fewest
    if isinstance(exc, APIException) and (default := exception_handler(exc, context)):
        for name in ("WWW-Authenticate", "Retry-After"):
            if default.has_header(name):
                answer[name] = default[name]
    return answer


def _described(exc: Exception) -> tuple[int, str, str, list[Error]]:
    """Return status, code, words and the single errors of whatever went wrong."""
    match exc:
        case DomainError():
            errors = _errors_of(exc)
            return STATUS.get(exc.code, 409), exc.code, MANY_WRONG if errors else str(exc), errors
        case ValidationError():
            return 400, "invalid", MANY_WRONG, list(errors_in(exc.detail))
        case django_errors.ValidationError():
            return _of_a_model(exc)
        case APIException():
            return exc.status_code, code_of(exc), str(exc.detail), []
        case django_errors.PermissionDenied() if str(exc):
            return 403, "permission_denied", str(exc), []
    for kind, (status, code, words) in _OTHERS.items():
        if isinstance(exc, kind):
            return status, code, words, []
    return 500, "fault", "Something went wrong on our side; it has been noted.", []


def _of_a_model(exc: django_errors.ValidationError) -> tuple[int, str, str, list[Error]]:
    by_field = exc.update_error_dict({})
    errors = list(errors_in(exc.message_dict if hasattr(exc, "error_dict") else exc.messages))
    if any(error.code == "unique" for found in by_field.values() for error in found):
        return 409, "already_exists", MANY_WRONG, errors
    return 400, "invalid", MANY_WRONG, errors


_OTHERS: dict[type[Exception], tuple[int, str, str]] = {
    Http404: (404, "not_found", "There is no such thing, or it is not yours to see."),
    django_errors.PermissionDenied: (
        403,
        "permission_denied",
        "Your role in this study does not allow it.",
    ),
    django_errors.RequestDataTooBig: (413, "too_large", "The body is too large."),
    django_errors.SuspiciousOperation: (400, "malformed", "The request cannot be read."),
    UnreadablePostError: (400, "malformed", "The request cannot be read."),
    IntegrityError: (409, "conflict", "Somebody else has just changed the same thing."),
}
_PLACE = re.compile(r"\[?([a-z]\w*(?:\.\w+)?)")


def _errors_of(exc: DomainError) -> list[Error]:
    """Return everything wrong with a design, a file or a draft, each with its place."""
    if isinstance(exc, InvalidImport):
        return [{**vars(found)} for found in exc.problems]
    if isinstance(exc, InvalidDesign):
        places = [_PLACE.match(line) for line in exc.problems]
        return [
            {"field": place[1] if place else "", "message": line}
            for place, line in zip(places, exc.problems, strict=True)
        ]
    if isinstance(exc, NotReady):
        return [
            {"field": found.part or found.page, "message": found.sentence} for found in exc.findings
        ]
    return []
