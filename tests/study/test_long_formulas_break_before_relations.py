import re

import pytest

from study.rendering import render, render_answer
from study.rendering.breaking import pieces

LONG = "(a+b)^2+(a-b)^2"


@pytest.mark.parametrize("relation", ["=", "<", ">", ":=", r"\le", r"\geq", r"\equiv", r"\approx",
                                      r"\Rightarrow", r"\not=", r"\ne"])  # fmt: skip
def test_a_long_formula_breaks_before_a_relation(relation: str) -> None:
    tex = f"{LONG} {relation} 2a^2 + 2b^2"
    assert pieces(tex) == [LONG, f"{relation} 2a^2 + 2b^2"]


@pytest.mark.parametrize(
    "tex",
    [
        "a^2 + b^2 = c^2",
        r"\frac{14}{3} = \frac{28}{6}",
        rf"\left( {LONG} = 2a^2 + 2b^2 \right)",
        rf"\{{ x \mid {LONG} = 2a^2 + 2b^2 \}}",
        rf"f({LONG} = 2a^2 + 2b^2)",
        rf"\sqrt[3]{{{LONG} = 2a^2 + 2b^2}}",
        rf"\begin{{cases}} {LONG} = 2a^2 + 2b^2 \\ y < 4 \end{{cases}}",
        rf"= {LONG} + 2a^2 + 2b^2",
        rf"{LONG} &= 2a^2 \\ &= 2b^2 + 4",
        rf"\displaystyle {LONG} = 2a^2 + 2b^2",
        rf"{LONG} = 2a^2 \over 2b^2 + 77",
        rf"{LONG}) = 2a^2 + 2b^2 (",
    ],
)
def test_what_is_short_or_within_a_group_stays_whole(tex: str) -> None:
    assert pieces(tex) == [tex]


def test_relations_that_stand_together_stay_together() -> None:
    assert pieces(f"{LONG} <= 2a^2 + 2b^2") == [LONG, "<= 2a^2 + 2b^2"]


def test_every_piece_holds_its_own_tex_and_space_stands_between() -> None:
    html = render(f"So (${LONG} = 2a^2 + 2b^2 = 72$), thus").html
    assert re.findall(r"<annotation[^>]*>(.*?)</annotation>", html) == [
        LONG,
        "= 2a^2 + 2b^2",
        "= 72",
    ]
    assert re.sub(r"<math>.*?</math>", "▮", html, flags=re.DOTALL) == (
        '<p>So <span class="m-kept">(▮</span> ▮ <span class="m-kept">▮),</span> thus</p>'
    )


def test_a_display_stays_whole() -> None:
    assert render(rf"\[{LONG} = 2a^2 + 2b^2\]").html.count("<math") == 1


def test_an_answer_of_bare_tex_breaks_too() -> None:
    assert render_answer(f"{LONG} = 2a^2 + 2b^2").html.count("<math") == 2


def test_what_cannot_be_converted_in_pieces_is_converted_whole() -> None:
    rendered = render(rf"${LONG} + 2a^2 \overset{{?}}= 2b^2$")
    assert rendered.unrendered == ()
    assert rendered.html.count("<math") == 1


def test_what_cannot_be_converted_at_all_is_reported_once() -> None:
    source = rf"${LONG} = \foo + 2a^2 + 2b^2$"
    rendered = render(source)
    assert rendered.unrendered == (source,)
