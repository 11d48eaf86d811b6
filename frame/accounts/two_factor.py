"""Who must have a second factor, and nothing else before they have one."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from frame.accounts.limits import Required
from frame.api.problems import MEDIA_TYPE, problem

SETUP = "mfa_activate_totp"
_ON_THE_WAY = frozenset({SETUP, "account_reauthenticate"})
"""Pages that lead to a second factor; what needs no account (signing out) is open anyway."""

_API = "/api/"
_GUARDED = (_API, "/studies/")
"""Where views of the REST framework, which count as open, look at the account themselves."""


def lacks_second_factor(account: User | AnonymousUser) -> bool:
    """Tell whether an account has to set up a second factor before it may do anything."""
    required = Required(settings.REQUIRE_TWO_FACTOR)
    if required is Required.NONE or not account.is_authenticated:
        return False
    if required is Required.STAFF and not account.is_staff:
        return False
    return not is_mfa_enabled(account)


class TwoFactorMiddleware:
    """Send who lacks a required second factor to set it up, whatever they wanted to open."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_args: Any
    ) -> HttpResponseBase | None:
        """Let through what is open to everybody, and the way to a second factor."""
        is_guarded = getattr(view, "login_required", True) or request.path.startswith(_GUARDED)
        name = request.resolver_match.url_name if request.resolver_match else None
        if not is_guarded or name in _ON_THE_WAY or not lacks_second_factor(request.user):
            return None
        told = _("Your account needs a second factor before you can go on.")
        if request.path.startswith(_API):
            told_to_programs = problem(403, "no_second_factor", told, request.path).data
            return JsonResponse(told_to_programs, status=403, content_type=MEDIA_TYPE)
        messages.info(request, told)
        return redirect(SETUP)
