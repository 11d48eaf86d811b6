r"""Find the formulas of a text: `$..$`, `$$..$$`, `\(..\)`, `\[..\]`, environments, stray commands.

They are found before Markdown sees the text, since Markdown would eat `\(`, make a list of a line
that begins with a minus sign and emphasise what stands between two asterisks. Finding them by
position rather than by block also serves what texts really contain: words right after a closing
`$$`, an environment in the middle of a sentence, a display inside a numbered step.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from study.rendering.money import is_money

_NAMES = (
    "align alignat alignedat aligned array Bmatrix bmatrix cases dcases eqnarray equation flalign "
    "gather gathered matrix multline pmatrix rcases smallmatrix split tabular Vmatrix vmatrix"
)
ENVIRONMENTS = frozenset(name + star for name in _NAMES.split() for star in ("", "*"))

_OPENING = re.compile(
    r"(?P<code>`+)"
    r"|\\begin\{(?P<environment>[A-Za-z]+\*?)\}"
    r"|\\(?P<bracket>[\[(])"
    r"|\\(?P<command>[A-Za-z]+\*?(?:\{[^{}\n]*\})*)"
    r"|\\."
    r"|(?P<dollars>\$\$?)",
    re.DOTALL,
)
_CLOSING_BRACKET = {
    "(": re.compile(r"(?:[^\\]|\\[^)])*?(?P<end>\\\))", re.DOTALL),
    "[": re.compile(r"(?:[^\\]|\\[^\]])*?(?P<end>\\\])", re.DOTALL),
}
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_ESCAPED = re.compile(r"\\.", re.DOTALL)

_INNER_DOLLARS = 20
r"""A formula holds at most this many dollar signs (in `\text{..}`); bounds the search."""


@dataclass(frozen=True)
class Formula:
    """One formula of a text.

    Attributes
    ----------
    start, end : int
        Where it stands in the text, delimiters included.
    tex : str
        What stands between the delimiters, or the whole environment or command.
    display : bool
        Whether it has a line of its own.
    """

    start: int
    end: int
    tex: str
    display: bool = False


def find_formulas(text: str) -> Iterator[Formula]:
    """Yield the formulas of a text in their order; what stands in code spans is left alone."""
    return _Search(text).formulas()


class _Search:
    """One pass over one text; remembers which closing marks no longer come."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.missing: set[str] = set()

    def formulas(self) -> Iterator[Formula]:
        at = 0
        while opening := _OPENING.search(self.text, at):
            found = self._formula(opening)
            if found:
                yield found
            at = found.end if found else self._after(opening)

    def _formula(self, opening: re.Match[str]) -> Formula | None:
        if opening["bracket"]:
            return self._bracketed(opening)
        if opening["dollars"] == "$$":
            return self._double_dollars(opening) or self._dollars(opening.start())
        if opening["dollars"]:
            return self._dollars(opening.start())
        if opening["environment"] in ENVIRONMENTS:
            return self._environment(opening)
        if opening["environment"] or opening["command"]:
            return Formula(opening.start(), opening.end(), opening[0])
        return None

    def _after(self, opening: re.Match[str]) -> int:
        """Return where to go on: after a code span, else after the opening itself."""
        ticks = opening["code"]
        if not ticks or ticks in self.missing:
            return opening.end()
        closing = re.compile(rf"(?<!`){ticks}(?!`)").search(self.text, opening.end())
        if closing is None:
            self.missing.add(ticks)
            return opening.end()
        return closing.end()

    def _environment(self, opening: re.Match[str]) -> Formula:
        r"""Read `\begin{x}..\end{x}`; one that never ends is shown as it stands."""
        name = re.escape(opening["environment"])
        start, depth = opening.start(), 0
        for mark in re.compile(rf"\\(begin|end)\{{{name}\}}").finditer(self.text, start):
            depth += 1 if mark[1] == "begin" else -1
            if depth == 0:
                return Formula(start, mark.end(), self.text[start : mark.end()], display=True)
        return Formula(start, opening.end(), opening[0])

    def _bracketed(self, opening: re.Match[str]) -> Formula | None:
        bracket = opening["bracket"]
        if bracket in self.missing:
            return None
        closing = _CLOSING_BRACKET[bracket].match(self.text, opening.end())
        if closing is None:
            self.missing.add(bracket)
            return None
        tex = self.text[opening.end() : closing.start("end")]
        if not tex.strip() or (bracket == "(" and _BLANK_LINE.search(tex)):
            return None
        return Formula(opening.start(), closing.end(), tex, bracket == "[")

    def _double_dollars(self, opening: re.Match[str]) -> Formula | None:
        end = self._find("$$", opening.end())
        tex = self.text[opening.end() : max(end, 0)]
        return Formula(opening.start(), end + 2, tex, display=True) if tex.strip() else None

    def _dollars(self, start: int) -> Formula | None:
        end = self._closing_dollar(start + 1)
        tex = self.text[start + 1 : max(end, 0)]
        if not tex.strip() or _BLANK_LINE.search(tex):
            return None
        if is_money(tex, before=self.text[:start][-1:], after=self.text[end + 1 : end + 2]):
            return None
        return Formula(start, end + 1, tex)

    def _closing_dollar(self, start: int) -> int:
        r"""Return the first dollar sign outside braces (`\text{if $x$}`), else the first, or -1."""
        first = at = self._find("$", start)
        depth = 0
        for _ in range(_INNER_DOLLARS):
            if at < 0:
                break
            depth += _open_braces(self.text[start:at])
            if depth <= 0:
                return at
            start = at + 1
            at = self._find("$", start)
        return first

    def _find(self, mark: str, start: int) -> int:
        """Return where an unescaped mark stands next, or -1."""
        if mark in self.missing:
            return -1
        at = self.text.find(mark, start)
        while at > 0 and _is_escaped(self.text, at):
            at = self.text.find(mark, at + 1)
        if at < 0:
            self.missing.add(mark)
        return at


def _is_escaped(text: str, at: int) -> bool:
    before = text[max(0, at - 50) : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _open_braces(tex: str) -> int:
    bare = _ESCAPED.sub("", tex)
    return bare.count("{") - bare.count("}")
