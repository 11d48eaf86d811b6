"""The fields of an item file, and one raw value as the value it stands for."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from study.domain.marking import fill
from study.domain.marking import mark as _
from study.domain.vocabulary import GSM_CHECK, Category, ItemKind

_CODE = re.compile(r"[A-Za-z0-9._-]{1,40}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WHOLE = re.compile(r"[0-9]{1,6}")
_YES = {"true", "yes", "1"}
_NO = {"false", "no", "0"}


class UnusableValue(Exception):
    """What is wrong with a value, what was expected, what to do."""


@dataclass(frozen=True)
class Field:
    """One field: how its raw value becomes a value, and whether a row must have it."""

    read: Callable[[Any], Any]
    required: bool = False


def nearest(name: str) -> str:
    """Return what to say about a field that does not exist."""
    close = difflib.get_close_matches(name[:80], FIELDS, n=1, cutoff=0.6)
    if close:
        return fill(_("no such field; did you mean %(name)s?"), name=close[0])
    return fill(_("no such field; there are %(names)s."), names=", ".join(FIELDS))


def _long_text(longest: int) -> Callable[[Any], str]:
    """Return a reader of text kept as written, but for line ends."""

    def read(raw: Any) -> str:
        text = _text(raw, longest).replace("\r\n", "\n").replace("\r", "\n")
        return text if text.strip() else ""

    return read


def _short_text(longest: int) -> Callable[[Any], str]:
    return lambda raw: _text(raw, longest).strip()


def _text(raw: Any, longest: int) -> str:
    if not isinstance(raw, str):
        words = _("expected a text in quotation marks, got %(value)s.")
        raise UnusableValue(fill(words, value=_shown(raw)))
    if len(raw) > longest:
        words = _("%(length)s characters; at most %(most)s are shown.")
        raise UnusableValue(fill(words, length=f"{len(raw):,}", most=f"{longest:,}"))
    lone = _SURROGATE.search(raw)
    if lone:
        code = f"\\u{ord(lone[0]):04x}"
        words = _("%(code)s is half a character (a lone surrogate); write it in full.")
        raise UnusableValue(fill(words, code=code))
    control = _CONTROL.search(raw)
    if control:
        code = f"\\u{ord(control[0]):04x}"
        words = _("the control character %(code)s; a TeX backslash may need doubling.")
        raise UnusableValue(fill(words, code=code))
    return raw


def _level(raw: Any) -> str:
    """Read a level: benchmarks write it as a number."""
    is_number = isinstance(raw, int) and not isinstance(raw, bool)
    return _short_text(20)(str(raw) if is_number and abs(raw) < 10**9 else raw)


def _code(raw: Any) -> str:
    code = _text(raw, 1_000).strip()
    if code and not _CODE.fullmatch(code):
        words = _("%(value)s is no code: 1 to 40 of the letters A-Z a-z, digits, and . _ -")
        raise UnusableValue(fill(words, value=_shown(code)))
    return code


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(raw: Any) -> str:
        word = _text(raw, 1_000).strip()
        if word and word not in words:
            told = _("%(value)s is not one of %(words)s.")
            raise UnusableValue(fill(told, value=_shown(word), words=", ".join(words)))
        return word

    return read


def _truth(raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    word = raw.strip().lower() if isinstance(raw, str) else ""
    if word not in _YES | _NO:
        words = _("expected true or false, got %(value)s.")
        raise UnusableValue(fill(words, value=_shown(raw)))
    return word in _YES


def _step(raw: Any) -> int:
    number = raw
    if isinstance(raw, str) and _WHOLE.fullmatch(raw.strip()):
        number = int(raw)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 10_000:
        words = _("expected the number of a step, 1 or more, got %(value)s.")
        raise UnusableValue(fill(words, value=_shown(raw)))
    return number


def _shown(raw: Any) -> str:
    text = ascii(raw) if isinstance(raw, str) and _SURROGATE.search(raw) else repr(raw)
    return text if len(text) <= 60 else text[:57] + "…"


FIELDS: Mapping[str, Field] = {
    "code": Field(_code, required=True),
    "kind": Field(_one_of(*(kind.value for kind in ItemKind)), required=True),
    "category": Field(_one_of(*(category.value for category in Category), GSM_CHECK)),
    "question": Field(_long_text(20_000), required=True),
    "justification": Field(_long_text(20_000), required=True),
    "answer": Field(_long_text(2_000), required=True),
    "gold_answer": Field(_long_text(2_000)),
    "is_correct": Field(_truth, required=True),
    "problem_id": Field(_short_text(80)),
    "arm": Field(_short_text(40)),
    "image": Field(_short_text(500)),
    "image_alt": Field(_long_text(2_000)),
    "source": Field(_short_text(200)),
    "level": Field(_level),
    "subject": Field(_short_text(100)),
    "model": Field(_short_text(200)),
    "error_step": Field(_step),
    "category_source": Field(_short_text(200)),
}
