"""Formulas in Markdown: two characters no text has, with the formula's number between them."""

import re

OPEN, CLOSE = "\ufdd0", "\ufdd1"
PLACEHOLDER = re.compile(f"{OPEN}([0-9]+){CLOSE}")

_NEVER_IN_TEXT = re.compile("[\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")


def without_placeholders(text: str) -> str:
    """Return a text in which nothing can be mistaken for a placeholder or break an encoder.

    Unicode keeps these noncharacters for use inside programs; lone surrogates cannot be encoded.
    """
    return _NEVER_IN_TEXT.sub("\ufffd", text)


def placeholder(number: int) -> str:
    """Return what stands for the formula of this number."""
    return f"{OPEN}{number}{CLOSE}"
