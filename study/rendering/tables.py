r"""Tables inside formulas: `array`, and `tabular`, which is an array of words."""

import re

from study.rendering.braces import group_end

_TABULAR = re.compile(r"\\begin\{tabular\*?\}(?P<body>.*?)\\end\{tabular\*?\}", re.DOTALL)
_ARRAY = re.compile(r"\\(?P<side>begin|end)\{array\}(?:\s*\[[a-z]\])?")
_POSITION = re.compile(r"\s*\[[a-z]\]")
_SEPARATOR = re.compile(r"((?<!\\)&|\\\\|\\hline)")
_SPANNING = re.compile(r"\\multicolumn\s*\{(?P<count>\d)\}\s*\{(?P<align>[^{}]*)\}\s*(?=\{)")
_REPEATED = re.compile(r"\*\{(\d)\}\{([^{}]*)\}")
_BETWEEN = re.compile(r"[@!<>]\{(?:[^{}]|\{[^{}]*\})*\}")
_PARAGRAPH = re.compile(r"[pmb]\{[^{}]*\}")


def plain_tables(tex: str) -> str:
    """Return a formula whose tables use simple columns, full lines and no spanning cells."""
    if r"\begin{array}" not in tex and r"\begin{tabular" not in tex:
        return tex
    tex = re.sub(r"\\cline\s*\{[^{}]*\}", r"\\hline ", tex)
    return _arrays(_TABULAR.sub(_tabular, _spread(tex)))


def columns(specification: str) -> str:
    r"""Return a column specification reduced to letters and lines.

    Examples
    --------
    >>> columns(r"r@{\;}l|*{2}{c}p{3cm}")
    'rl|ccl'
    """
    expanded = _REPEATED.sub(lambda found: found[2] * int(found[1]), specification)
    bare = _PARAGRAPH.sub("l", _BETWEEN.sub("", expanded))
    return "".join(letter for letter in bare if letter in "lcr|:")


def _spread(tex: str) -> str:
    """Put the content of a spanning cell into one of the cells that it spans."""
    while spanning := _SPANNING.search(tex):
        end = group_end(tex, spanning.end())
        if end < 0:
            break
        count, align = int(spanning["count"]), spanning["align"].strip("|")
        before = {"l": 0, "r": count - 1}.get(align, (count - 1) // 2)
        content = tex[spanning.end() : end]
        cells = "&" * before + content + "&" * (count - 1 - before)
        tex = tex[: spanning.start()] + cells + tex[end:]
    return tex


def _tabular(table: re.Match[str]) -> str:
    body = (
        _POSITION.sub("", table["body"], count=1)
        if _POSITION.match(table["body"])
        else (table["body"])
    )
    start = len(body) - len(body.lstrip())
    end = group_end(body, start)
    if end < 0:
        return table[0]
    cells = (
        part if index % 2 or not part.strip() else rf"\text{{{part.strip()}}}"
        for index, part in enumerate(_SEPARATOR.split(body[end:]))
    )
    return rf"\begin{{array}}{body[start:end]}{''.join(cells)}\end{{array}}"


def _arrays(tex: str) -> str:
    """Simplify each array's columns; draw a closing line under all of them."""
    done: list[str] = []
    widths: list[int] = []
    at = 0
    while mark := _ARRAY.search(tex, at):
        done.append(tex[at : mark.start()])
        at = mark.end()
        if mark["side"] == "end":
            width = widths.pop() if widths else 1
            closing_line = "".join(done).rstrip().endswith(r"\hline")
            done.append("&" * (width - 1) * closing_line + r"\end{array}")
            continue
        end = group_end(tex, at) if tex[at : at + 1] == "{" else -1
        if end < 0:
            return tex
        simple = columns(tex[at + 1 : end - 1])
        widths.append(len(simple.replace("|", "").replace(":", "")))
        done.append(rf"\begin{{array}}{{{simple}}}")
        at = end
    return "".join(done) + tex[at:]
