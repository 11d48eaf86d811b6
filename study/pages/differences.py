"""Two versions of a text, with the words that differ marked."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_LONGEST = 4_000
"""Characters: beyond, comparing word by word takes too long, and nobody reads it."""


def marked(before: Any, after: Any) -> tuple[SafeString, SafeString]:
    """Return both values as HTML, what differs in `<mark>`."""
    old, new = _words(before), _words(after)
    if len("".join(old)) + len("".join(new)) > _LONGEST:
        return _html("del", [(False, old)]), _html("ins", [(False, new)])
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return (
        _html("del", [(tag != "equal", old[a:b]) for tag, a, b, _, _ in steps]),
        _html("ins", [(tag != "equal", new[c:d]) for tag, _, _, c, d in steps]),
    )


def _words(value: Any) -> list[str]:
    return re.findall(r"\s+|\w+|[^\w\s]", "" if value is None else str(value))


def _html(tag: str, parts: Iterable[tuple[bool, list[str]]]) -> SafeString:
    pieces = ((differs, "".join(words)) for differs, words in parts)
    inner = format_html_join(
        "",
        "{}",
        (
            (format_html("<mark>{}</mark>", text) if differs else text,)
            for differs, text in pieces
            if text
        ),
    )
    return format_html(f"<{tag}>{{}}</{tag}>", inner)
