"""Links that are keys: a keyed hash of the invitation and its generation, never stored.

A participant's opens their session, a colleague's makes them a member; neither can be made into the
other, for the hash says which it is for.

A link can be shown again whenever it is needed, and a new generation revokes the old one.
The hash is cut to 20 letters of 31, 99 bits, which nobody guesses over HTTP.
"""

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:  # logging needs the alphabet before there are models
    from study.models import ColleagueInvitation, Invitation

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Nothing that is misread when copied by hand."""

_PARTICIPANT, _COLLEAGUE = b"discern.invitation", b"discern.colleague"
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
    return public_id + _keyed(_PARTICIPANT, f"{public_id}:{generation}")


def colleague_token(public_id: str) -> str:
    """Return the secret part of the address that makes a colleague a member."""
    return public_id + _keyed(_COLLEAGUE, public_id)


def _keyed(purpose: bytes, message: str) -> str:
    key = hashlib.sha256(purpose + settings.SECRET_KEY.encode()).digest()
    digest = hmac.digest(key, message.encode(), "sha256")
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(_MAC_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def public_id_of(link_token: str) -> str:
    """Return which invitation a token claims to belong to; `is_genuine` tells whether it does."""
    return link_token[:_ID_LENGTH]


def is_genuine(link_token: str, public_id: str, generation: int) -> bool:
    """Tell whether a token is the link of this generation of the invitation."""
    return hmac.compare_digest(link_token.encode(), token(public_id, generation).encode())


def is_genuine_colleague(link_token: str, public_id: str) -> bool:
    """Tell whether a token is the link of this invitation of a colleague."""
    return hmac.compare_digest(link_token.encode(), colleague_token(public_id).encode())


def path(public_id: str, generation: int) -> str:
    """Return the address of an invitation below the site's root."""
    return f"/j/{token(public_id, generation)}/"


def url(invitation: "Invitation", base_url: str | None = None) -> str:
    """Return an invitation's whole address, below `base_url` or where the site is served."""
    base = settings.BASE_URL if base_url is None else base_url.rstrip("/")
    return f"{base}{path(invitation.public_id, invitation.generation)}"


def colleague_url(invitation: "ColleagueInvitation") -> str:
    """Return the whole address that makes a colleague a member."""
    return f"{settings.BASE_URL}/join/{colleague_token(invitation.public_id)}/"
