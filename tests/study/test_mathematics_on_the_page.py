import json
import re
import time
from html import unescape
from pathlib import Path

import pytest

from study.rendering import render, render_answer


def math_of(html: str) -> list[str]:
    """Return what each formula shows: its text, without tags and without the TeX annotation."""
    shown = re.sub(r"<annotation.*?</annotation>", "", html, flags=re.DOTALL)
    formulas = re.findall(r"<math.*?</math>", shown, flags=re.DOTALL)
    return [re.sub(r"\s", "", unescape(re.sub(r"<[^>]*>", "", each))) for each in formulas]


def words_of(html: str) -> str:
    """Return the text around the formulas, each of which becomes a black square."""
    return re.sub(r"<[^>]*>", "", re.sub(r"<math.*?</math>", "▮", html, flags=re.DOTALL)).strip()


def test_comparison_signs_and_ampersands_of_a_text_are_shown() -> None:
    assert render("a<b & c>d").html == "<p>a&lt;b &amp; c&gt;d</p>"


def test_comparison_signs_inside_a_formula_are_shown() -> None:
    assert math_of(render("$a<b$ and $x>y$").html) == ["a<b", "x>y"]


@pytest.mark.parametrize(
    "text",
    [
        "He has $5 and $7 left.",
        "It costs $12.50 each, so 3 cost $37.50.",
        "She pays $5/hour (or $40 a day).",
        "Prices rose from $3-$5 to $4-$6.",
        "US$5 or CA$6",
        "He had $ 5 and then $ 7 more.",
        "a $100, $200 or $300 prize",
        "A price of $5 (about 4 euros) and one of $6 (about 5 euros).",
        "价格是$3元，一共$6元",
        "Only one dollar sign: $5",
        "$5, $6",
        "the $ and the $ sign",
    ],
)
def test_money_stays_money(text: str) -> None:
    html = render(text).html
    assert "<math" not in html
    assert words_of(html) == text


@pytest.mark.parametrize(
    ("text", "words", "formulas"),
    [
        ("It is $12.50, so $3 \\times 12.50 = 37.50$.", "It is $12.50, so ▮.", ["3×12.50=37.50"]),
        ("小明有 $5$ 个苹果，价格 $3 元", "小明有 ▮ 个苹果，价格 $3 元", ["5"]),
        ("价格 $x$，数量 $y$。", "价格 ▮，数量 ▮。", ["x", "y"]),
        ("价格$x$元", "价格▮元", ["x"]),
        (r"\$5 for $x$ things, \$$y$ each", "$5 for ▮ things, $▮ each", ["x", "y"]),
        (r"costs $\$$1500 and 50$\%$ more", "costs ▮1500 and 50▮ more", ["$", "%"]),
        (r"so $ b= \boxed{-1}$.", "so ▮.", ["b=−1"]),
        ("example, $ (1+2+3)(-4)+5 $ is", "example, ▮ is", ["(1+2+3)(−4)+5"]),
        ("$100a + 10b + c = abc$ holds", "▮ holds", ["100a+10b+c=abc"]),
        ("pay $5 for $n$ and $7 for $m$", "pay $5 for ▮ and $7 for ▮", ["n", "m"]),
        (r"Let \(x\) and \[y = 1\]then", "Let ▮ and ▮then", ["x", "y=1"]),
        ("so $$x = 1$$ holds", "so ▮ holds", ["x=1"]),
        ("$$\n\\begin{aligned}a&=b\\end{aligned}\n$$ so", "▮ so", ["a=b"]),
        ("so\n\\begin{align*}\na&=b\n\\end{align*}\nthen", "so▮then", ["a=b"]),
        ("so \\begin{aligned}a&=b\\end{aligned}then", "so ▮then", ["a=b"]),
        (r"bare \frac{1}{2} and \sqrt{2}", "bare ▮ and ▮", ["12", "2"]),
        (r"\[ 5 \text{ apples cost } $5 \]", "▮", ["5applescost$5"]),
    ],
)
def test_formulas_are_found_among_words(text: str, words: str, formulas: list[str]) -> None:
    rendered = render(text)
    assert words_of(rendered.html) == words
    assert math_of(rendered.html) == formulas
    assert rendered.unrendered == ()


