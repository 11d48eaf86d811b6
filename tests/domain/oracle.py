"""The best session templates there are, found by an integer program: the oracle of the tests."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import inf

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from study.domain.scheduling import Basis
from study.domain.vocabulary import Condition
from tests.domain.recounting import AO, BOTH, ao_slots

INFEASIBLE, TIMED_OUT = 2, 1
UNBOUNDED = 10_000


@dataclass(frozen=True)
class Optimum:
    """The highest level to which all items can be raised, counted from their targets.

    Attributes
    ----------
    level : int or None
        None when the bank cannot fill the templates at all, or nothing was found in time.
    proved : bool
        False when time was up before it was sure that nothing is better.
    """

    level: int | None
    proved: bool


def optimum(basis: Basis, templates: int, seconds: float = inf) -> Optimum:
    """Solve for the highest level over all sets of so many valid templates.

    One variable says whether a template shows an item in a condition, for each of them; the last
    one is the level.
    """
    cells = list(product(range(templates), basis.items, BOTH))
    column = {(number, item.code, side): at for at, (number, item, side) in enumerate(cells)}
    level = len(cells)
    rows = _Rows()
    for item, side in product(basis.items, BOTH):
        shown = {column[number, item.code, side]: 1 for number in range(templates)}
        missing = basis.design.templates.target(side) - basis.coverage.get((item.code, side), 0)
        rows.add({**shown, level: -1}, missing, inf)
    for number in range(templates):
        _add_template(rows, basis, number, column)
    result = milp(
        [0] * level + [-1],
        constraints=rows.constraint(level + 1),
        integrality=[1] * (level + 1),
        bounds=Bounds([0] * level + [-UNBOUNDED], [1] * level + [UNBOUNDED]),
        options={} if seconds == inf else {"time_limit": seconds},
    )
    if result.status not in (0, TIMED_OUT, INFEASIBLE):
        raise RuntimeError(result.message)
    found = None if result.x is None else round(result.x[level])
    return Optimum(found, result.status != TIMED_OUT)


def reaches_target(basis: Basis, templates: int) -> bool:
    """Tell whether some set of so many valid templates raises every item to its target."""
    level = optimum(basis, templates).level
    return level is not None and level >= 0


class _Rows:
    """Linear constraints, one after the other."""

    def __init__(self) -> None:
        self._cells: list[tuple[int, int, int]] = []
        self._limits: list[tuple[float, float]] = []

    def add(self, factors: Mapping[int, int], least: float, most: float) -> None:
        row = len(self._limits)
        self._cells += [(row, at, factor) for at, factor in factors.items()]
        self._limits.append((least, most))

    def constraint(self, columns: int) -> LinearConstraint:
        rows, at, factors = np.array(self._cells).T
        matrix = coo_array((factors, (rows, at)), shape=(len(self._limits), columns))
        return LinearConstraint(matrix.tocsr(), *np.array(self._limits).T)


def _add_template(
    rows: _Rows, basis: Basis, number: int, column: Mapping[tuple[int, str, Condition], int]
) -> None:
    """Add the rules for one template: K.5.1, K.5.2, and each problem once."""
    half, odd = divmod(basis.design.templates.items_per_category, 2)
    problems: defaultdict[str, dict[int, int]] = defaultdict(dict)
    categories: defaultdict[str, dict[int, int]] = defaultdict(dict)
    ao: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for item, side in product(basis.items, BOTH):
        at = column[number, item.code, side]
        problems[item.problem_id][at] = categories[item.category][at] = 1
        if side is AO:
            ao[item.category][at] = 1
    for each in problems.values():
        rows.add(each, 0, 1)
    for category, each in categories.items():
        rows.add(each, 2 * half + odd, 2 * half + odd)
        rows.add(ao[category], half, half + odd)
    every_ao = {at: 1 for each in ao.values() for at in each}
    rows.add(every_ao, ao_slots(basis, number), ao_slots(basis, number))
