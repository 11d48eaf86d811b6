"""Seal what is kept for a day and may hold a secret.

The key comes from the site's secret, as that of the invitation links does: who has the database
alone reads neither, who has both could compute the links anyway.
"""

import base64
import hashlib

from cryptography.fernet import Fernet
from django.conf import settings

_PURPOSE = b"discern.answered-write"


def seal(text: bytes) -> bytes:
    """Return the text, encrypted and authenticated."""
    return _box().encrypt(text)


def unseal(sealed: bytes) -> bytes:
    """Return the text again.

    Raises
    ------
    cryptography.fernet.InvalidToken
        When it was sealed with another secret, or changed.
    """
    return _box().decrypt(sealed)


def _box() -> Fernet:
    key = hashlib.sha256(_PURPOSE + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
