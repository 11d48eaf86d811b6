"""Session templates (K.5): what holds for every study, seed and batch."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from study.domain.design_file import read_design
from study.domain.errors import DomainError
from study.domain.plans import BankItem, Earlier, TemplatePlan
from study.domain.scheduling import Basis, plan_templates
from study.domain.vocabulary import Condition
from tests.domain.bases import PAPER, Sharing, bases, paper_basis, paper_items, seeds
from tests.domain.recounting import assert_keeps_the_rules, check_indices

counts = st.integers(0, 25)
batches = st.lists(st.tuples(st.integers(1, 9), seeds), min_size=2, max_size=6)


def plan(count: int, seed: int) -> tuple[TemplatePlan, ...]:
    return plan_templates(paper_basis(), count, seed).templates


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
    assert set(Counter((slot.code[:2], slot.condition) for slot in main).values()) == {2}


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


@given(bases(Sharing.NONE), counts, seeds)
@settings(max_examples=60)
def test_templates_of_any_design_keep_the_rules(basis: Basis, count: int, seed: int) -> None:
    plans = plan_templates(basis, count, seed).templates
    assert len(plans) == count
    assert_keeps_the_rules(basis, plans)


@given(bases(Sharing.WITHIN_CATEGORIES), counts, seeds)
@settings(max_examples=60)
def test_items_of_a_category_about_the_same_problem_never_meet(
    basis: Basis, count: int, seed: int
) -> None:
    assert_keeps_the_rules(basis, plan_templates(basis, count, seed).templates)


@given(bases(Sharing.ACROSS_CATEGORIES), counts, seeds)
@settings(max_examples=100)
def test_items_of_different_categories_about_the_same_problem_never_meet(
    basis: Basis, count: int, seed: int
) -> None:
    try:
        plans = plan_templates(basis, count, seed).templates
    except DomainError:
        return  # rightly: test_an_integer_program_finds_nothing_better
    assert_keeps_the_rules(basis, plans)


def test_a_problem_of_two_categories_is_shown_once_although_left_over_slots_fall_badly() -> None:
    """With one item per category, whether it is AO or AJ is drawn before it is known which."""
    design = read_design(
        {
            "bank": {"categories": ["TP", "FP"], "items_per_category": 2},
            "templates": {"items_per_category": 1, "attention_checks": 0},
        }
    )
    problems = {"TP1": "a", "TP2": "b", "FP1": "a", "FP2": "b"}
    items = [BankItem(code, code[:2], problem) for code, problem in problems.items()]
    basis = Basis(items, [], design, {})
    for seed in range(20):
        for count in range(9):
            assert_keeps_the_rules(basis, plan_templates(basis, count, seed).templates)


@given(seeds)
@settings(max_examples=20)
def test_over_twenty_templates_the_checks_places_differ_by_at_most_one(seed: int) -> None:
    places = Counter(
        next(i for i, slot in enumerate(slots) if slot.code == "GSM-CHECK")
        for slots in plan(20, seed)
    )
    of_each = [places[place] for place in range(0, 16, 2)]
    assert max(of_each) - min(of_each) <= 1


@given(batches, st.integers(1, 4))
@settings(max_examples=40)
def test_however_a_study_is_split_into_batches_the_places_differ_by_at_most_one(
    split: list[tuple[int, int]], checks: int
) -> None:
    design = read_design({"templates": {"attention_checks": checks}})
    codes = [f"GSM-CHECK-{number}" for number in range(checks)]
    used: Counter[int] = Counter()
    for count, seed in split:
        basis = Basis(paper_items(), codes, design, {}, Earlier(check_indices=used.copy()))
        made = plan_templates(basis, count, seed)
        for slots in made.templates:
            used.update(check_indices(basis, slots))
        of_each = [used[place] for place in range(0, 16, 2)]
        assert max(of_each) - min(of_each) <= 1
        assert made.certificate.check_positions == used


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
        ahead = openings.count(Condition.AJ) - openings.count(Condition.AO)
        basis = Basis(paper_items(), [], design, {}, Earlier(ahead))
        openings += [slots[0].condition for slots in plan_templates(basis, count, seed).templates]
    assert openings == [(Condition.AJ, Condition.AO)[n % 2] for n in range(len(openings))]


def test_the_opening_condition_can_be_ao_or_counterbalanced() -> None:
    for opening, expected in [("AO", "AO"), ("counterbalanced", "AJ AO")]:
        design = read_design({"templates": {"opening_condition": opening, "attention_checks": 0}})
        plans = plan_templates(Basis(paper_items(), [], design, {}), 2, seed=1).templates
        first = {slots[0].condition.value for slots in plans}
        assert first == set(expected.split())


def test_a_bank_too_small_for_one_template_says_which_category_lacks_items() -> None:
    few = [item for item in paper_items() if item.category != "FP" or item.code < "FP04"]
    with pytest.raises(DomainError, match=r"Category FP has 3 .* needs 4"):
        plan_templates(Basis(few, ["GSM-CHECK"], PAPER, {}), 1, seed=1)
    with pytest.raises(DomainError, match="0 attention checks"):
        plan_templates(Basis(paper_items(), [], PAPER, {}), 1, seed=1)


def test_of_more_checks_than_the_design_asks_for_the_first_are_shown() -> None:
    (slots,) = plan_templates(Basis(paper_items(), ["C1", "C2"], PAPER, {}), 1, 1).templates
    assert [slot.code for slot in slots if slot.code.startswith("C")] == ["C1"]
