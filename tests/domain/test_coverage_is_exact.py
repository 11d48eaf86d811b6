"""Coverage (K.5.3): as high as the number of slots allows, and certified as it is."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from study.domain.certificate import certify
from study.domain.design_file import read_design
from study.domain.errors import DomainError
from study.domain.plans import BankItem
from study.domain.scheduling import (
    Basis,
    Plan,
    TooFewTemplates,
    plan_templates,
    plan_to_target,
    require_target,
    templates_lacking,
)
from study.domain.vocabulary import Condition
from tests.domain.bases import (
    PAPER,
    Sharing,
    bases,
    covered,
    paper_basis,
    paper_items,
    seeds,
)
from tests.domain.recounting import (
    AJ,
    AO,
    highest_by_counting,
    levels,
    lowest,
    recount,
    smallest_by_counting,
    spread,
)

counts = st.integers(0, 25)
coverages = st.fixed_dictionaries(
    {(item.code, condition): st.integers(0, 6) for item in paper_items() for condition in Condition}
)


def certified(plan: Plan) -> dict[str, object]:
    said = asdict(plan.certificate)
    del said["seeds"]
    return said


def test_fifteen_templates_show_every_item_three_times_in_each_condition_for_a_thousand_seeds() -> (
    None
):
    basis = paper_basis()
    for seed in range(1000):
        plan = plan_templates(basis, 15, seed)
        assert set(levels(basis, plan.templates).values()) == {0}, seed
        require_target(basis, plan)


def test_fourteen_are_refused_with_the_bound_and_fifteen() -> None:
    basis = paper_basis()
    with pytest.raises(TooFewTemplates) as refusal:
        require_target(basis, plan_templates(basis, 14, 1))
    assert refusal.value.fewest == 15
    assert "category TP has 28 slots in AO for 30 judgments" in str(refusal.value)


def test_fourteen_are_drawn_as_well_as_they_can_be_where_a_shortfall_is_allowed() -> None:
    plan = plan_templates(paper_basis(), 14, 1)
    assert plan.certificate.guaranteed == {AO: 2, AJ: 2}
    assert plan.certificate.gap == 0
    assert plan.certificate.shortfall == 40 * 2 * 3 - 14 * 16


@pytest.mark.parametrize("count", range(1, 41))
def test_any_number_of_templates_covers_all_items_alike(count: int) -> None:
    basis = paper_basis()
    for seed in range(5):
        plan = plan_templates(basis, count, seed)
        least = 2 * count // 10  # slots of a stratum, over its ten items
        assert plan.certificate.guaranteed == plan.certificate.bound == {AO: least, AJ: least}
        assert max(spread(basis, plan.templates, side) for side in Condition) <= 1


@given(coverages, counts, seeds)
@settings(max_examples=60)
def test_whatever_is_covered_already_what_is_short_goes_first(
    coverage: Mapping[tuple[str, Condition], int], count: int, seed: int
) -> None:
    basis = paper_basis(coverage)
    plan = plan_templates(basis, count, seed)
    assert lowest(basis, plan.templates) == highest_by_counting(basis, count)
    assert certified(plan) == recount(basis, plan.templates)


def test_what_is_short_in_a_condition_is_taken_for_it_first() -> None:
    coverage = covered(3, paper_items())
    coverage["TP05", Condition.AO] = 0
    coverage["FN02", Condition.AJ] = 0
    (slots,) = plan_templates(paper_basis(coverage), 1, 3).templates
    conditions = {slot.code: slot.condition for slot in slots}
    assert conditions["TP05"] is Condition.AO
    assert conditions["FN02"] is Condition.AJ


@given(bases(Sharing.NONE) | bases(Sharing.WITHIN_CATEGORIES), counts, seeds)
@settings(max_examples=100)
def test_any_design_reaches_the_counting_bound(basis: Basis, count: int, seed: int) -> None:
    plan = plan_templates(basis, count, seed)
    assert lowest(basis, plan.templates) == highest_by_counting(basis, count)
    assert certified(plan) == recount(basis, plan.templates)
    assert plan.certificate.gap == 0


@given(bases(Sharing.NONE), counts, seeds)
@settings(max_examples=60)
def test_from_nothing_the_items_of_a_category_differ_by_at_most_one(
    basis: Basis, count: int, seed: int
) -> None:
    fresh = Basis(basis.items, basis.checks, basis.design, {}, basis.earlier)
    plans = plan_templates(fresh, count, seed).templates
    assert max(spread(fresh, plans, side) for side in Condition) <= 1


@pytest.mark.parametrize("count", [1, 4, 8, 17])
def test_an_item_that_is_shown_once_more_in_ao_is_not_in_aj_too(count: int) -> None:
    for seed in range(20):
        plans = plan_templates(paper_basis(), count, seed).templates
        shown = Counter(slot.code for plan in plans for slot in plan)
        times = [shown[item.code] for item in paper_items()]
        assert max(times) - min(times) <= 1, seed


@given(bases(Sharing.ACROSS_CATEGORIES), counts, seeds)
@settings(max_examples=100)
def test_where_categories_share_problems_the_certificate_states_the_gap(
    basis: Basis, count: int, seed: int
) -> None:
    try:
        plan = plan_templates(basis, count, seed)
    except DomainError:
        return  # rightly: test_an_integer_program_finds_nothing_better
    assert certified(plan) == recount(basis, plan.templates)


@given(bases(Sharing.NONE) | bases(Sharing.WITHIN_CATEGORIES), seeds)
@settings(max_examples=60)
def test_auto_takes_the_fewest_templates_that_cover_every_shortfall(
    basis: Basis, seed: int
) -> None:
    plan = plan_to_target(basis, seed)
    require_target(basis, plan)
    fewest = smallest_by_counting(basis)
    assert plan.certificate.templates == fewest
    assert templates_lacking(basis.items, basis.design, basis.coverage, basis.earlier) == fewest


@given(bases(Sharing.NONE), counts, seeds)
@settings(max_examples=60)
def test_a_count_is_refused_exactly_when_some_item_stays_below_its_target(
    basis: Basis, count: int, seed: int
) -> None:
    plan = plan_templates(basis, count, seed)
    fewest = smallest_by_counting(basis)
    if count >= fewest:
        require_target(basis, plan)
    else:
        with pytest.raises(TooFewTemplates) as refusal:
            require_target(basis, plan)
        assert refusal.value.fewest == fewest


def test_auto_makes_none_when_nothing_is_missing() -> None:
    plan = plan_to_target(paper_basis(covered(3, paper_items())), 1)
    assert plan.templates == ()
    assert plan.certificate.meets_target


def test_a_bank_without_items_meets_no_target() -> None:
    certificate = certify([], [], PAPER, {}, [], [])
    assert certificate.guaranteed == {Condition.AO: 0, Condition.AJ: 0}
    assert not certificate.meets_target
    assert certificate.as_dict()["meets_target"] is False


def test_what_is_missing_to_the_target_counts_the_slots_of_the_shortest_category() -> None:
    items = paper_items()
    assert templates_lacking(items, PAPER, {}) == 15  # 10 items, 3 times, 2 a template
    coverage = covered(3, items)
    assert templates_lacking(items, PAPER, coverage) == 0
    coverage["TP05", Condition.AO] = coverage["TP06", Condition.AO] = 0
    coverage["FN02", Condition.AJ] = 1
    assert templates_lacking(items, PAPER, coverage) == 3
    others = [BankItem("X01", "other", "x")]  # a category the design does not ask for
    assert templates_lacking([*items, *others], PAPER, coverage) == 3


def test_targets_may_differ_between_conditions() -> None:
    design = read_design({"templates": {"coverage_target": 2, "aj_coverage_extra": 2}})
    basis = Basis(paper_items(), ["GSM-CHECK"], design, {})
    plan = plan_to_target(basis, 1)
    assert plan.certificate.templates == 20  # ten items, four times, two slots a template
    assert plan.certificate.guaranteed[AJ] == 4
    assert plan.certificate.guaranteed[AO] >= 2


def test_nobody_sinks_below_a_level_on_which_all_can_stand_when_categories_share_problems() -> None:
    """Six templates draw each of four problems six times: no slot can be given away freely."""
    design = read_design(
        {
            "bank": {"categories": ["TP", "FP"], "items_per_category": 3},
            "templates": {"items_per_category": 2, "attention_checks": 0},
        }
    )
    problems = {"TP0": "a", "TP1": "b", "TP2": "only TP", "FP0": "a", "FP1": "b", "FP2": "only FP"}
    items = [BankItem(code, code[:2], problem) for code, problem in problems.items()]
    basis = Basis(items, [], design, {})
    for seed in range(50):
        plan = plan_templates(basis, 6, seed)
        assert min(plan.certificate.guaranteed.values()) == 1, seed


def test_auto_goes_far_beyond_counting_where_shared_problems_hold_a_category_down() -> None:
    """TP shows six of its seven problems every time, so FP gets one of them a template."""
    design = read_design(
        {
            "bank": {"categories": ["TP", "FP"], "items_per_category": 13},
            "templates": {"items_per_category": 6, "attention_checks": 0},
        }
    )
    items = [BankItem(f"TP{n:02d}", "TP", f"problem {n}") for n in range(7)]
    items += [BankItem(f"FP{n:02d}", "FP", f"problem {n}") for n in range(13)]
    basis = Basis(items, [], design, {})
    assert smallest_by_counting(basis) == 13
    assert plan_to_target(basis, 1).certificate.templates == 42  # seven items, six judgments each


def test_auto_gives_up_where_an_item_can_never_be_shown() -> None:
    design = read_design(
        {
            "bank": {"categories": ["TP", "FP"], "items_per_category": 13},
            "templates": {"items_per_category": 4, "attention_checks": 0},
        }
    )
    items = [BankItem(f"TP{n}", "TP", f"problem {n}") for n in range(4)]
    items += [BankItem(f"FP{n}", "FP", f"problem {n}") for n in range(9)]
    with pytest.raises(DomainError, match="Too many items share a problem"):
        plan_to_target(Basis(items, [], design, {}), 1)


@pytest.mark.parametrize(
    ("categories", "per_category", "count", "bound"),
    [
        (["TP"], 3, 20, "beyond the 20 slots that each category has in AO anyway there are 0 more"),
        (["TP", "FP"], 1, 40, "category TP has 40 slots for 60 judgments"),
        (["TP", "FP"], 4, 14, "category TP has 28 slots in AO for 30 judgments"),
    ],
)
def test_a_refusal_names_the_rule_that_forbids_the_count(
    categories: list[str], per_category: int, count: int, bound: str
) -> None:
    design = read_design(
        {
            "bank": {"categories": categories},
            "templates": {"items_per_category": per_category, "attention_checks": 0},
        }
    )
    items = [item for item in paper_items() if item.category in categories]
    basis = Basis(items, [], design, {})
    with pytest.raises(TooFewTemplates) as refusal:
        require_target(basis, plan_templates(basis, count, 1))
    assert bound in str(refusal.value)


def test_a_refusal_names_the_problem_that_too_many_items_share() -> None:
    items = [
        BankItem(item.code, item.category, "the same" if item.code.startswith("TP0") else item.code)
        for item in paper_items(13)
    ]
    basis = Basis(items, ["GSM-CHECK"], PAPER, {})
    with pytest.raises(TooFewTemplates) as refusal:
        require_target(basis, plan_templates(basis, 30, 1))
    assert "about problem the same are short of 54 judgments" in str(refusal.value)
    assert refusal.value.fewest == 54
