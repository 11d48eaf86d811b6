"""The order of items (K.5.2): random, and over a study nobody stands early or late."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from study.domain.design import Bank, StudyDesign, Templates
from study.domain.plans import BankItem, TemplatePlan
from study.domain.scheduling import Basis, plan_templates
from study.domain.vocabulary import Condition
from tests.domain.bases import paper_basis, seeds

MIDDLE = 7.5
"""Of the sixteen main items' places, 0 to 15."""


def places(plans: Sequence[TemplatePlan]) -> Iterator[tuple[int, str, Condition]]:
    """Yield where each main item stands among the sixteen, in every template."""
    for plan in plans:
        main = [slot for slot in plan if slot.code != "GSM-CHECK"]
        for place, slot in enumerate(main):
            yield place, slot.code, slot.condition


@given(seeds)
@settings(max_examples=100)
def test_over_twenty_templates_every_category_stands_in_the_middle_on_average(seed: int) -> None:
    of_category = defaultdict(list)
    for place, code, _ in places(plan_templates(paper_basis(), 20, seed).templates):
        of_category[code[:2]].append(place)
    assert all(abs(mean(taken) - MIDDLE) <= 1.0 for taken in of_category.values())


def test_over_twenty_templates_every_item_stands_near_the_middle_on_average_over_seeds() -> None:
    off = defaultdict(list)
    for seed in range(100):
        of_item = defaultdict(list)
        for place, code, _ in places(plan_templates(paper_basis(), 20, seed).templates):
            of_item[code].append(place)
        for code, taken in of_item.items():
            off[code].append(mean(taken) - MIDDLE)
    assert len(off) == 40
    assert all(mean(map(abs, each)) <= 1.0 for each in off.values())  # by chance alone: 1.3
    assert all(abs(mean(each)) <= 0.5 for each in off.values())  # nor early or late in the long run


def test_every_category_comes_to_every_place_of_its_condition_equally_often() -> None:
    times: Counter[tuple[int, str]] = Counter()
    for seed in range(200):
        for place, code, _ in places(plan_templates(paper_basis(), 20, seed).templates):
            times[place, code[:2]] += 1
    assert len(times) == 16 * 4
    assert all(times[at] == pytest.approx(200 * 20 / 4, rel=0.15) for at in times)


def test_a_single_template_is_in_random_order_too() -> None:
    first = Counter(
        next(places(plan_templates(paper_basis(), 1, seed).templates))[1] for seed in range(1200)
    )
    assert len(first) == 40
    assert max(first.values()) <= 60  # thirty each are expected


@given(st.integers(2, 60), seeds)
@settings(max_examples=40)
def test_no_two_templates_of_the_paper_are_the_same(count: int, seed: int) -> None:
    plan = plan_templates(paper_basis(), count, seed)
    assert len(set(plan.templates)) == count
    assert plan.certificate.identical == 0


@pytest.mark.parametrize(("per_category", "items", "count"), [(4, 5, 20), (4, 6, 20), (6, 6, 40)])
def test_templates_of_a_single_small_category_differ_while_there_are_other_orders(
    per_category: int, items: int, count: int
) -> None:
    design = StudyDesign(
        bank=Bank(categories=("TP",)),
        templates=Templates(items_per_category=per_category, attention_checks=0),
    )
    bank = [BankItem(f"TP{number}", "TP", f"problem {number}") for number in range(items)]
    basis = Basis(bank, [], design, {})
    for seed in range(30):
        assert len(set(plan_templates(basis, count, seed).templates)) == count, seed
