"""The pages of one's own account that are ours; allauth's stand beside them."""

from allauth.account.decorators import reauthentication_required
from django.urls import path
from django.views.decorators.http import require_http_methods

from frame.accounts import pages
from frame.api import pages as api

urlpatterns = [
    path("", pages.account, name="account"),
    path("tokens/", api.tokens, name="account-tokens"),
    # a key outlives the browser it is made in: whoever makes one gives the password anew
    path(
        "tokens/new",
        require_http_methods(["GET", "HEAD", "POST"])(reauthentication_required(api.new_token)),
        name="account-token-new",
    ),
    path("tokens/<int:token>/revoke", api.revoke, name="account-token-revoke"),
]
