"""The page of one's own account; all that can be changed is a page of its own behind it."""

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show what belongs to one's account, and lead to each part."""
    about = {
        "address": EmailAddress.objects.get_primary_email(request.user),
        "has_second_factor": is_mfa_enabled(request.user),
        "sign_ins": len(UserSession.objects.purge_and_list(request.user)),
    }
    return render(request, "frame/account.html", about)
