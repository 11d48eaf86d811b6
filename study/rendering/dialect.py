r"""The TeX that people and models write, in the TeX the converter knows.

Macros say what one command stands for; `plain_tex` does what a macro cannot: environments under
another name, line breaks outside of one, words and tables (`words`, `tables`).
"""

import re

from study.rendering.tables import plain_tables
from study.rendering.words import plain_words

MACROS = {
    "cancelto": r"\cancel{#2}^{#1}",
    "dollar": r"\$",
    "dotsb": r"\cdots",
    "dotsc": r"\ldots",
    "dotsi": r"\cdots",
    "dotsm": r"\cdots",
    "dotso": r"\ldots",
    "euro": r"\text{€}",
    "intertext": r"\\ \text{#1} \\",
    "lcm": r"\operatorname{lcm}",
    "lefteqn": r"#1",
    "overarc": r"\overset{\frown}{#1}",
    "pmb": r"\boldsymbol{#1}",
    "qed": r"\square",
    "smash": r"#1",
    "substack": r"\begin{subarray}{c}#1\end{subarray}",
    "textdollar": r"\$",
    "wideparen": r"\overset{\frown}{#1}",
    "widetilde": r"\tilde{#1}",
}

_NAMES = {
    "align": "align*",
    "alignat": "align*",
    "alignat*": "align*",
    "alignedat": "aligned",
    "eqnarray": "align*",
    "eqnarray*": "align*",
    "equation": "equation*",
    "flalign": "align*",
    "flalign*": "align*",
    "gather": "gather*",
    "multline": "multline*",
    "smallmatrix": "matrix",
    "split": "aligned",
}
"""Environment → the one we use. None numbers its lines: every formula would restart at (1)."""

_MARK = re.compile(r"\\(?P<side>begin|end)\{(?P<name>[A-Za-z]+\*?)\}")
_COUNT = re.compile(r"(\\begin\{(?:alignat\*?|alignedat)\})\s*\{\d+\}")
_EQNARRAY = re.compile(r"\\begin\{(eqnarray\*?)\}.*?\\end\{\1\}", re.DOTALL)
_RELATION = re.compile(r"&([^&\n]{0,20}?)&")
_BREAK = re.compile(r"\\\\|(?<!\\)&")

_SIZES = (
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|centering"
    r"|hfill|noindent|nonumber|notag|displaylimits|allowbreak)(?![A-Za-z])\s*"
)
_REPLACEMENTS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<!\\)%[ \t]*\n", ""),  # a comment that only joins two lines …
        (r"(?<!\\)%", r"\\%"),  # … any other is a per cent sign nobody escaped
        (_SIZES, ""),
        (r"\\(?:label|require)\{[^{}]*\}", ""),
        (r"\\tag\{([^{}]*)\}", r"\\qquad\\text{(\1)}"),
        (r"\\tag\*\{([^{}]*)\}", r"\\qquad\\text{\1}"),
        (r"\\(?:cr|newline|tabularnewline)(?![A-Za-z])", r"\\\\"),
        (r"\\\\\*?[ \t]*\[\s*-?[\d.]+\s*[a-z]+\s*\]", r"\\\\"),  # \\[2pt]
        (r"\\(?:mbox|hbox|textnormal|textup|textmd)(?=\s*\{)", r"\\text"),
    )
]


def plain_tex(tex: str, *, display: bool) -> str:
    """Return a formula in the converter's dialect."""
    for pattern, replacement in _REPLACEMENTS:
        tex = pattern.sub(replacement, tex)
    tex = _EQNARRAY.sub(lambda found: _RELATION.sub(r"&\1 ", found[0]), tex)
    tex = _MARK.sub(_rename, _COUNT.sub(r"\1", plain_tables(tex)))
    return _in_lines(plain_words(tex), display=display)


def _rename(mark: re.Match[str]) -> str:
    return rf"\{mark['side']}{{{_NAMES.get(mark['name'], mark['name'])}}}"


def _in_lines(tex: str, *, display: bool) -> str:
    r"""Wrap a formula that breaks its lines (`\\`) or aligns (`&`) without an environment."""
    used = set(_BREAK.findall(_outside_environments(tex)))
    if "&" in used:
        return rf"\begin{{aligned}}{tex}\end{{aligned}}"
    if used and display:
        return rf"\begin{{gathered}}{tex}\end{{gathered}}"
    return tex


def _outside_environments(tex: str) -> str:
    outside, depth, at = [], 0, 0
    for mark in _MARK.finditer(tex):
        if depth == 0:
            outside.append(tex[at : mark.start()])
        depth = max(0, depth + (1 if mark["side"] == "begin" else -1))
        at = mark.end()
    return "".join(outside) + ("" if depth else tex[at:])
