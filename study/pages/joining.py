"""A colleague's invitation: accepted with the account one has, or with one made here."""

from allauth.account.utils import perform_login
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from study import links
from study.domain.errors import DomainError
from study.domain.roles import Role
from study.models import ColleagueInvitation
from study.pages.members import ROLES
from study.services import colleagues


class AccountForm(forms.Form):
    """A new account: its address is the one the invitation was sent to."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        help_text=gettext_lazy("Other members see it, and the log keeps it."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show what one is invited to; on POST, become a member."""
    invitation = _invitation(token)
    if invitation is None:
        return render(request, "study/join_gone.html", status=404)
    if request.user.is_authenticated:
        return _with_account(request, invitation, request.user)
    return _without_account(request, invitation)


def _invitation(token: str) -> ColleagueInvitation | None:
    """Return the invitation whose link works at this moment."""
    public_id = links.public_id_of(token)
    waiting = ColleagueInvitation.objects.waiting().select_related("study")
    invitation = waiting.filter(public_id=public_id).first()
    if invitation is None or not links.is_genuine_colleague(token, public_id):
        return None
    return invitation if invitation.works_at(timezone.now()) else None


def _with_account(
    request: HttpRequest, invitation: ColleagueInvitation, account: User
) -> HttpResponseBase:
    if request.method != "POST":
        return _page(request, invitation, None)
    try:
        colleagues.accept(invitation, account, now=timezone.now())
    except DomainError as refusal:
        messages.error(request, str(refusal))
        return redirect("studies")
    messages.success(request, _("You work on this study now."))
    return redirect("study-overview", invitation.study.slug)


def _without_account(request: HttpRequest, invitation: ColleagueInvitation) -> HttpResponseBase:
    form = AccountForm(request.POST or None)
    if not form.is_valid():
        return _page(request, invitation, form)
    username, password = form.cleaned_data["username"], form.cleaned_data["password"]
    try:
        account = colleagues.join_with_new_account(
            invitation, username, password, now=timezone.now()
        )
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return _page(request, invitation, form)
    except DomainError as refusal:
        form.add_error(None, str(refusal))
        return _page(request, invitation, form)
    there = reverse("study-overview", args=[invitation.study.slug])
    signed_in: HttpResponseBase = perform_login(request, account, redirect_url=there)
    return signed_in


def _page(
    request: HttpRequest, invitation: ColleagueInvitation, form: AccountForm | None
) -> HttpResponseBase:
    about = {"invited_to": invitation.study, "role": ROLES[Role(invitation.role)], "form": form}
    status = 422 if form is not None and form.errors else 200
    return render(request, "study/join.html", about, status=status)
