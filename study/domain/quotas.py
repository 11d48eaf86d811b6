"""How often each item is drawn in each condition: its quota (K.5.3, "compensation").

Slots are poured like water over the items' present coverage: whatever stands lowest rises first,
ties at random, until every slot is given away. So the smallest coverage is as large as the counting
bound allows, and coverage differs by at most one within a category and condition, unless it did so
before or a problem shared by several items holds some of them down.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush

from study.domain.counting import Bank, Offer, highest
from study.domain.dealing import TOO_MANY_SHARED
from study.domain.errors import DomainError


def split_odd_slots(
    bank: Bank, offered: Offer, extras: Sequence[int], chance: random.Random
) -> list[list[int]]:
    """Return, per template, how many slots each stratum has.

    With an even number of items per category that is half for everyone. With an odd one each
    category's left-over slot is AO in some templates and AJ in the others: in as many as its
    items need, and for the rest evenly.

    Parameters
    ----------
    extras : sequence of int
        Per template, how many of its left-over slots are AO.

    Returns
    -------
    list of list of int
        Shape (templates, strata).
    """
    half, is_odd = divmod(offered.per_category, 2)
    if not is_odd:
        return [[half] * bank.strata] * len(extras)
    *_alone, level = highest(bank, offered)
    ranges = offered.odd_ranges(bank.demand((level, level)))
    left = [least for least, _most in ranges]
    for _extra in range(offered.odd_ao - sum(left)):
        able = [category for category, (_least, most) in enumerate(ranges) if left[category] < most]
        left[min(able, key=lambda category: (left[category], chance.random()))] += 1
    rooms = []
    for extra in extras:
        # whoever has most left comes first, or some category would need two in one template
        order = sorted(range(len(left)), key=lambda category: (-left[category], chance.random()))
        room = [half, half + 1] * len(left)
        for category in order[:extra]:
            left[category] -= 1
            room[2 * category : 2 * category + 2] = [half + 1, half]
        rooms.append(room)
    return rooms


def pour(bank: Bank, slots: Sequence[int], templates: int, chance: random.Random) -> list[int]:
    """Give every slot to a pair of item and condition, the lowest covered first.

    Parameters
    ----------
    slots : sequence of int
        Per stratum, over all templates.
    templates : int
        The items about one problem are drawn so often together at most.

    Returns
    -------
    list of int
        Per pair, how often it is drawn. The sums over strata are `slots`.

    Raises
    ------
    DomainError
        When categories share so many problems that no template can be filled.
    """
    water = _Water(bank, slots, templates, chance)
    water.rise()
    water.reroute()
    return water.quota


class _Water:
    """Quotas as they grow."""

    def __init__(
        self, bank: Bank, slots: Sequence[int], templates: int, chance: random.Random
    ) -> None:
        self.bank = bank
        self.supply = list(slots)
        self.room = [templates] * len(bank.problem_ids)
        self.quota = [0] * len(bank.level)
        self.rank = [chance.random() for _pair in bank.level]

    def rise(self) -> None:
        """Raise the lowest pairs by one, and again, until supply or room is used up."""
        by_level: defaultdict[int, list[int]] = defaultdict(list)
        for pair, level in enumerate(self.bank.level):
            by_level[level].append(pair)
        level, rising = min(by_level), list[int]()
        while rising or by_level:
            if not rising:
                level = min(by_level)
            rising = self._raise([*rising, *by_level.pop(level, ())])
            level += 1

    def _raise(self, pairs: Sequence[int]) -> list[int]:
        """Give one slot to each of the pairs, and return those that got one."""
        strata: defaultdict[int, list[int]] = defaultdict(list)
        for pair in pairs:
            strata[self.bank.stratum[pair]].append(pair)
        raised = []
        room, problem = self.room, self.bank.problem
        for stratum, waiting in strata.items():
            if self.supply[stratum] < len(waiting):  # who is drawn least otherwise comes first
                waiting.sort(key=lambda pair: (-room[problem[pair]], self.rank[pair]))
            for pair in waiting:
                if not self.supply[stratum]:
                    break
                if room[problem[pair]]:
                    self._give(pair)
                    raised.append(pair)
        return raised

    def _give(self, pair: int) -> None:
        self.quota[pair] += 1
        self.supply[self.bank.stratum[pair]] -= 1
        self.room[self.bank.problem[pair]] -= 1

    def reroute(self) -> None:
        """Give away slots whose category's problems are all drawn in full, for other categories.

        One of these draws a problem of its own less and another one more, along a chain of such
        exchanges: that whose lowest loser stands highest, so that nobody sinks below a level on
        which everybody can stand.
        """
        for stratum in range(len(self.supply)):
            while self.supply[stratum]:
                self._exchange(stratum)

    def _exchange(self, stratum: int) -> None:
        room, problem, stratum_of = self.room, self.bank.problem, self.bank.stratum
        # per stratum reached: the pair that is drawn less there, and its problem's pair in the
        # stratum before, which is drawn more for it
        reached: dict[int, tuple[int, int] | None] = {stratum: None}
        chains: list[tuple[int, float, int, int]] = []
        depth = -sys.maxsize  # to which the chain's lowest loser sinks: its level, negated
        while not (free := [pair for pair in self._members[stratum] if room[problem[pair]]]):
            for less, more in self._exchanges(stratum):
                if stratum_of[less] not in reached:
                    deepest = max(depth, 1 - self._standing(less)[0])
                    heappush(chains, (deepest, self.rank[less], less, more))
            while chains and stratum_of[chains[0][2]] in reached:
                heappop(chains)
            if not chains:
                raise DomainError(TOO_MANY_SHARED)
            depth, _rank, less, more = heappop(chains)
            stratum = stratum_of[less]
            reached[stratum] = (less, more)
        self._follow(min(free, key=self._standing), reached)

    def _exchanges(self, stratum: int) -> Iterator[tuple[int, int]]:
        """Yield pairs that could be drawn less, each with its problem's pair in this stratum."""
        for more in self._members[stratum]:
            for less in self._of_problem[self.bank.problem[more]]:
                if self.quota[less]:
                    yield less, more

    @cached_property
    def _members(self) -> Mapping[int, Sequence[int]]:
        return _grouped(self.bank.stratum)

    @cached_property
    def _of_problem(self) -> Mapping[int, Sequence[int]]:
        return _grouped(self.bank.problem)

    def _standing(self, pair: int) -> tuple[int, float]:
        return self.bank.level[pair] + self.quota[pair], self.rank[pair]

    def _follow(self, pair: int, reached: Mapping[int, tuple[int, int] | None]) -> None:
        """Give a slot to a pair, taking it from the pair that gets one in return, and so on."""
        self._give(pair)
        while exchange := reached[self.bank.stratum[pair]]:
            less, pair = exchange
            self._take(less)
            self._give(pair)

    def _take(self, pair: int) -> None:
        self.quota[pair] -= 1
        self.supply[self.bank.stratum[pair]] += 1
        self.room[self.bank.problem[pair]] += 1


def _grouped(names: Sequence[int]) -> dict[int, list[int]]:
    """Return, per stratum or problem, its pairs."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for pair, name in enumerate(names):
        groups[name].append(pair)
    return groups
