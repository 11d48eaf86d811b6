"""Session templates (K.5): what holds for every seed."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from study.domain.attention_check import indices_of
from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.errors import DomainError
from study.domain.scheduling import (
    BankItem,
    Coverage,
    Earlier,
    Slot,
    plan_templates,
    templates_lacking,
)
from study.domain.vocabulary import Condition

DESIGN = StudyDesign()
BANK = [
    BankItem(f"{category}{number:02d}", category, f"p-{category}{number}")
    for category in DESIGN.bank.categories
    for number in range(1, 11)
]
seeds = st.integers(min_value=0, max_value=2**32)


def plan(count: int, seed: int, coverage: Coverage | None = None) -> list[tuple[Slot, ...]]:
    return plan_templates(BANK, ["GSM-CHECK"], DESIGN, coverage or {}, count, seed)


@given(seeds)
def test_a_template_has_seventeen_slots_four_main_items_of_each_category(seed: int) -> None:
    (slots,) = plan(1, seed)
    assert len(slots) == 17
    codes = [slot.code for slot in slots if slot.code != "GSM-CHECK"]
    assert len(set(codes)) == 16
    assert Counter(code[:2] for code in codes) == {"TP": 4, "TN": 4, "FP": 4, "FN": 4}


@given(seeds)
def test_every_category_is_half_aj_and_half_ao(seed: int) -> None:
    (slots,) = plan(1, seed)
    main = [slot for slot in slots if slot.code != "GSM-CHECK"]
    counts = Counter((slot.code[:2], slot.condition) for slot in main)
    assert set(counts.values()) == {2}


@given(seeds)
def test_the_main_items_alternate_from_aj(seed: int) -> None:
    (slots,) = plan(1, seed)
    conditions = [slot.condition for slot in slots if slot.code != "GSM-CHECK"]
    assert conditions == [Condition.AJ, Condition.AO] * 8


@given(seeds)
def test_the_check_is_aj_and_at_an_even_index_up_to_the_fifteenth_place(seed: int) -> None:
    (slots,) = plan(1, seed)
    (index,) = (i for i, slot in enumerate(slots) if slot.code == "GSM-CHECK")
    assert slots[index].condition is Condition.AJ
    assert index in range(0, 16, 2)


@given(seeds)
@settings(max_examples=20)
def test_over_twenty_templates_the_checks_places_differ_by_at_most_one(seed: int) -> None:
    places = Counter(
        next(i for i, slot in enumerate(slots) if slot.code == "GSM-CHECK")
        for slots in plan(20, seed)
    )
    counts = [places[place] for place in range(0, 16, 2)]
    assert max(counts) - min(counts) <= 1


batches = st.lists(st.tuples(st.integers(1, 9), seeds), min_size=2, max_size=6)


@given(batches, st.integers(1, 4))
@settings(max_examples=40)
def test_however_a_study_is_split_into_batches_the_places_differ_by_at_most_one(
    split: list[tuple[int, int]], checks: int
) -> None:
    design = read_design({"templates": {"attention_checks": checks}})
    codes = [f"GSM-CHECK-{number}" for number in range(checks)]
    used: Counter[int] = Counter()
    for count, seed in split:
        earlier = Earlier(check_indices=used)
        for slots in plan_templates(BANK, codes, design, {}, count, seed, earlier):
            used.update(indices_of(i for i, slot in enumerate(slots) if slot.code in codes))
        counts = [used[place] for place in range(0, 16, 2)]
        assert max(counts) - min(counts) <= 1


@given(batches)
@settings(max_examples=20)
def test_however_a_study_is_split_into_batches_the_openings_alternate(
    split: list[tuple[int, int]],
) -> None:
    design = read_design(
        {"templates": {"opening_condition": "counterbalanced", "attention_checks": 0}}
    )
    openings: list[Condition] = []
    for count, seed in split:
        earlier = Earlier(templates=len(openings))
        plans = plan_templates(BANK, [], design, {}, count, seed, earlier)
        openings += [slots[0].condition for slots in plans]
    assert openings == [(Condition.AJ, Condition.AO)[n % 2] for n in range(len(openings))]


@given(seeds)
@settings(max_examples=20)
def test_twenty_templates_show_every_item_three_times_in_each_condition(seed: int) -> None:
    counts = Counter((slot.code, slot.condition) for slots in plan(20, seed) for slot in slots)
    assert all(counts[item.code, condition] >= 3 for item in BANK for condition in Condition)


def test_the_same_seed_gives_the_same_templates() -> None:
    assert plan(5, seed=7) == plan(5, seed=7) != plan(5, seed=8)


def test_what_is_short_in_a_condition_is_taken_for_it_first() -> None:
    coverage = {(item.code, condition): 3 for item in BANK for condition in Condition}
    coverage["TP05", Condition.AO] = 0
    coverage["FN02", Condition.AJ] = 0
    (slots,) = plan(1, 3, coverage)
    conditions = {slot.code: slot.condition for slot in slots}
    assert conditions["TP05"] is Condition.AO
    assert conditions["FN02"] is Condition.AJ


def test_what_is_missing_to_the_target_counts_the_slots_of_the_shortest_category() -> None:
    assert templates_lacking(BANK, DESIGN, {}) == 15  # 10 items, 3 times, 2 a template
    coverage = {(item.code, condition): 3 for item in BANK for condition in Condition}
    assert templates_lacking(BANK, DESIGN, coverage) == 0
    coverage["TP05", Condition.AO] = coverage["TP06", Condition.AO] = 0
    coverage["FN02", Condition.AJ] = 1
    assert templates_lacking(BANK, DESIGN, coverage) == 3
    others = [BankItem("X01", "other", "x")]  # a category the design does not ask for
    assert templates_lacking([*BANK, *others], DESIGN, coverage) == 3


def test_items_about_the_same_problem_never_meet_in_one_template() -> None:
    twins = [*BANK, BankItem("TP11", "TP", "p-FN1"), BankItem("TP12", "TP", "p-TP1")]
    for slots in plan_templates(twins, ["GSM-CHECK"], DESIGN, {}, 30, seed=5):
        problems = {item.code: item.problem_id for item in twins}
        shown = [problems[slot.code] for slot in slots if slot.code in problems]
        assert len(shown) == len(set(shown))


def test_the_opening_condition_can_be_ao_or_counterbalanced() -> None:
    for opening, expected in [("AO", "AO"), ("counterbalanced", "AJ AO")]:
        design = read_design({"templates": {"opening_condition": opening, "attention_checks": 0}})
        plans = plan_templates(BANK, [], design, {}, 2, seed=1)
        first = {slots[0].condition.value for slots in plans}
        assert first == set(expected.split())


def test_a_bank_too_small_for_one_template_says_which_category_lacks_items() -> None:
    few = [item for item in BANK if item.category != "FP" or item.code < "FP04"]
    with pytest.raises(DomainError, match=r"Category FP has 3 .* needs 4"):
        plan_templates(few, ["GSM-CHECK"], DESIGN, {}, 1, seed=1)
    with pytest.raises(DomainError, match="0 attention checks"):
        plan_templates(BANK, [], DESIGN, {}, 1, seed=1)
