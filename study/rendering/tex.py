"""One formula from TeX to MathML Core."""

import re
from html import escape

from math_core import LatexError, LatexToMathML

from study.rendering.breaking import pieces
from study.rendering.dialect import MACROS, plain_tex
from study.rendering.styles import UnknownStyle, styles_to_classes

LONGEST_FORMULA = 4_000
DEEPEST_NESTING = 100
"""The converter recurses on the machine's stack: 20,000 braces would end the process."""

_OPENING = {"{", r"\begin", r"\left"}
_CLOSING = {"}", r"\end", r"\right"}
_NESTING = re.compile(r"\\(?:begin|end|left|right)\b|\\.|[{}]", re.DOTALL)
_CHAIN = re.compile(r"(?:\\[A-Za-z]+[\s\d\[\]]*){60}")
_DEFINITION = re.compile(r"\\(?:(?:re|provide)?newcommand|[egx]?def|let|DeclareMathOperator)\b")

_ANNOTATION = '<annotation encoding="application/x-tex">'
_CONVERTER = LatexToMathML(
    macros=MACROS, annotation=True, fancy_error=False, allow_unreliable_rendering=False
)


class NotConvertible(Exception):
    """A formula cannot be shown as mathematics."""


def to_mathml(tex: str, *, display: bool) -> str:
    """Return `<math>..</math>` for a formula, with its TeX as an annotation.

    Styles have become classes; the result still wants sanitising.

    Raises
    ------
    NotConvertible
        When the converter does not know something in it, or it defines commands, or it is longer
        or more deeply nested than any formula a person reads.
    """
    if len(tex) > LONGEST_FORMULA or _DEFINITION.search(tex) or _nests_too_deep(tex):
        raise NotConvertible(tex)
    try:
        plain = plain_tex(tex, display=display)
        converted = _CONVERTER.convert_with_local_state(plain, displaystyle=display)
        mathml = styles_to_classes(converted)
    except (LatexError, UnknownStyle) as trouble:
        raise NotConvertible(tex) from trouble
    return mathml.partition(_ANNOTATION)[0] + (
        f"{_ANNOTATION}{escape(tex.strip(), quote=False)}</annotation></semantics></math>"
    )


def to_pieces(tex: str) -> list[str]:
    """Return a formula of a sentence as one or more `<math>`, between which a line may break.

    Raises
    ------
    NotConvertible
        As `to_mathml` does.
    """
    parts = pieces(tex)
    if len(parts) > 1:
        try:
            return [to_mathml(part, display=False) for part in parts]
        except NotConvertible:
            pass  # perhaps only in pieces
    return [to_mathml(tex, display=False)]


def _nests_too_deep(tex: str) -> bool:
    depth = deepest = 0
    for mark in _NESTING.finditer(tex):
        depth += (mark[0] in _OPENING) - (mark[0] in _CLOSING)
        deepest = max(deepest, depth)
    return deepest > DEEPEST_NESTING or bool(_CHAIN.search(tex))
