"""Session templates (K.5): which items one participant sees, in which order and condition.

A template takes `items_per_category` items of every category, half of them AO and half AJ,
alternates the conditions from the opening one, and carries its attention checks, always AJ, at
even indices of the main list. Items that are short in a condition are taken for it first
("compensation", K.5.3).
"""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from study.domain.attention_check import insertion_indices
from study.domain.design import StudyDesign
from study.domain.errors import DomainError
from study.domain.marking import mark as _
from study.domain.vocabulary import Condition, OpeningCondition


@dataclass(frozen=True)
class BankItem:
    """What the scheduler knows of an item: its code, category and problem."""

    code: str
    category: str
    problem_id: str


@dataclass(frozen=True)
class Slot:
    """One position of a plan."""

    code: str
    condition: Condition


Coverage = Mapping[tuple[str, Condition], int]
"""How often (item, condition) is already judged or on its way."""


@dataclass(frozen=True)
class Earlier:
    """What must go on where a study's earlier templates of the same layout ended.

    Attributes
    ----------
    templates : int
        How many there are: opening conditions alternate from one template to the next.
    check_indices : mapping
        How often a check was inserted before each index of the main list.
    """

    templates: int = 0
    check_indices: Mapping[int, int] = field(default_factory=dict)


NOTHING = Earlier()


@dataclass
class _Counts:
    """Coverage as it grows while templates are drawn."""

    given: Coverage
    drawn: Counter[tuple[str, Condition]] = field(default_factory=Counter)

    def of(self, code: str, condition: Condition) -> int:
        return self.given.get((code, condition), 0) + self.drawn[code, condition]

    def need_key(self, code: str) -> tuple[int, int]:
        """Return a key that puts the item first whose scarcer condition is scarcest."""
        both = [self.of(code, condition) for condition in Condition]
        return min(both), sum(both)

    def surplus_of_aj(self, code: str) -> int:
        """Return how much more often an item is judged AJ than AO."""
        return self.of(code, Condition.AJ) - self.of(code, Condition.AO)


def plan_templates(
    items: Sequence[BankItem],
    checks: Sequence[str],
    design: StudyDesign,
    coverage: Coverage,
    count: int,
    seed: int,
    earlier: Earlier = NOTHING,
) -> list[tuple[Slot, ...]]:
    """Return `count` plans, each a tuple of `design.shown_items` slots.

    The same input gives the same plans on every platform.

    Parameters
    ----------
    items : sequence of BankItem
        The main items in use, of all categories of the design.
    checks : sequence of str
        Codes of the attention checks; the first `design.templates.attention_checks` are used.
    coverage : mapping
        What is already collected or running, per (code, condition).
    earlier : Earlier
        What the study's templates of this layout hold; batches go on where the last one ended.

    Raises
    ------
    DomainError
        When the bank is too small for one template.
    """
    _require_enough(items, checks, design)
    chance = random.Random(seed)
    counts = _Counts(coverage)
    by_category = {
        category: sorted((i for i in items if i.category == category), key=lambda i: i.code)
        for category in design.bank.categories
    }
    used_checks = checks[: design.templates.attention_checks]
    places = insertion_indices(
        count, len(used_checks), design.main_items, chance, earlier.check_indices
    )
    plans = []
    for number, indices in enumerate(places, start=earlier.templates):
        chosen = _choose(by_category, design, counts, chance)
        opening = _opening(design.templates.opening_condition, number)
        plans.append(_arrange(chosen, used_checks, indices, opening, chance))
    return plans


def templates_lacking(items: Sequence[BankItem], design: StudyDesign, coverage: Coverage) -> int:
    """Return how many templates it takes at least until coverage reaches the target (K.5.3).

    Examples
    --------
    >>> four = [BankItem(f"TP{n}", "TP", f"{n}") for n in range(4)]
    >>> templates_lacking(four, StudyDesign(), {})  # two of them in each condition per template
    6
    """
    half = design.templates.items_per_category // 2
    target = design.templates.coverage_target
    short: Counter[tuple[str, Condition]] = Counter()
    for item in (item for item in items if item.category in design.bank.categories):
        for condition in Condition:
            missing = target - coverage.get((item.code, condition), 0)
            short[item.category, condition] += max(0, missing)
    return max((math.ceil(missing / half) for missing in short.values()), default=0)


def _require_enough(items: Sequence[BankItem], checks: Sequence[str], design: StudyDesign) -> None:
    for category in design.bank.categories:
        problems = {item.problem_id for item in items if item.category == category}
        if len(problems) < design.templates.items_per_category:
            words = _(
                "Category %(category)s has %(there)s different problems; one template needs "
                "%(needed)s. Import more items of this category."
            )
            needed = design.templates.items_per_category
            raise DomainError(words, category=category, there=len(problems), needed=needed)
    if len(checks) < design.templates.attention_checks:
        words = _(
            "The bank has %(there)s attention checks; the design asks for %(needed)s. "
            "Import an item of kind attention_check."
        )
        raise DomainError(words, there=len(checks), needed=design.templates.attention_checks)


def _choose(
    by_category: Mapping[str, Sequence[BankItem]],
    design: StudyDesign,
    counts: _Counts,
    chance: random.Random,
) -> dict[Condition, list[str]]:
    """Draw one template's items: the neediest of each category, half of them AJ and half AO."""
    half = design.templates.items_per_category // 2
    chosen: dict[Condition, list[str]] = {Condition.AJ: [], Condition.AO: []}
    seen_problems: set[str] = set()
    for pool in by_category.values():
        drawn: list[str] = []
        for item in sorted(pool, key=lambda i: (*counts.need_key(i.code), chance.random())):
            if len(drawn) < 2 * half and item.problem_id not in seen_problems:
                seen_problems.add(item.problem_id)
                drawn.append(item.code)
        if len(drawn) < 2 * half:
            raise DomainError(
                _("Too many items share a problem for one template; import items of others.")
            )
        drawn.sort(key=counts.surplus_of_aj)
        for condition, codes in ((Condition.AJ, drawn[:half]), (Condition.AO, drawn[half:])):
            chosen[condition].extend(codes)
            counts.drawn.update((code, condition) for code in codes)
    return chosen


def _opening(opening: str, number: int) -> Condition:
    if opening == OpeningCondition.COUNTERBALANCED:
        return (Condition.AJ, Condition.AO)[number % 2]
    return Condition(opening)


def _arrange(
    chosen: Mapping[Condition, list[str]],
    checks: Sequence[str],
    indices: Sequence[int],
    opening: Condition,
    chance: random.Random,
) -> tuple[Slot, ...]:
    """Alternate the conditions from the opening one, then put the checks in (K.5.2, K.7)."""
    second = Condition.AO if opening is Condition.AJ else Condition.AJ
    rows = {condition: chance.sample(codes, len(codes)) for condition, codes in chosen.items()}
    slots = [
        Slot(code, condition)
        for pair in zip(rows[opening], rows[second], strict=True)
        for code, condition in zip(pair, (opening, second), strict=True)
    ]
    for check, index in sorted(zip(checks, indices, strict=True), key=lambda c: -c[1]):
        slots.insert(index, Slot(check, Condition.AJ))
    return tuple(slots)