def test_a_matrix_inside_a_sentence_may_go_over_several_lines() -> None:
    html = render("Let $M = \\begin{pmatrix}\n1 & 2 \\\\\n- 3 & 4\n\\end{pmatrix}$ be it.").html
    assert html.count("<mtr>") == 2
    assert math_of(html) == ["M=(12−34)"]
    assert "<ul>" not in html


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [("so ($x$), then", "(", "),"), ("价格（$x$），数量", "（", "），"), ("is $x$.", "", ".")],
)
def test_punctuation_stays_with_its_formula(text: str, before: str, after: str) -> None:
    html = render(text).html
    assert words_of(html) == text.replace("$x$", "▮")
    kept = re.search(r'<span class="m-kept">(.*?)<math>.*</math>(.*?)</span>', html)
    assert kept is not None
    assert kept.groups() == (before, after)


def test_only_displays_have_a_line_of_their_own() -> None:
    assert 'display="block"' in render(r"\[x\]").html
    assert 'display="block"' in render("$$x$$").html
    assert 'display="block"' not in render(r"$x$ \(y\)").html


def test_lines_next_to_a_display_are_not_broken_twice() -> None:
    assert "<br>" not in render("so\n\\[x\\]\nthen").html
    assert "<br>" in render("first\nsecond").html


@pytest.mark.parametrize(
    "text",
    [
        "3*4*5 = 60",
        "(a+b)*(c+d)*2",
        "-3*-4*x",
        "2**3**4 and x**2 + y**2",
        "3 * 4 * 5",
        "2*n*3",
    ],
)
def test_asterisks_between_factors_are_shown(text: str) -> None:
    assert render(text).html == f"<p>{text}</p>"


def test_asterisks_next_to_a_formula_are_shown() -> None:
    assert words_of(render("3*$x$*4").html) == "3*▮*4"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*so* and **thus**", "<em>so</em> and <strong>thus</strong>"),
        ("*f*(*x*)", "<em>f</em>(<em>x</em>)"),
        ("**结论：**因此", "<strong>结论：</strong>因此"),
        ("这是**重点**内容", "这是<strong>重点</strong>内容"),
        ("**Step 1:** add", "<strong>Step 1:</strong> add"),
    ],
)
def test_emphasis_is_shown(text: str, html: str) -> None:
    assert render(text).html == f"<p>{html}</p>"


@pytest.mark.parametrize(
    "text",
    ["x is\n> 5", "5\n+ 6", "[3](4) = 12", "[1]: see below", "    indented", "3 + 4\n=\n7"],
)
def test_markdown_swallows_no_sign(text: str) -> None:
    html = render(text).html
    shown = unescape(html.replace("<br>", ""))
    assert shown == f"<p>{text.strip()}</p>"


def test_code_is_shown_as_written() -> None:
    assert render("`$x$` and `a*b*c`").html == "<p><code>$x$</code> and <code>a*b*c</code></p>"
    assert render("```\n$y$\n```").html == "<pre><code>$y$\n</code></pre>"


def test_numbered_steps_are_a_list_also_around_displays() -> None:
    html = render("1. So\n$$x$$\nand\n2. thus").html
    assert html.startswith("<ol>")
    assert html.count("<li>") == 2
    assert render("3. third\n4. fourth").html.startswith('<ol start="3">')


def test_a_table_keeps_its_bars_and_sides() -> None:
    html = render("| a | b |\n|:-|-:|\n| $|x|$ | 2 |").html
    assert '<th class="m-left">a</th>' in html
    assert '<td class="m-right">2</td>' in html
    assert math_of(html) == ["|x|"]


def test_headings_are_of_the_third_level_below_the_cards() -> None:
    assert render("# One\n\n##### Five").html == "<h3>One</h3>\n<h3>Five</h3>"


def test_a_formula_that_cannot_be_converted_is_shown_as_source_and_reported() -> None:
    rendered = render(r"so $\foo{a<b}$ and $x$")
    assert rendered.unrendered == (r"$\foo{a<b}$",)
    assert r'<code class="tex">$\foo{a&lt;b}$</code>' in rendered.html
    assert math_of(rendered.html) == ["x"]


