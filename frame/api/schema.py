"""The OpenAPI schema: what every operation may answer, the refusals included."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from frame.api.problems import MEDIA_TYPE, PROBLEM

PREFIX = "/api/v1/"
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,255}$"},
    OpenApiParameter.HEADER,
    description="Makes it safe to send the same write again: within 24 hours it is not done twice.",
)
RETRY_AFTER = OpenApiParameter(
    "Retry-After",
    int,
    OpenApiParameter.HEADER,
    description="Seconds to wait.",
    response=["429"],
)
_ALWAYS = {
    "400": "The request is malformed, or fields are wrong: `errors` names them.",
    "401": "No token, or one that is unknown, expired or revoked.",
    "403": "Your role in the study, or the token's scopes, do not allow it.",
    "404": "There is no such thing, or you are no member of the study.",
    "406": "Only JSON can be had.",
    "429": "Too many requests.",
    "500": "A fault of Discern.",
}
_WRITES = {
    "409": "A rule of the study refuses it; `code` says which.",
    "413": "The body is too large.",
    "415": "The body is of a type that is not read here.",
    "422": "The idempotency key came before, with another request.",
}


class ProblemSchema(AutoSchema):
    """Adds to an operation what all of them share."""

    def get_override_parameters(self) -> list[Any]:
        """Return what the address and the headers may carry."""
        query = getattr(self.view, "queries", {}).get(self.method)
        own = [query] if query else []
        return [*own, RETRY_AFTER, *([IDEMPOTENCY_KEY] if self._writes else [])]

    def get_summary(self) -> str:
        """Return the first line of the handler's docstring."""
        handler = getattr(self.view, self.method.lower())
        return (handler.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    def get_tags(self) -> list[str]:
        """Return the noun an operation is about: the view's, or that of its address."""
        if tag := getattr(self.view, "tag", ""):
            return [tag]
        parts = [part for part in self.path.removeprefix(PREFIX).split("/") if part[0] != "{"]
        return [parts[1] if parts[0] == "studies" and len(parts) > 1 else parts[0]]

    def get_filter_backends(self) -> list[Any]:
        """Return what narrows a list; a write to its address is not narrowed."""
        return [] if self._writes else super().get_filter_backends()

    def _get_paginator(self) -> Any:
        paginator: Any = super()._get_paginator
        return None if self._writes else paginator()

    def _is_list_view(self, serializer: Any = None) -> bool:
        is_list = self.method == "GET" and hasattr(self.view, "page")
        return is_list or bool(super()._is_list_view(serializer))

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        refusals = {**_ALWAYS, **(_WRITES if self._writes else {})}
        describe: Any = self._get_response_for_code
        for status, words in refusals.items():
            bodies[status] = describe(
                OpenApiResponse(PROBLEM, words), status, [MEDIA_TYPE], direction
            )
        return dict(sorted(bodies.items()))

    @property
    def _writes(self) -> bool:
        return self.method not in {"GET", "HEAD"}


def only_ours(endpoints: list[tuple[Any, ...]], **_: Any) -> list[tuple[Any, ...]]:
    """Leave the participants' messages out: they are the item page's, not an API."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith(PREFIX)]


def say_what_is_refused(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say that bodies take no other fields (`frame.api.parsing.Body`), and `sort` not nothing."""
    components = result["components"]["schemas"]
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "sort":
                    parameter["schema"]["minItems"] = 1
            for media in operation.get("requestBody", {}).get("content", {}).values():
                name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if name:
                    components[name]["additionalProperties"] = False
    return result
