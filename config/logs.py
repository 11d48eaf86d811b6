"""Keep keys out of the logs: a participant's address is a key."""

import logging
import re

from study.links import ALPHABET

_LETTER = f"[{ALPHABET}]"
_LINK = re.compile(
    # the address, whatever is wrong with it; or a token by itself, as in some exceptions
    rf"\b((?:j|join)/+[a-z0-9]{{8}})[a-z0-9]+|(?:\b|(?<=%2F))({_LETTER}{{8}}){_LETTER}{{20}}\b",
    re.IGNORECASE,
)


class LinkHidingFormatter(logging.Formatter):
    """Cut the secret part off every invitation link; the public id stays, to find the person.

    A formatter and not a filter, because it sees the traceback too.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines without any key."""
        return _LINK.sub(lambda link: f"{link[1] or link[2]}…", super().format(record))
