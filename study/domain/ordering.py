"""The order of a template's items, random and free of position bias (K.5.2).

Conditions alternate, so each condition has a row of places of its own: every other position. A row
is shuffled, and turned back to front when that brings categories nearer to the middle over the
templates so far; within a category and condition, who came late so far comes early now.
"""

import random
from collections.abc import Callable, Sequence
from itertools import chain, repeat

from study.domain.counting import Bank


class Arranger:
    """Arranges templates one after the other, and remembers where everything has stood.

    Drifts are in half positions from the middle of the main list, summed over templates.
    """

    def __init__(self, bank: Bank, main_items: int, chance: random.Random) -> None:
        self._chance = chance
        self._middle = main_items - 1
        self._stratum = bank.stratum
        self._category_drift = [0] * len(bank.categories)
        self._item_drift = [0] * len(bank.items)
        self._seen: set[tuple[int, ...]] = set()

    def arrange(self, pairs: Sequence[int], opening: int) -> tuple[int, ...]:
        """Return the pairs of one template in order, no order twice while there are others.

        Parameters
        ----------
        opening : int
            The side (0 AO, 1 AJ) of the first; the pairs of both sides differ by at most one.
        """
        rows = [[pair for pair in pairs if pair % 2 == side] for side in (opening, 1 - opening)]
        # what is fair may be one order only, where a template has few items
        for way in chain(repeat(self._fair, 10), repeat(self._shuffle, 50)):
            order = self._alternate(rows, way)
            if order not in self._seen:
                break
        self._seen.add(order)
        for place, pair in enumerate(order):
            drift = 2 * place - self._middle
            self._item_drift[pair // 2] += drift
            self._category_drift[self._stratum[pair] // 2] += drift
        return order

    def _alternate(
        self, rows: Sequence[list[int]], way: Callable[[list[int]], list[int]]
    ) -> tuple[int, ...]:
        order = [0] * sum(map(len, rows))
        for offset, row in enumerate(rows):
            order[offset::2] = way(row)
        return tuple(order)

    def _fair(self, row: list[int]) -> list[int]:
        return self._balance(self._turn(self._shuffle(row)))

    def _shuffle(self, row: Sequence[int]) -> list[int]:
        # only random() gives the same numbers in every version of Python
        return sorted(row, key=lambda _pair: self._chance.random())

    def _turn(self, row: list[int]) -> list[int]:
        """Turn a row back to front when its categories then stand nearer to the middle."""
        last = len(row) - 1
        drift = self._category_drift
        together = sum(
            drift[self._stratum[pair] // 2] * (2 * place - last) for place, pair in enumerate(row)
        )
        return row[::-1] if together > 0 else row

    def _balance(self, row: list[int]) -> list[int]:
        """Within each category, give the earliest place to the item that came latest so far."""
        places: dict[int, list[int]] = {}
        for place, pair in enumerate(row):
            places.setdefault(self._stratum[pair], []).append(place)
        balanced = list(row)
        for taken in places.values():
            late_first = sorted(
                (row[place] for place in taken), key=lambda pair: -self._item_drift[pair // 2]
            )
            for place, pair in zip(taken, late_first, strict=True):
                balanced[place] = pair
        return balanced
