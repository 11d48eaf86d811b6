"""The page of one's tokens."""

from typing import Any

import django_tables2 as tables
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from frame.api.scopes import WORDS, Scope, in_order
from frame.api.tokens import LONGEST_DAYS, make_token, revoke_token
from frame.filters import ListFilter
from frame.models import ApiToken
from frame.tables import ListTable, MomentColumn, as_csv, listing, wants_csv


class TokenForm(forms.Form):
    """What a new token is called, what it may do, and for how long."""

    name = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("What will use it: a script, a notebook.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[(scope.value, words) for scope, words in WORDS.items()],
        initial=[Scope.READ.value],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than you may yourself in a study."),
    )
    days = forms.IntegerField(
        label=_("Days until it expires"), min_value=1, max_value=LONGEST_DAYS, initial=90
    )


class TokenTable(ListTable):
    """One row per token."""

    name = tables.Column(verbose_name=_("Name"))
    scopes = tables.Column(verbose_name=_("It may"), orderable=False)
    created_at = MomentColumn(verbose_name=_("Created"))
    last_used_at = MomentColumn(verbose_name=_("Last used"))
    expires_at = MomentColumn(verbose_name=_("Expires"))
    state = tables.Column(verbose_name=_("State"), empty_values=(), orderable=False)
    fixed = frozenset({"name", "state"})

    def render_scopes(self, value: list[Scope]) -> str:
        """Return the scopes' names."""
        return ", ".join(value)

    def render_state(self, record: ApiToken) -> str:
        """Return where a token is revoked, or that it opens nothing any more."""
        if record.revoked_at:
            return say("revoked")
        if not record.is_valid:
            return say("expired")
        address = reverse("account-token-revoke", args=[record.pk])
        return format_html('<a href="{}">{}</a>', address, say("Revoke"))

    def value_state(self, record: ApiToken) -> str:
        """Return the same for programs."""
        return "valid" if record.is_valid else "revoked" if record.revoked_at else "expired"


class TokenFilter(ListFilter):
    """Search by name."""

    searched = ("name",)

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = ()


@require_safe
@never_cache
def tokens(request: HttpRequest) -> HttpResponseBase:
    """Show the tokens of one's account, old ones too."""
    assert request.user.is_authenticated
    mine = ApiToken.objects.filter(user=request.user)
    shown = listing(request, mine, TokenTable, TokenFilter)
    if wants_csv(request):
        return as_csv(shown, "tokens")
    about = {"listing": shown, "heading": _("API tokens"), "empty": "frame/_no_tokens.html"}
    return render(request, "frame/tokens.html", about)


@never_cache
def new_token(request: HttpRequest) -> HttpResponse:
    """Make a token and show its key, this once."""
    form = TokenForm(request.POST or None)
    if not form.is_valid():
        status = 400 if form.is_bound else 200
        return render(request, "frame/new_token.html", {"form": form}, status=status)
    asked: dict[str, Any] = form.cleaned_data
    assert request.user.is_authenticated
    token, key = make_token(request.user, asked["name"], in_order(asked["scopes"]), asked["days"])
    return render(request, "frame/token_made.html", {"token": token, "key": key}, status=201)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """Let a token open nothing any more, once asked."""
    mine = get_object_or_404(ApiToken, pk=token, user_id=request.user.pk, revoked_at=None)
    if request.method == "POST":
        revoke_token(mine)
        messages.success(request, _("The token opens nothing any more."))
        return redirect("account-tokens")
    return render(request, "frame/revoke_token.html", {"token": mine})
