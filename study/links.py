"""Invitation links: a keyed hash of the invitation and its generation, never stored.

A link can be shown again whenever it is needed, and a new generation revokes the old one.
The hash is cut to 20 letters of 31, 99 bits, which nobody guesses over HTTP.
"""

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:  # logging needs the alphabet before there are models
    from study.models import Invitation

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Nothing that is misread when copied by hand."""

_PURPOSE = b"discern.invitation"
_ID_LENGTH = 8
_MAC_LENGTH = 20  # 31 ** 20 > 2 ** 99


class LinkConverter:
    """What can be a token in an address; anything else is turned away before any query."""

    regex = f"[{ALPHABET}]{{{_ID_LENGTH + _MAC_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Return the token."""
        return value

    def to_url(self, value: str) -> str:
        """Return the token."""
        return value


def new_public_id() -> str:
    """Return a fresh random identifier for an invitation."""
    return "".join(secrets.choice(ALPHABET) for _ in range(_ID_LENGTH))


def token(public_id: str, generation: int) -> str:
    """Return the secret part of an invitation's address."""
    key = hashlib.sha256(_PURPOSE + settings.SECRET_KEY.encode()).digest()
    digest = hmac.digest(key, f"{public_id}:{generation}".encode(), "sha256")
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(_MAC_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return public_id + "".join(letters)


def public_id_of(link_token: str) -> str:
    """Return which invitation a token claims to belong to; `is_genuine` tells whether it does."""
    return link_token[:_ID_LENGTH]


def is_genuine(link_token: str, public_id: str, generation: int) -> bool:
    """Tell whether a token is the link of this generation of the invitation."""
    return hmac.compare_digest(link_token.encode(), token(public_id, generation).encode())


def path(public_id: str, generation: int) -> str:
    """Return the address of an invitation below the site's root."""
    return f"/j/{token(public_id, generation)}/"


def url(invitation: "Invitation", base_url: str | None = None) -> str:
    """Return an invitation's whole address, below `base_url` or where the site is served."""
    base = settings.BASE_URL if base_url is None else base_url.rstrip("/")
    return f"{base}{path(invitation.public_id, invitation.generation)}"
