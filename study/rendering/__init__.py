"""An item's text as HTML: Markdown and TeX in; MathML and a few plain elements out.

Rendered once, at import, and stored: a participant's page needs no script to show mathematics, a
screen reader reads it, and no text of an item can bring markup of its own.
"""

import re
from dataclasses import dataclass
from typing import Any

from study.rendering.figures import has_figure, without_figures
from study.rendering.markdown import SOURCE_MARK, parser
from study.rendering.placeholders import without_placeholders
from study.rendering.sanitising import sanitised
from study.rendering.tex import NotConvertible, to_pieces

__all__ = ["SOURCE_MARK", "Rendered", "has_figure", "render", "render_answer", "steps"]

_PARSER = parser()
_BARE_TEX = re.compile(r"\\[A-Za-z]|[A-Za-z0-9)\]}]\^|(?<![A-Za-z])[A-Za-z]_")
_DELIMITER = re.compile(r"\$|\\[(\[]|\\begin")


@dataclass(frozen=True)
class Rendered:
    """A text as it is shown.

    Attributes
    ----------
    html : str
        Sanitised markup.
    unrendered : tuple of str
        Formulas, with their delimiters, that could not be converted; the markup shows their source.
    """

    html: str
    unrendered: tuple[str, ...] = ()


def render(source: str) -> Rendered:
    """Render a question or a justification. Never fails, whatever the text."""
    env = _environment()
    html = _PARSER.render(_readable(source), env)
    return Rendered(sanitised(html).strip(), tuple(env["unrendered"]))


def render_answer(source: str) -> Rendered:
    r"""Render a final answer: one line, where bare TeX such as `\frac{14}{3}` is a formula.

    An answer has no paragraphs or lists: "3." and "- 3" are what they say.
    """
    text = _readable(source).strip()
    if _BARE_TEX.search(text) and not _DELIMITER.search(text):
        try:
            return Rendered(sanitised(" ".join(to_pieces(text))))
        except NotConvertible:
            pass
    env = _environment()
    html = _PARSER.renderInline(text, env)
    return Rendered(sanitised(html).strip(), tuple(env["unrendered"]))


def steps(source: str) -> int:
    r"""Return how many numbered steps a justification has.

    Counted are the entries of its outermost numbered lists as long as the numbering goes on, so
    that step `n` is the one a reader sees as number `n`; text between two steps is no matter.

    Examples
    --------
    >>> steps("1. Add.\n2. Divide.\n   1. by two\n\nSo:\n\n3. Done.")
    3
    """
    count, counting = 0, False
    for token in _PARSER.parse(_readable(source), _environment()):
        if token.type == "ordered_list_open" and token.level == 0:
            counting = int(token.attrGet("start") or 1) == count + 1
        elif token.type == "list_item_open" and token.level == 1 and counting:
            count += 1
        elif token.type == "ordered_list_close" and token.level == 0:
            counting = False
    return count


def _readable(source: str) -> str:
    return without_figures(without_placeholders(source))


def _environment() -> dict[str, Any]:
    return {"unrendered": []}
