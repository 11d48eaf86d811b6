"""The next participant gets the template that the worst-covered items need most."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.domain.assignment import Pair, order_of_need
from study.domain.design import StudyDesign
from study.domain.vocabulary import Condition

AO, AJ = Condition.AO, Condition.AJ
TARGET = {AO: 3, AJ: 3}
CODES = [f"I{number}" for number in range(6)]

pairs = st.tuples(st.sampled_from(CODES), st.sampled_from(Condition))
templates = st.lists(pairs, max_size=5, unique_by=lambda pair: pair[0])
pools = st.dictionaries(st.integers(1, 99), templates, min_size=1, max_size=8)
coverages = st.dictionaries(pairs, st.integers(0, 5))
targets = st.fixed_dictionaries({AO: st.integers(0, 5), AJ: st.integers(0, 5)})
seeds = st.integers(0, 2**32)


def slots_by_level(
    template: Sequence[Pair],
    coverage: Mapping[Pair, int],
    target: Mapping[Condition, int],
    levels: Sequence[int],
) -> list[int]:
    """Return how many slots of a template stand at each level, the lowest level first."""
    stands = Counter(coverage.get(pair, 0) - target[pair[1]] for pair in template)
    return [stands[level] for level in levels]


@given(pools, coverages, targets, seeds)
def test_each_one_helps_at_least_as_much_as_those_behind_it(
    free: dict[int, list[Pair]],
    coverage: dict[Pair, int],
    target: dict[Condition, int],
    seed: int,
) -> None:
    order = order_of_need(free, coverage, target, seed)
    shown = {pair for template in free.values() for pair in template}
    levels = sorted({coverage.get(pair, 0) - target[pair[1]] for pair in shown})
    helps = [slots_by_level(free[number], coverage, target, levels) for number in order]
    assert helps == sorted(helps, reverse=True)


@given(pools, coverages, targets, seeds)
def test_every_free_template_has_one_place(
    free: dict[int, list[Pair]],
    coverage: dict[Pair, int],
    target: dict[Condition, int],
    seed: int,
) -> None:
    assert sorted(order_of_need(free, coverage, target, seed)) == sorted(free)


@given(pools, coverages, targets, seeds, st.randoms())
def test_the_same_input_gives_the_same_order_however_it_is_written_down(
    free: dict[int, list[Pair]],
    coverage: dict[Pair, int],
    target: dict[Condition, int],
    seed: int,
    chance: random.Random,
) -> None:
    numbers = chance.sample(sorted(free), len(free))
    turned = {number: chance.sample(free[number], len(free[number])) for number in numbers}
    assert order_of_need(free, coverage, target, seed) == order_of_need(
        turned, coverage, target, seed
    )


@given(pools, coverages, targets, seeds, pairs)
def test_one_more_judgment_never_moves_a_template_with_that_slot_before_one_without_it(
    free: dict[int, list[Pair]],
    coverage: dict[Pair, int],
    target: dict[Condition, int],
    seed: int,
    judged: Pair,
) -> None:
    before = order_of_need(free, coverage, target, seed)
    more = coverage | {judged: coverage.get(judged, 0) + 1}
    after = order_of_need(free, more, target, seed)
    without = [number for number in free if judged not in free[number]]
    for number in free.keys() - without:
        for other in without:
            if before.index(number) > before.index(other):
                assert after.index(number) > after.index(other)


@given(pools, coverages, targets, seeds, st.integers(1, 3))
def test_only_the_distance_to_the_target_matters(
    free: dict[int, list[Pair]],
    coverage: dict[Pair, int],
    target: dict[Condition, int],
    seed: int,
    more: int,
) -> None:
    everything = {(code, condition) for code in CODES for condition in Condition}
    raised = {pair: coverage.get(pair, 0) + more for pair in everything}
    higher = {condition: times + more for condition, times in target.items()}
    assert order_of_need(free, coverage, target, seed) == order_of_need(free, raised, higher, seed)


def test_the_lowest_level_decides_before_the_next_one() -> None:
    free = {
        1: [("I0", AO), ("I1", AO), ("I1", AJ)],  # one slot that nobody has judged
        2: [("I2", AO), ("I3", AO), ("I3", AJ)],  # none, but all at the next level
    }
    coverage = dict.fromkeys([*free[1], *free[2]], 1) | {("I0", AO): 0, ("I1", AO): 9}
    assert order_of_need(free, coverage, TARGET, seed=0) == [1, 2]


def test_a_condition_with_a_higher_target_is_further_from_it() -> None:
    free = {1: [("I0", AO)], 2: [("I0", AJ)]}
    coverage = {("I0", AO): 1, ("I0", AJ): 2}
    assert order_of_need(free, coverage, {AO: 3, AJ: 6}, seed=0) == [2, 1]
    assert order_of_need(free, coverage, {AO: 3, AJ: 3}, seed=0) == [1, 2]


def test_equals_come_first_equally_often() -> None:
    free = {number: [(f"I{number}", AO)] for number in range(4)}
    orders = [order_of_need(free, {("I3", AO): 1}, TARGET, seed) for seed in range(6000)]
    counts = Counter(tuple(order) for order in orders)
    assert {order[3] for order in counts} == {3}
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


Choice = Callable[[Mapping[int, Sequence[Pair]], Mapping[Pair, int], int], int]


def most_needed(free: Mapping[int, Sequence[Pair]], coverage: Mapping[Pair, int], seed: int) -> int:
    return order_of_need(free, coverage, TARGET, seed)[0]


def any_one(free: Mapping[int, Sequence[Pair]], coverage: Mapping[Pair, int], seed: int) -> int:
    return random.Random(seed).choice(sorted(free))


def balanced_batch() -> dict[int, list[Pair]]:
    """Return fifteen templates in which every item of the paper's bank is thrice AO, thrice AJ."""
    design = StudyDesign()
    count, shown = 15, design.main_items
    codes = [f"I{number}" for number in range(40)]
    chance = random.Random(1)
    batch: dict[int, list[Pair]] = {}
    for start in range(0, count, 5):  # five templates show every item once AO and once AJ
        order = chance.sample(codes, len(codes))
        half = shown // 2
        for turn in range(5):
            in_ao = order[turn * half : (turn + 1) * half]
            in_aj = (order + order)[(turn + 1) * half : (turn + 2) * half]
            batch[start + turn + 1] = [(c, AO) for c in in_ao] + [(c, AJ) for c in in_aj]
    return batch


def arrivals_until(times: int, choose: Choice, seed: int) -> int:
    """Return how many people must come until every item is judged so often in both conditions.

    Every fourth breaks off, and their template is released for the next one.
    """
    free, coverage = balanced_batch(), Counter[Pair]()
    everything = {pair for template in free.values() for pair in template}
    chance = random.Random(seed)
    arrived = 0
    while min(coverage[pair] for pair in everything) < times:
        arrived += 1
        number = choose(free, coverage, chance.randrange(2**32))
        if arrived % 4:
            coverage.update(free.pop(number))
    return arrived


@pytest.mark.parametrize("times", [1, 2])
def test_the_worst_covered_first_covers_every_item_sooner_than_chance(times: int) -> None:
    ours = [arrivals_until(times, most_needed, seed) for seed in range(20)]
    by_chance = [arrivals_until(times, any_one, seed) for seed in range(20)]
    assert max(ours) < min(by_chance)
