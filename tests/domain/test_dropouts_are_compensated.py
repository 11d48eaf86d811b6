"""Dropouts (K.5.3): how many a plan survives, and what a supplement makes good."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from study.domain.plans import Earlier, TemplatePlan
from study.domain.scheduling import Basis, plan_templates, plan_to_target
from study.domain.vocabulary import Condition
from tests.domain.bases import Sharing, bases, paper_basis, seeds
from tests.domain.recounting import (
    assert_keeps_the_rules,
    check_indices,
    levels,
    lowest,
    smallest_by_counting,
)

Judged = Counter[tuple[str, Condition]]


def judged(plans: Iterable[TemplatePlan]) -> Judged:
    return Counter((slot.code, slot.condition) for plan in plans for slot in plan)


def the_papers_twenty(seed: int) -> tuple[TemplatePlan, ...]:
    """Draw T1–T15, then T16–T20 on top of them."""
    first = plan_templates(paper_basis(), 15, seed).templates
    used = Counter(index for plan in first for index in check_indices(paper_basis(), plan))
    more = paper_basis(judged(first), Earlier(len(first), used))
    return first + plan_templates(more, 5, seed + 15).templates


@given(seeds, st.sets(st.integers(0, 19)))
@settings(max_examples=60)
def test_whoever_of_twenty_drops_out_the_fewest_templates_make_it_good(
    seed: int, dropped: set[int]
) -> None:
    plans = plan_templates(paper_basis(), 20, seed).templates
    left = [plan for number, plan in enumerate(plans) if number not in dropped]
    basis = paper_basis(judged(left), Earlier())
    supplement = plan_to_target(basis, seed + 1).templates
    assert_keeps_the_rules(basis, supplement)
    assert lowest(paper_basis(), [*left, *supplement]) >= 0
    assert len(supplement) == smallest_by_counting(basis)


def test_nineteen_of_twenty_with_seventeen_answers_missing_are_repaired() -> None:
    sizes = Counter[int]()
    for seed in range(40):
        chance = random.Random(seed)
        plans = the_papers_twenty(seed)
        collected = chance.sample(plans, 19)
        answers = [
            (slot.code, slot.condition)
            for plan in collected
            for slot in plan
            if slot.code != "GSM-CHECK"
        ]
        valid = Counter(chance.sample(answers, len(answers) - 17))
        basis = paper_basis(valid, Earlier())
        supplement = plan_to_target(basis, seed).templates
        assert lowest(basis, supplement) >= 0
        assert len(supplement) == smallest_by_counting(basis)
        sizes[len(supplement)] += 1
    assert max(sizes) <= 4, sizes
    assert sizes.total() > sizes[0], "no run needed a repair"


def test_a_study_of_which_a_third_drops_out_goes_on_until_every_item_has_its_answers() -> None:
    for seed in range(20):
        chance = random.Random(seed)
        valid: Judged = Counter()
        made = 0
        while plans := plan_to_target(paper_basis(valid, Earlier(made % 2)), seed + made).templates:
            made += len(plans)
            valid += judged(plan for plan in plans if chance.random() > 1 / 3)
        assert lowest(paper_basis(valid), []) >= 0
        assert made <= 50


@given(bases(Sharing.NONE) | bases(Sharing.WITHIN_CATEGORIES), st.integers(1, 25), seeds)
@settings(max_examples=60)
def test_as_many_templates_as_are_survived_can_be_lost_whichever(
    basis: Basis, count: int, seed: int
) -> None:
    plan = plan_templates(basis, count, seed)
    survived = min(count, plan.certificate.dropouts_survived)
    assume(plan.certificate.meets_target)
    for lost in some_subsets(count, survived, random.Random(seed)):
        assert lowest(basis, without(plan.templates, lost)) >= 0


@given(bases(Sharing.NONE) | bases(Sharing.WITHIN_CATEGORIES), st.integers(1, 25), seeds)
@settings(max_examples=60)
def test_of_a_first_batch_one_more_may_be_too_many(basis: Basis, count: int, seed: int) -> None:
    targets = [basis.design.templates.target(condition) for condition in Condition]
    assume(min(targets) > 0)
    first = Basis(basis.items, basis.checks, basis.design, {}, basis.earlier)
    plan = plan_templates(first, count, seed)
    fatal = showing_the_scarcest(first, plan.templates)[: plan.certificate.dropouts_survived + 1]
    assert lowest(first, without(plan.templates, fatal)) < 0


def test_any_one_of_the_papers_twenty_can_be_lost_but_not_any_two() -> None:
    plan = plan_templates(paper_basis(), 20, 1)
    assert plan.certificate.dropouts_survived == 1
    after_two = [
        lowest(paper_basis(), without(plan.templates, lost)) for lost in combinations(range(20), 2)
    ]
    assert set(after_two) == {0, -1}


def some_subsets(count: int, size: int, chance: random.Random) -> Iterable[Sequence[int]]:
    """Return all subsets of so many numbers below `count`, or 200 of them where there are more."""
    if comb(count, size) <= 200:
        return combinations(range(count), size)
    return [chance.sample(range(count), size) for _ in range(200)]


def without(plans: Sequence[TemplatePlan], lost: Sequence[int]) -> list[TemplatePlan]:
    return [plan for number, plan in enumerate(plans) if number not in lost]


def showing_the_scarcest(basis: Basis, plans: Sequence[TemplatePlan]) -> list[int]:
    """Return the numbers of the templates that show what is covered least."""
    found = levels(basis, plans)
    scarcest = min(found, key=lambda pair: found[pair])
    return [number for number, plan in enumerate(plans) if scarcest in judged([plan])]
