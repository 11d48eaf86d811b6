"""Keep keys out of the logs: a participant's address is a key, and so are others."""

import logging
import re

from study.links import ALPHABET

_LETTER = f"[{ALPHABET}]"
_KEY = re.compile(
    # the address, whatever is wrong with it; or a token by itself, as in some exceptions
    rf"\b((?:j|join)/+[a-z0-9]{{8}})[a-z0-9]+|(?:\b|(?<=%2F))({_LETTER}{{8}}){_LETTER}{{20}}\b"
    # a researcher's: for a new password, for a mail address, for the API (`frame.api.tokens`)
    r"|(password/+reset/+key/+[0-9a-z]+-)[^\s/'\"]+|(confirm-email/+)[^\s/'\"]+"
    r"|\b(discern_)[\w-]{43}",
    re.IGNORECASE,
)


class LinkHidingFormatter(logging.Formatter):
    """Cut the secret part off every link and key; what stays of an invitation finds the person.

    A formatter and not a filter, because it sees the traceback too.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines without any key."""
        return _KEY.sub(lambda key: f"{key[key.lastindex or 0]}…", super().format(record))
