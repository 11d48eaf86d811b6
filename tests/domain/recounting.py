"""Session templates counted again, by the paper's words (K.5) and nothing of the scheduler's."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from study.domain.plans import BankItem, Slot, TemplatePlan
from study.domain.scheduling import Basis
from study.domain.vocabulary import Condition, OpeningCondition

AO, AJ = Condition.AO, Condition.AJ
BOTH = (AO, AJ)


def opening(basis: Basis, number: int) -> Condition:
    """Return the condition that opens the template with this number, counted from 0."""
    asked = basis.design.templates.opening_condition
    if asked == OpeningCondition.COUNTERBALANCED:
        ahead = basis.earlier.ahead
        for _template in range(number):  # each opens with what is rarer so far
            ahead += -1 if ahead > 0 else 1
        return AO if ahead > 0 else AJ
    return Condition(asked)


def ao_slots(basis: Basis, number: int) -> int:
    """Return how many main items the template with this number shows AO."""
    main_items = basis.design.main_items
    return (main_items + 1) // 2 if opening(basis, number) is AO else main_items // 2


def assert_keeps_the_rules(basis: Basis, plans: Sequence[TemplatePlan]) -> None:
    """Fail when a template breaks a rule of section K.5 or K.7."""
    items = {item.code: item for item in basis.items}
    for number, plan in enumerate(plans):
        main = [slot for slot in plan if slot.code in items]
        _assert_main_items(basis, [items[slot.code] for slot in main])
        first = opening(basis, number)
        second = AO if first is AJ else AJ
        assert [slot.condition for slot in main] == [
            (first, second)[place % 2] for place in range(basis.design.main_items)
        ]
        _assert_halves(basis, items, main)
        _assert_checks(basis, items, plan)


def _assert_main_items(basis: Basis, shown: Sequence[BankItem]) -> None:
    per_category = Counter(item.category for item in shown)
    wanted = basis.design.templates.items_per_category
    assert per_category == dict.fromkeys(basis.design.bank.categories, wanted)
    assert len({item.code for item in shown}) == len(shown), "an item twice"
    assert len({item.problem_id for item in shown}) == len(shown), "a problem twice"


def _assert_halves(basis: Basis, items: dict[str, BankItem], main: Sequence[Slot]) -> None:
    strata = Counter((items[slot.code].category, slot.condition) for slot in main)
    for category in basis.design.bank.categories:
        assert abs(strata[category, AO] - strata[category, AJ]) <= 1, "not half AO, half AJ"


def _assert_checks(basis: Basis, items: dict[str, BankItem], plan: TemplatePlan) -> None:
    checks = [slot for slot in plan if slot.code not in items]
    assert sorted(slot.code for slot in checks) == sorted(basis.checks)
    assert all(slot.condition is AJ for slot in checks)
    indices = list(check_indices(basis, plan))
    assert all(index % 2 == 0 and index < basis.design.main_items for index in indices)
    assert len(set(indices)) == len(indices), "two checks in a row"


def check_indices(basis: Basis, plan: TemplatePlan) -> Iterator[int]:
    """Yield before which index of the main list each attention check stands."""
    main = {item.code for item in basis.items}
    for place, slot in enumerate(plan):
        if slot.code not in main:
            yield sum(before.code in main for before in plan[:place])


def levels(basis: Basis, plans: Sequence[TemplatePlan]) -> dict[tuple[str, Condition], int]:
    """Return how far each item's coverage is above its target, in each condition."""
    shown = Counter((slot.code, slot.condition) for plan in plans for slot in plan)
    return {
        (item.code, condition): basis.coverage.get((item.code, condition), 0)
        + shown[item.code, condition]
        - basis.design.templates.target(condition)
        for item in basis.items
        for condition in BOTH
    }


def lowest(
    basis: Basis, plans: Sequence[TemplatePlan], conditions: Sequence[Condition] = BOTH
) -> int:
    """Return how far the least covered item is above its target."""
    return min(
        level for (_, condition), level in levels(basis, plans).items() if condition in conditions
    )


def slots_suffice(
    basis: Basis, count: int, level: int, conditions: Sequence[Condition] = BOTH
) -> bool:
    """Tell whether `count` templates have the slots to raise every item to a level."""
    strata: Counter[tuple[str, Condition]] = Counter()
    problems: Counter[str] = Counter()
    present = levels(basis, [])
    for item in basis.items:
        for condition in conditions:
            missing = max(0, level - present[item.code, condition])
            strata[item.category, condition] += missing
            problems[item.problem_id] += missing
    if any(needed > count for needed in problems.values()):
        return False
    half, odd = divmod(basis.design.templates.items_per_category, 2)
    sums = {0}  # of AO slots, over the categories so far
    for category in basis.design.bank.categories:
        ways = [
            ao
            for ao in range(count * half, count * (half + odd) + 1)
            if strata[category, AO] <= ao and strata[category, AJ] <= count * (2 * half + odd) - ao
        ]
        sums = {before + ao for before in sums for ao in ways}
    return sum(ao_slots(basis, number) for number in range(count)) in sums


def highest_by_counting(basis: Basis, count: int, conditions: Sequence[Condition] = BOTH) -> int:
    """Return the highest level for which the slots suffice."""
    level = lowest(basis, [], conditions)
    while slots_suffice(basis, count, level + 1, conditions):
        level += 1
    return level


def smallest_by_counting(basis: Basis) -> int:
    """Return the smallest number of templates whose slots suffice for the target."""
    count = 0
    while not slots_suffice(basis, count, 0):
        count += 1
    return count


def recount(basis: Basis, plans: Sequence[TemplatePlan]) -> dict[str, Any]:
    """Return what a certificate of these templates should say, seeds apart."""
    target = {condition: basis.design.templates.target(condition) for condition in BOTH}
    found = levels(basis, plans)
    of = {side: [found[item.code, side] for item in basis.items] for side in BOTH}
    text = "\n".join(" ".join(f"{slot.code}:{slot.condition}" for slot in plan) for plan in plans)
    return {
        "templates": len(plans),
        "target": target,
        "guaranteed": {side: target[side] + min(of[side]) for side in BOTH},
        "most": {side: target[side] + max(of[side]) for side in BOTH},
        "bound": {
            side: target[side] + highest_by_counting(basis, len(plans), [side]) for side in BOTH
        },
        "gap": highest_by_counting(basis, len(plans)) - lowest(basis, plans),
        "spread": {side: spread(basis, plans, side) for side in BOTH},
        "shortfall": sum(max(0, -level) for level in found.values()),
        "dropouts_survived": max(0, lowest(basis, plans)),
        "check_positions": Counter(index for plan in plans for index in check_indices(basis, plan)),
        "arms_apart": max((_arms_apart(basis, plan) for plan in plans), default=0),
        "identical": len(plans) - len(set(plans)),
        "hash": hashlib.sha256(text.encode()).hexdigest(),
    }


def spread(basis: Basis, plans: Sequence[TemplatePlan], condition: Condition) -> int:
    """Return the largest difference in coverage between two items of one category."""
    found = levels(basis, plans)
    differences = []
    for category in basis.design.bank.categories:
        of = [found[each.code, condition] for each in basis.items if each.category == category]
        differences.append(max(of) - min(of))
    return max(differences)


def _arms_apart(basis: Basis, plan: TemplatePlan) -> int:
    arm = {item.code: item.arm for item in basis.items}
    shown = [sum(arm.get(slot.code) == each for slot in plan) for each in set(arm.values())]
    return max(shown) - min(shown)
