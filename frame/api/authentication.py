"""Who asks: the bearer of a token, or somebody signed in on this site."""

from collections.abc import Collection

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from frame.api.scopes import Scope
from frame.api.tokens import find_token
from frame.models import ApiToken

SCHEME = "Bearer"


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer discern_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the owner and the token; None when the request carries none."""
        scheme, _, key = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        token = find_token(key.strip().decode("latin-1"))
        if token is None:
            raise AuthenticationFailed("This token is unknown, expired or revoked.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return what a refused request is told to bring."""
        return f'{SCHEME} realm="api"'


def scopes_of(request: Request) -> Collection[Scope]:
    """Return what a request may be used for: its token's scopes, or all for who is signed in."""
    token = request.auth
    return token.scopes if isinstance(token, ApiToken) else tuple(Scope)


class BearerScheme(OpenApiAuthenticationExtension):
    """How the schema describes it."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the OpenAPI security scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of your account. It does what its scopes and your role allow.",
        }
