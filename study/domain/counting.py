"""What a number of templates can offer, and what a coverage demands of them: the counting bound.

A batch of T templates has a fixed number of slots in each *stratum*, a category in a condition.
Raising every item of a stratum to a level takes so many judgments; one template shows one item
about a problem, so the items about one problem share T appearances. A level that breaks neither
rule can be dealt out exactly while no two categories share a problem (decision 0023); where they
do, it is a bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from study.domain.design import StudyDesign
from study.domain.marking import Sentence, fill
from study.domain.marking import mark as _
from study.domain.plans import NOTHING, BankItem, Coverage, Earlier, openings
from study.domain.vocabulary import Condition

CONDITIONS = (Condition.AO, Condition.AJ)
"""A pair is numbered 2 × item + condition, a stratum 2 × category + condition, in this order."""

Levels = tuple[int | None, int | None]
"""A level of coverage per condition, above or below its target; None asks for nothing."""


class Bank:
    """The main items of a design's categories, numbered, with their present coverage.

    Attributes
    ----------
    items : tuple of BankItem
        In the order of their codes, so that nothing depends on the order they came in.
    stratum, problem, level : list of int
        Per pair: its stratum, its problem, and how far its coverage is above the target.
    """

    def __init__(self, items: Sequence[BankItem], design: StudyDesign, coverage: Coverage) -> None:
        self.categories = design.bank.categories
        numbers = {category: number for number, category in enumerate(self.categories)}
        used = (item for item in items if item.category in numbers)
        self.items = tuple(sorted(used, key=lambda item: item.code))
        self.problem_ids = list(dict.fromkeys(item.problem_id for item in self.items))
        problems = {name: number for number, name in enumerate(self.problem_ids)}
        self.stratum: list[int] = []
        self.problem: list[int] = []
        self.level: list[int] = []
        targets = [design.templates.target(condition) for condition in CONDITIONS]
        for item in self.items:
            for side, condition in enumerate(CONDITIONS):
                self.stratum.append(2 * numbers[item.category] + side)
                self.problem.append(problems[item.problem_id])
                self.level.append(coverage.get((item.code, condition), 0) - targets[side])

    @property
    def strata(self) -> int:
        """Return how many strata there are: two per category."""
        return 2 * len(self.categories)

    def lowest(self, side: int) -> int:
        """Return the lowest level in a condition; 0 in an empty bank."""
        return min(self.level[side::2], default=0)

    def demand(self, levels: Levels) -> "Demand":
        """Return what it takes to raise every pair to the level of its condition."""
        strata = [0] * self.strata
        problems = [0] * len(self.problem_ids)
        for side, wanted in enumerate(levels):
            if wanted is None:
                continue
            for pair in range(side, len(self.level), 2):
                missing = wanted - self.level[pair]
                if missing > 0:
                    strata[self.stratum[pair]] += missing
                    problems[self.problem[pair]] += missing
        most = max(range(len(problems)), key=problems.__getitem__, default=None)
        if most is None:
            return Demand(strata, 0, "")
        return Demand(strata, problems[most], self.problem_ids[most])


@dataclass(frozen=True)
class Demand:
    """Judgments that are missing to a level.

    Attributes
    ----------
    strata : list of int
        Per stratum.
    problem, problem_id : int, str
        Those of the items about one problem, and which: the one that misses most.
    """

    strata: Sequence[int]
    problem: int
    problem_id: str


@dataclass(frozen=True)
class Offer:
    """What a batch of templates offers.

    Every category has `per_category` slots in a template, half of them AO and half AJ; where that
    is odd, the one left over is AO in `odd_ao` of all templates' categories and AJ in the others.
    """

    templates: int
    per_category: int
    odd_ao: int = 0

    @property
    def even(self) -> int:
        """Return the slots every stratum has in any case."""
        return self.templates * (self.per_category // 2)

    @property
    def odd(self) -> int:
        """Return the slots of a category that may be AO or AJ."""
        return self.templates * (self.per_category % 2)

    def odd_ranges(self, demand: Demand) -> list[tuple[int, int]]:
        """Return, per category, how many of its odd slots must and may be AO to meet a demand."""
        return [
            (max(0, ao - self.even), min(self.odd, self.even + self.odd - aj))
            for ao, aj in zip(demand.strata[::2], demand.strata[1::2], strict=True)
        ]

    def meets(self, demand: Demand) -> bool:
        """Tell whether the slots suffice."""
        ranges = self.odd_ranges(demand)
        return (
            demand.problem <= self.templates
            and all(least <= most for least, most in ranges)
            and sum(least for least, _ in ranges) <= self.odd_ao
            and self.odd_ao <= sum(most for _, most in ranges)
        )


def offer(design: StudyDesign, count: int, earlier: Earlier = NOTHING) -> Offer:
    """Return what `count` templates of a design offer."""
    per_category, categories = design.templates.items_per_category, len(design.bank.categories)
    ao_slots = count * (design.main_items // 2)
    if design.main_items % 2:  # the opening condition has one slot more
        ao_slots += openings(design, count, earlier).count(Condition.AO)
    return Offer(count, per_category, ao_slots - count * categories * (per_category // 2))


def highest(bank: Bank, offered: Offer) -> tuple[int, int, int]:
    """Return the highest level all items can be raised to: in AO, in AJ, in both at once.

    Each is the counting bound: at one level more some slots would not suffice.
    """
    ao = _highest(bank, offered, (0,))
    aj = _highest(bank, offered, (1,))
    return ao, aj, _highest(bank, offered, (0, 1), at_most=min(ao, aj))


def _highest(bank: Bank, offered: Offer, sides: Sequence[int], at_most: int | None = None) -> int:
    low = min(bank.lowest(side) for side in sides)
    high = _average(bank, offered, sides[0]) if at_most is None else at_most

    def is_met(level: int) -> bool:
        ao, aj = (level if side in sides else None for side in (0, 1))
        return offered.meets(bank.demand((ao, aj)))

    if high <= low or is_met(high):  # as a rule
        return max(low, high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_met(middle) else (low, middle)
    return low


def _average(bank: Bank, offered: Offer, side: int) -> int:
    """Return a level that no condition can exceed: the mean level of its scarcest stratum."""
    sums = [0] * bank.strata
    sizes = [0] * bank.strata
    for pair in range(side, len(bank.level), 2):
        sums[bank.stratum[pair]] += bank.level[pair]
        sizes[bank.stratum[pair]] += 1
    slots = offered.even + offered.odd
    means = [(total + slots) // size for total, size in zip(sums, sizes, strict=True) if size]
    return min(means, default=0)


def missing(bank: Bank) -> Demand:
    """Return what is missing to the target."""
    return bank.demand((0, 0))


def fewest(bank: Bank, design: StudyDesign, earlier: Earlier = NOTHING) -> int:
    """Return the smallest number of templates whose slots suffice for the target."""
    demand = missing(bank)
    return smallest(
        lambda count: offer(design, count, earlier).meets(demand), 0, sum(demand.strata)
    )


def smallest(suffices: Callable[[int], bool], least: int, most: int) -> int:
    """Return the smallest number that suffices, or `most` if none up to it does.

    Parameters
    ----------
    suffices : callable
        What suffices once suffices for every larger number.
    least : int
        Where to begin; as a rule that is nearly it.

    Examples
    --------
    >>> smallest(lambda number: number >= 11, 3, 100)
    11
    """
    too_few, enough, step = least - 1, least, 1
    while not suffices(enough):
        if enough >= most:
            return enough
        too_few, enough, step = enough, min(most, enough + step), 2 * step
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if suffices(middle):
            enough = middle
        else:
            too_few = middle
    return enough


def obstacle(bank: Bank, offered: Offer) -> Sentence | None:
    """Return the rule of counting that forbids the target, or None when the slots suffice."""
    demand = missing(bank)
    if offered.meets(demand):
        return None
    slots = offered.even + offered.odd
    stratum = max(range(len(demand.strata)), key=demand.strata.__getitem__)
    if demand.strata[stratum] > slots:
        words = _(
            "category %(category)s has %(slots)s slots in %(condition)s for %(needed)s judgments "
            "that are missing"
        )
        return fill(
            words,
            category=bank.categories[stratum // 2],
            condition=CONDITIONS[stratum % 2].value,
            slots=slots,
            needed=demand.strata[stratum],
        )
    if demand.problem > offered.templates:
        words = _(
            "the items about problem %(problem)s are short of %(needed)s judgments, and one "
            "template shows only one of them"
        )
        return fill(words, problem=demand.problem_id, needed=demand.problem)
    return _odd_obstacle(bank, offered, demand)


def _odd_obstacle(bank: Bank, offered: Offer, demand: Demand) -> Sentence:
    """Return the rule that forbids a demand whose every stratum has the slots, taken alone."""
    slots = offered.templates * offered.per_category
    for number, category in enumerate(bank.categories):
        needed = sum(demand.strata[2 * number : 2 * number + 2])
        if needed > slots:
            words = _(
                "category %(category)s has %(slots)s slots for %(needed)s judgments that are "
                "missing"
            )
            return fill(words, category=category, slots=slots, needed=needed)
    odd = offered.odd * len(bank.categories)
    ao, aj = (
        sum(max(0, needed - offered.even) for needed in demand.strata[side::2]) for side in (0, 1)
    )
    side, short = (0, ao) if ao > offered.odd_ao else (1, aj)
    words = _(
        "beyond the %(even)s slots that each category has in %(condition)s anyway there are "
        "%(odd)s more, for %(needed)s judgments that are missing"
    )
    return fill(
        words,
        even=offered.even,
        condition=CONDITIONS[side].value,
        odd=(offered.odd_ao, odd - offered.odd_ao)[side],
        needed=short,
    )
