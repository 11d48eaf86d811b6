"""Markdown for items: what structures a justification, and nothing that swallows a symbol.

Switched off are links, images and HTML (nothing leads out of the study), and everything that
makes ordinary mathematical text vanish: `[3](4)` is no link, `> 5` no quotation, a line of `=` no
heading, four spaces no program. Line breaks are kept.
"""

from collections.abc import Iterator, MutableMapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.list import list_block
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from study.rendering.emphasis import asterisks
from study.rendering.formulas import Formula, find_formulas
from study.rendering.placeholders import PLACEHOLDER, placeholder
from study.rendering.punctuation import keep_punctuation
from study.rendering.tex import NotConvertible, to_mathml, to_pieces

HEADING = "h3"
"""Every heading's level: the page's own cards are second level."""

SOURCE_MARK = '<code class="tex">'
"""What a formula shown as source begins with."""

_OFF = [
    "autolink",
    "blockquote",
    "code",
    "html_block",
    "html_inline",
    "image",
    "lheading",
    "link",
    "reference",
]
_BREAKS = {"softbreak", "hardbreak"}


def parser() -> MarkdownIt:
    """Return the one Markdown dialect of items."""
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table")
    markdown.disable(_OFF)
    markdown.inline.ruler.at("emphasis", asterisks)
    markdown.block.ruler.at(
        "list", _list_without_plus, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    markdown.core.ruler.after("normalize", "lift_formulas", _lift_formulas)
    markdown.core.ruler.push("place_formulas", _place_formulas)
    markdown.add_render_rule("formula", _render_formula)
    return markdown


def _list_without_plus(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a list, but not one marked `+`: a line that begins with a plus goes on a sum."""
    at = state.bMarks[start] + state.tShift[start]
    return state.src[at : at + 1] != "+" and list_block(state, start, end, silent)


def _lift_formulas(state: StateCore) -> None:
    """Put a placeholder where each formula stands, before Markdown reads the text."""
    formulas = list(find_formulas(state.src))
    parts, at = [], 0
    for number, formula in enumerate(formulas):
        parts += [state.src[at : formula.start], placeholder(number)]
        at = formula.end
    state.env["formulas"] = formulas
    state.env["sources"] = [state.src[formula.start : formula.end] for formula in formulas]
    state.src = "".join(parts) + state.src[at:]


def _place_formulas(state: StateCore) -> None:
    """Make tokens of the placeholders; settle what the sanitiser would refuse."""
    for token in state.tokens:
        if token.type == "fence":
            token.content = _restored(token.content, state.env)
        elif token.type in {"heading_open", "heading_close"}:
            token.tag = HEADING
        elif token.type in {"th_open", "td_open"} and "style" in token.attrs:
            side = str(token.attrs.pop("style")).removeprefix("text-align:")
            token.attrs["class"] = f"m-{side}"
        elif token.children:
            token.children = _without_idle_breaks(list(_placed(token.children, state.env)))
            keep_punctuation(token.children)


def _placed(children: Sequence[Token], env: MutableMapping[str, Any]) -> Iterator[Token]:
    for child in children:
        if child.type == "code_inline":
            child.content = _restored(child.content, env)
        if child.type != "text":
            yield child
            continue
        for index, part in enumerate(PLACEHOLDER.split(child.content)):
            if index % 2:
                formula: Formula = env["formulas"][int(part)]
                meta = {"formula": formula, "source": env["sources"][int(part)]}
                yield Token("formula", "math", 0, block=formula.display, meta=meta)
            elif part:
                yield Token("text", "", 0, content=part, level=child.level)


def _without_idle_breaks(children: list[Token]) -> list[Token]:
    """Drop line breaks next to a display: it has a line of its own already."""
    displays = {index for index, child in enumerate(children) if child.type == "formula"}
    displays = {index for index in displays if children[index].block}
    return [
        child
        for index, child in enumerate(children)
        if child.type not in _BREAKS or not {index - 1, index + 1} & displays
    ]


def _restored(text: str, env: MutableMapping[str, Any]) -> str:
    """Return code as it was written."""
    return PLACEHOLDER.sub(lambda found: str(env["sources"][int(found[1])]), text)


def _render_formula(
    renderer: RendererProtocol,
    tokens: Sequence[Token],
    index: int,
    options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    meta = tokens[index].meta
    parts = _formula(meta["formula"], meta["source"], env)
    last = len(parts) - 1
    return " ".join(
        _kept(
            meta.get("before", "") if number == 0 else "",
            part,
            meta.get("after", "") if number == last else "",
        )
        for number, part in enumerate(parts)
    )


def _kept(before: str, html: str, after: str) -> str:
    if not before and not after:
        return html
    return f'<span class="m-kept">{escape(before)}{html}{escape(after)}</span>'


def _formula(formula: Formula, source: str, env: MutableMapping[str, Any]) -> list[str]:
    """Return a formula as markup, in the pieces between which a line may break."""
    try:
        if formula.display:
            return [to_mathml(formula.tex, display=True)]
        return to_pieces(formula.tex)
    except NotConvertible:
        env["unrendered"].append(source)
        return [f"{SOURCE_MARK}{escape(source)}</code>"]
