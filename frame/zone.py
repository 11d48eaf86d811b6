"""Times in the viewer's zone: the browser names it in a cookie, the server only formats."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE = "zone"
"""Set by `static/js/shell.js`; until then, and for a name we do not know, times are in UTC."""

_LONGEST = 64


class ZoneMiddleware:
    """Make the viewer's time zone the current one for the length of a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, with times in its viewer's zone."""
        zone = _zone(request.COOKIES.get(COOKIE, ""))
        if zone is None:
            return self.get_response(request)
        with timezone.override(zone):
            return self.get_response(request)


def _zone(name: str) -> ZoneInfo | None:
    if not name or len(name) > _LONGEST:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
