"""Whatever an item's text says, a page shows it and nothing else happens."""

import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from math_core import LatexToMathML

from study.rendering import render, render_answer, steps
from study.rendering.sanitising import ATTRIBUTES, CLASSES_OF, TAGS
from study.rendering.styles import CLASSES, UnknownStyle, classes_for, styles_to_classes

MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<math><mi//xlink:href=x>",
    '" onclick="x',
    "</code>",
    "<style>",
    "<svg/onload=x>",
    "[a](javascript:x)",
    "![a](b)",
    "<a href=x>",
    "&#x3c;",
    "<!-- -->",
]
COMMANDS = [
    r"\href{javascript:x}{y}",
    r"\text{<b style=x>}",
    r"\color{red}{x}",
    r"\hspace{3cm}x",
    r"\eqref{a}",
    r"\text{\large x}",
    r"\begin{align}a&=b\end{align}",
    r"\boxed{x}",
    r"\cancel{x}",
    r"\class{x}{y}",
    r"\frac{1}{2}",
    r"\begin{array}{|c:c|}\hline a&b\end{array}",
    r"\begin{tabular}",
    r"\multicolumn{2}{c}{",
]
PIECES = ["{", "}", "$", "$$", r"\(", r"\)", r"\[", r"\]", "\\", "[asy]", "[/asy]", "&", "%", "^"]
MARKS = ["\n", "\n\n", "1. ", "- ", "# ", "`", "```", "*", "**", "_", "<", ">", "|", "|-|\n", " "]
CHARACTERS = ["\ufdd0", "\ufdd10\ufdd1", "\ud800", "\0", "价格", "，", "x", "2", "abc"]
HOSTILE = [*MARKUP, *COMMANDS, *PIECES, *MARKS, *CHARACTERS]

texts = st.one_of(st.text(), st.lists(st.sampled_from(HOSTILE), max_size=30).map("".join))


class Elements(HTMLParser):
    """Collects what a browser would find."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


def assert_allowed(html: str) -> None:
    for tag, attributes in Elements(html).found:
        assert tag in TAGS
        for name, value in attributes:
            if name == "class":
                assert set((value or "").split()) <= CLASSES_OF[tag]
            else:
                assert name in ATTRIBUTES[tag]


@settings(deadline=None)
@given(texts)
def test_no_text_brings_an_element_or_attribute_of_its_own(text: str) -> None:
    assert_allowed(render(text).html)
    assert_allowed(render_answer(text).html)


@settings(deadline=None)
@given(texts)
def test_every_text_can_be_rendered_stored_and_counted(text: str) -> None:
    assert steps(text) >= 0
    for rendered in (render(text), render_answer(text)):
        rendered.html.encode()
        assert "\0" not in rendered.html


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_shown_as_text(piece: str) -> None:
    for text in (
        piece,
        f"${piece}$",
        f"`{piece}`",
        rf"\[ \text{{{piece}}} \]",
        f"| {piece} |\n|-|",
    ):
        assert_allowed(render(text).html)


def test_nothing_allowed_can_act_or_load() -> None:
    allowed = {name for names in ATTRIBUTES.values() for name in names}
    assert not allowed & {"style", "href", "src", "id", "class", "xlink:href", "actiontype"}
    assert not [name for name in allowed if name.startswith("on")]
    assert not TAGS & {"a", "img", "script", "style", "form", "input", "iframe", "svg", "maction"}


@pytest.mark.parametrize(
    "text",
    [
        "$" + "{" * 20_000 + "$",
        r"\[" + r"\hat" * 5_000 + r"x\]",
        "$" + r"\left(" * 3_000 + r"\right)" * 3_000 + "$",
        "$" + r"\frac{1}{" * 900 + "}" * 900 + "$",
        r"$\newcommand{\a}{\a\a}\a$",
    ],
)
def test_a_formula_that_would_overflow_the_converter_is_shown_as_source(text: str) -> None:
    assert render(text).unrendered


@pytest.mark.parametrize(
    "unit",
    ["$", "{$", r"\[", r"\(", "`", "*", "**a ", r"\begin{align}", "- ", "1. ", "|a|b|\n", "[asy]"],
)
def test_a_long_text_without_sense_takes_no_long_time(unit: str) -> None:
    before = time.process_time()
    render((unit * 20_000)[:20_000])
    assert time.process_time() - before < 2


EVERY_STYLE = [
    r"\begin{align}a&=b\tag{1}\end{align}",
    r"\begin{gather*}a\\b\end{gather*}",
    r"\begin{multline*}a\\b\\c\end{multline*}",
    r"\begin{cases}a&b\end{cases}",
    r"\begin{array}{|l:r|c||}\hline a&b&c\\\hdashline d&e&f\\\hline\end{array}",
    r"\begin{subarray}{l}a\\b\end{subarray}",
    r"\cfrac{1}{2}",
    r"\left(\frac{1}{2}\right)^2 \begin{vmatrix}a\end{vmatrix}^2_1",
    r"a\!b\kern1pt c\hspace{1cm}\hspace{-1em}\mkern-18mu\,\:\;\quad",
    r"\color{red}x\textcolor{blue}{y}",
    r"\textsc{a}\textsf{b}\textrm{c}\text{\large d\tiny e}",
    r"\raisebox{2pt}{x}\hphantom{x}\vphantom{x}\boxed{x}\cancel{x}\bcancel{x}\xcancel{x}",
    r"\sqrt{x^2}\cramped{x^2}\xrightarrow[a]{b}\overbrace{a}^b\underline{x}",
    r"\genfrac{(}{)}{2pt}{0}{a}{b}\displaystyle\scriptstyle x",
]


@pytest.mark.parametrize("tex", EVERY_STYLE)
def test_every_style_of_the_converter_has_its_class(tex: str) -> None:
    markup = LatexToMathML(fancy_error=False).convert_with_local_state(tex, displaystyle=True)
    assert " style=" not in styles_to_classes(markup)


def test_a_style_nobody_has_seen_yet_is_no_silent_loss() -> None:
    with pytest.raises(UnknownStyle, match="float:left"):
        classes_for("text-align: left;float: left")


def test_every_class_has_its_rule() -> None:
    css = (Path(__file__).parents[2] / "static/css/maths.css").read_text(encoding="utf-8")
    used = set(CLASSES.values()).union(*CLASSES_OF.values()) | {"tex"}
    missing = [name for name in used if f".{name} " not in css and f".{name}," not in css]
    assert missing == []
