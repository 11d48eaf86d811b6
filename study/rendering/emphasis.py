"""Asterisks: emphasis where a writer means it, multiplication where a calculator does.

CommonMark reads `3*4*5` as 3<em>4</em>5, and the reader sees 345. Losing a sign changes what a
participant judges, a star too many does not, so in doubt the star is shown. CommonMark also
refuses `**结论：**因此`, since it expects a space after the punctuation; Chinese has none.
"""

import re

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.emphasis import tokenize
from markdown_it.rules_inline.state_inline import Delimiter

from study.rendering.placeholders import CLOSE, OPEN

_IDEOGRAPH = re.compile(r"[\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]")
_TIGHT_OPENER = re.compile(r"(?:^|[\s(\[{\"'“‘（【，。：；、])\*[^\s*]+$")
_LOOK_BACK = 200


def asterisks(state: StateInline, silent: bool) -> bool:
    """Tokenise a run of `*` or `_`; takes the place of markdown-it's own rule."""
    if silent or state.src[state.pos] != "*":
        return tokenize(state, silent)
    stars = state.scanDelims(state.pos, True).length
    before, after = _neighbours(state, stars)
    opens, closes = _flanks(before, after)
    if _is_product(state, stars, before, after):
        opens = closes = False
    for _ in range(stars):
        token = state.push("text", "", 0)
        token.content = "*"
        state.delimiters.append(
            Delimiter(ord("*"), stars, len(state.tokens) - 1, end=-1, open=opens, close=closes)
        )
    state.pos += stars
    return True


def _neighbours(state: StateInline, stars: int) -> tuple[str, str]:
    end = state.pos + stars
    before = state.src[state.pos - 1] if state.pos else " "
    return before, state.src[end] if end < state.posMax else " "


def _flanks(before: str, after: str) -> tuple[bool, bool]:
    """Return (can open, can close): CommonMark's flanking, ideographs counting as a border."""

    def borders(character: str) -> bool:
        return (
            _is_space(character) or _is_punctuation(character) or bool(_IDEOGRAPH.match(character))
        )

    opens = not _is_space(after) and (not _is_punctuation(after) or borders(before))
    closes = not _is_space(before) and (not _is_punctuation(before) or borders(after))
    return opens, closes


def _is_product(state: StateInline, stars: int, before: str, after: str) -> bool:
    if not (_ends_operand(before) and _begins_operand(after)):
        return False
    start, end = state.pos, state.pos + stars
    if stars == 1:
        return not _TIGHT_OPENER.search(state.src[max(0, start - _LOOK_BACK) : start])
    return _is_short(state.src[max(0, start - 2) : start][::-1]) and _is_short(
        state.src[end : end + 2]
    )


def _is_short(neighbours: str) -> bool:
    """Return whether a power (`x**2`) is likelier than bold text: no word next to the stars."""
    return not neighbours.isalpha() or len(neighbours) == 1


def _ends_operand(character: str) -> bool:
    return character in f")]}}!%°′{CLOSE}" or _is_alphanumeric(character)


def _begins_operand(character: str) -> bool:
    return character in f"([{{.-−√{OPEN}" or _is_alphanumeric(character)


def _is_alphanumeric(character: str) -> bool:
    return character.isalnum() and not _IDEOGRAPH.match(character)


def _is_space(character: str) -> bool:
    return isWhiteSpace(ord(character)) or character == "\n"


def _is_punctuation(character: str) -> bool:
    return isMdAsciiPunct(ord(character)) or isPunctChar(character)
