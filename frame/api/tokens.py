"""Make tokens, take them back, and find whose a token is."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from frame.api.scopes import Scope, in_order
from frame.models import ApiToken

PREFIX = "discern_"
"""Lets scanners for leaked secrets, and people, see what it is."""

LONGEST_DAYS = 366
_USE_IS_NOTED_EVERY = timedelta(minutes=1)


def make_token(user: User, name: str, scopes: Iterable[Scope], days: int) -> tuple[ApiToken, str]:
    """Return a new token and its key, which cannot be had again."""
    key = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=_digest(key),
        scope_names=[scope.value for scope in in_order(scopes)],
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, key


def find_token(key: str) -> ApiToken | None:
    """Return the valid token of a key, and note that it was used.

    The use is noted once a minute: a read of the API should not cost a write.
    """
    token = ApiToken.objects.select_related("user").filter(digest=_digest(key)).first()
    if token is None or not token.is_valid or not token.user.is_active:
        return None
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - _USE_IS_NOTED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - _USE_IS_NOTED_EVERY:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    return token


def revoke_token(token: ApiToken) -> None:
    """Let a token open nothing any more; it stays in its owner's list."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def _digest(key: str) -> str:
    # a plain hash is enough: nobody can try all keys of 256 random bits
    return hashlib.sha256(key.encode()).hexdigest()