def test_a_stray_command_is_reported() -> None:
    assert render(r"first\nsecond").unrendered == (r"\nsecond",)
    assert render("\\begin{enumerate}").unrendered == ("\\begin{enumerate}",)
    assert render("\\begin{align*} without end").unrendered == ("\\begin{align*}",)


def test_a_formula_keeps_its_tex_for_copying_and_reading_aloud() -> None:
    html = render(r"$\dotsb<x$").html
    assert '<annotation encoding="application/x-tex">\\dotsb&lt;x</annotation>' in html


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\text{if $x>0$, then}", "ifx>0,then"),
        (r"6\text{ cm^2}", "6cm2"),
        (r"\text{snake_case & more #1}", "snake_case&more#1"),
        (r"a \dotsm b \dotsb \mbox{ feet}", "a⋯b⋯feet"),
        (r"\cancelto{2}{8}", "82"),
        (r"\begin{array}{r@{\;}l*{2}{c}}a&b&c&d\\ \cline{2-4}e\end{array}", "abcde"),
        (r"\begin{array}{cc}\multicolumn{2}{r}{x}\\y&z\end{array}", "xyz"),
        (r"\begin{eqnarray*}a&=&b\\&=&c\end{eqnarray*}", "a=b=c"),
        (r"\begin{alignat*}{2}a&=b\end{alignat*}", "a=b"),
        (r"\begin{tabular}{|l|c|}\hline Grade & $9^{\text{th}}$\\\hline\end{tabular}", "Grade9th"),
        (r"\begin{cases}1\\[2pt]3\end{cases}", "{13⁣"),
        (r"x\label{a}\tag{3}", "x(3)"),
        (r"50% of x", "50%ofx"),
        (r"a &= b \\ &= c", "a=b=c"),
        (r"\sum_{\substack{i\\j}}", "∑ij"),
        (r"\large x \nonumber", "x"),
    ],
)
def test_what_people_write_is_put_into_what_the_converter_knows(tex: str, shown: str) -> None:
    rendered = render(rf"\[{tex}\]")
    assert rendered.unrendered == ()
    assert math_of(rendered.html) == [shown]


def test_lines_of_a_display_stay_lines_without_an_environment() -> None:
    assert render(r"\[a = b \\ c = d\]").html.count("<mtr>") == 2


def test_equations_are_not_numbered_from_one_each() -> None:
    assert math_of(render(r"\begin{align}a&=b\\c&=d\end{align}").html) == ["a=bc=d"]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (r"\frac{14}{3}", "▮"),
        ("x^2 + 1", "▮"),
        (r"\left( 3, \frac{\pi}{2} \right)", "▮"),
        ("$-3$", "▮"),
        ("p - q", "p - q"),
        ("- 3", "- 3"),
        ("3.", "3."),
        (r"\$18.90", "$18.90"),
        ("5 apples", "5 apples"),
        ("# 1", "# 1"),
    ],
)
def test_an_answer_is_one_line_and_may_be_bare_tex(answer: str, shown: str) -> None:
    rendered = render_answer(answer)
    assert words_of(rendered.html) == shown
    assert "<p>" not in rendered.html
    assert rendered.unrendered == ()


def test_an_answer_that_cannot_be_converted_is_reported() -> None:
    assert render_answer(r"\foo").unrendered == (r"\foo",)


def test_programs_that_draw_are_not_shown() -> None:
    assert render('Look:\n[asy]\ndraw((0,0)--(1,1)); label("$x$");\n[/asy]\nSo.').html == (
        "<p>Look:</p>\n<p>So.</p>"
    )


def test_the_corpus_is_rendered_quickly_and_nearly_whole(corpus: Path) -> None:
    lines = (corpus / "math500.jsonl").read_text(encoding="utf-8").splitlines()
    problems = [json.loads(line) for line in lines]
    assert len(problems) == 500
    before = time.process_time()
    rendered = [render(row[name]) for row in problems for name in ("problem", "solution")]
    seconds = time.process_time() - before
    unrendered = [formula for text in rendered for formula in text.unrendered]
    assert len(unrendered) <= 10, unrendered
    assert seconds < 2
    assert sum(text.html.count("<math") for text in rendered) > 5_000
