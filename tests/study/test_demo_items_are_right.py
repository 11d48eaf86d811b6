"""The demo banks are right: every answer is computed again, every step's arithmetic is checked."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from tests.study import demo_proofs_more as more_proofs
from tests.study.demo_latex import NotANumber, answer, claims, maths, number, same, steps
from tests.study.demo_proofs import PROOFS
from tests.study.demo_slips import SLIPS

Item = dict[str, Any]

DEMO = Path(__file__).resolve().parents[2] / "study" / "demo"
KEYS = [
    "code",
    "kind",
    "category",
    "question",
    "justification",
    "answer",
    "gold_answer",
    "is_correct",
    "problem_id",
    "source",
    "level",
    "subject",
    "model",
    "error_step",
    "category_source",
]
MAY_BE_ABSENT = {"category", "level", "subject", "error_step", "category_source"}
SUBJECTS = {
    "Algebra",
    "Intermediate Algebra",
    "Prealgebra",
    "Number Theory",
    "Counting & Probability",
    "Geometry",
    "Precalculus",
}
RIGHT = {"TP": True, "FN": True, "FP": False, "TN": False}


def read(name: str) -> list[Item]:
    lines = (DEMO / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


ENGLISH = read("items.jsonl")
CHINESE = read("items.zh-hans.jsonl")
ITEMS = ENGLISH + CHINESE


def labelled(items: list[Item]) -> list[Any]:
    return [pytest.param(item, id=item["problem_id"]) for item in items]


every_item = pytest.mark.parametrize("item", labelled(ITEMS))
every_main_item = pytest.mark.parametrize(
    "item", labelled([item for item in ITEMS if item["kind"] == "main"])
)
every_wrong_item = pytest.mark.parametrize(
    "item", labelled([item for item in ITEMS if not item["is_correct"]])
)


@cache
def computed(problem_id: str) -> sp.Expr:
    assert problem_id in PROOFS, "an item without a proof"
    return PROOFS[problem_id]()


@every_item
def test_every_gold_answer_is_what_the_computation_gives(item: Item) -> None:
    assert same(answer(item["gold_answer"]), computed(item["problem_id"]))


@every_item
def test_an_item_is_marked_correct_exactly_when_its_answer_is_the_computed_one(item: Item) -> None:
    assert item["is_correct"] is same(answer(item["answer"]), computed(item["problem_id"]))


@every_item
def test_a_right_item_shows_the_gold_answer_letter_for_letter(item: Item) -> None:
    shown = re.fullmatch(r"\$(\S|\S.*\S)\$", item["answer"])
    assert shown
    assert (shown[1] == item["gold_answer"]) is item["is_correct"]


@every_wrong_item
def test_every_wrong_answer_follows_from_its_one_slip(item: Item) -> None:
    slip = SLIPS[item["problem_id"]]
    assert same(answer(item["answer"]), sp.sympify(slip.leads_to))


@every_wrong_item
def test_the_slip_is_made_at_the_error_step_and_nowhere_else(item: Item) -> None:
    slip = SLIPS[item["problem_id"]]
    numbered = enumerate(steps(item["justification"]), start=1)
    assert [at for at, step in numbered if slip.words in step] == [item["error_step"]]


@every_item
def test_an_error_step_is_given_exactly_for_wrong_items_and_is_one_of_the_steps(
    item: Item,
) -> None:
    numbered = steps(item["justification"])
    assert 4 <= len(numbered) <= 7
    assert ("error_step" in item) is not item["is_correct"]
    if "error_step" in item:
        assert type(item["error_step"]) is int
        assert 1 <= item["error_step"] <= len(numbered)


@every_item
def test_the_arithmetic_of_every_step_holds_except_at_the_error(item: Item) -> None:
    for at, step in enumerate(steps(item["justification"]), start=1):
        if at != item.get("error_step"):
            assert [claim.text for claim in claims(step) if not claim.holds] == []


@every_item
def test_the_last_step_states_the_shown_answer(item: Item) -> None:
    last = steps(item["justification"])[-1]
    shown = answer(item["answer"])
    plain = re.findall(r"\d+", re.sub(r"\$.*?\$", "", last))
    stated = [sp.Integer(value) for value in plain]
    for side in " = ".join(maths(last)).split("="):
        try:
            stated.append(answer(side.strip()))
        except NotANumber:
            continue
    assert any(same(value, shown) for value in stated)


def test_the_steps_hold_so_many_claims_that_the_check_is_not_empty() -> None:
    found = [claim for item in ITEMS for claim in claims(item["justification"])]
    assert len(found) > 200
    assert sum(not claim.holds for claim in found) >= 5  # the slips that are plain arithmetic


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (r"So $3 \cdot 12 = 36$ and $\frac{12}{4} = 3$.", []),
        (r"So $x = 3 \cdot 12 = 37$.", [r" 3 \cdot 12 = 37"]),
        (r"Since $2^{10} \equiv 3 \pmod{7}$.", [r"2^{10}  =  3  mod 7"]),
        (r"Here $\sqrt{50} = 5\sqrt{2}$, $\binom{5}{2} = 10$, $4! = 24$, $1.5 \cdot 12 = 18$.", []),
        (r"Here $-2 - (-13) + 1 = 12$ and $3^{-2} = \frac{1}{9}$ and $80\% = 0.8$.", []),
        (r"Here $\frac{8.5}{10} < 1 < \frac{1}{2}$.", [r" 1 < \frac{1}{2}"]),
        (r"Here $6 \ge 7$ and $\pi < 4$ and $x \le 2$.", [r"6 \ge 7"]),
        (r"Here $a = 1, b = 1 + 1 = 3$.", [" 1 + 1 = 3"]),
    ],
)
def test_the_claim_checker_finds_a_planted_mistake_and_accepts_what_is_true(
    text: str, wrong: list[str]
) -> None:
    assert [claim.text for claim in claims(text) if not claim.holds] == wrong


@pytest.mark.parametrize("latex", ["x", "2x + 1", r"\frac{1}", "(3", r"\sin 2", "1 2", ""])
def test_what_is_not_a_number_is_not_read_as_one(latex: str) -> None:
    with pytest.raises(NotANumber):
        number(latex)


def test_every_proof_and_every_slip_belongs_to_an_item() -> None:
    assert more_proofs.__doc__
    assert set(PROOFS) == {item["problem_id"] for item in ITEMS}
    assert set(SLIPS) == {item["problem_id"] for item in ITEMS if not item["is_correct"]}


def test_the_english_bank_has_ten_items_per_category_and_the_rest_of_a_study() -> None:
    codes = [f"{category}{n:02}" for category in RIGHT for n in range(1, 11)]
    codes += ["GSM-CHECK", "PRA01", "PRA02"] + [f"SCR{n:02}" for n in range(1, 7)]
    assert sorted(item["code"] for item in ENGLISH) == sorted(codes)
    kinds = Counter(item["kind"] for item in ENGLISH)
    assert kinds == {"main": 40, "attention_check": 1, "screening": 6, "practice": 2}


def test_the_chinese_bank_has_two_items_per_category_a_check_and_the_practice() -> None:
    codes = [f"{category}{n:02}" for category in RIGHT for n in (1, 2)]
    codes += ["GSM-CHECK", "PRA01", "PRA02"]
    assert sorted(item["code"] for item in CHINESE) == sorted(codes)
    assert all(re.search(r"[\u4e00-\u9fff]", item["question"]) for item in CHINESE)


def test_the_screening_has_three_wrong_and_two_right_of_five_and_a_grade_school_one() -> None:
    screening = [item for item in ENGLISH if item["kind"] == "screening"]
    assert [item["is_correct"] for item in screening[:5]].count(False) == 3
    styles = [item["source"] for item in screening]
    assert styles == ["Discern demo bank (MATH500-style)"] * 5 + ["Discern demo bank (GSM8K-style)"]


def test_questions_and_problems_are_distinct() -> None:
    assert len({item["problem_id"] for item in ITEMS}) == len(ITEMS)
    assert len({" ".join(item["question"].split()) for item in ITEMS}) == len(ITEMS)


def test_every_category_of_the_english_bank_meets_every_subject() -> None:
    for category in RIGHT:
        subjects = [item["subject"] for item in ENGLISH if item.get("category") == category]
        assert set(subjects) == SUBJECTS
        assert max(Counter(subjects).values()) <= 2


@every_item
def test_an_item_has_its_keys_in_order_and_says_where_it_comes_from(item: Item) -> None:
    assert list(item) == [key for key in KEYS if key in item]
    assert set(KEYS) - set(item) <= MAY_BE_ABSENT
    assert item["source"].startswith("Discern demo bank")
    assert item["model"] == "written by hand"
    assert item.get("subject", "Algebra") in SUBJECTS
    assert ("category" in item) is (item["kind"] in ("main", "attention_check"))
    assert ("category_source" in item) is ("category" in item)


@every_main_item
def test_the_category_of_a_main_item_agrees_with_whether_it_is_right(item: Item) -> None:
    assert item["category"] == item["code"][:2]
    assert RIGHT[item["category"]] is item["is_correct"]
    assert item["level"] in (3, 4)
    assert item["category_source"] == "Discern demo bank: assigned by the authors"


@pytest.mark.parametrize("bank", [ENGLISH, CHINESE], ids=["english", "chinese"])
def test_the_check_is_wrong_so_that_incorrect_is_the_right_judgment(bank: list[Item]) -> None:
    (check,) = [item for item in bank if item["kind"] == "attention_check"]
    assert check["category"] == "GSM-CHECK"
    assert check["is_correct"] is False


@every_item
def test_every_formula_is_delimited_so_that_any_markdown_reader_finds_it(item: Item) -> None:
    for field in ("question", "justification", "answer"):
        text = re.sub(r"\n\n(\$\$[^$]+\$\$|\\\[.+\\\])(?=\n\n|$)", "", item[field])
        assert text.count("$") % 2 == 0
        assert "$$" not in text
        pieces = text.split("$")
        for formula in pieces[1::2]:
            assert formula == formula.strip() != ""
            assert "\n" not in formula
            assert formula.count("{") == formula.count("}")
            assert not re.search(r"[\^_]\d\d", formula), "braces are missing"
        for before, after in zip(pieces[:-1:2], pieces[2::2], strict=True):
            assert not re.match(r"\w", after, re.ASCII)
            assert not re.search(r"[\w\\]$", before, re.ASCII)
