"""How often each item is drawn in each condition: its quota (K.5.3, "compensation").

Slots are poured like water over the items' present coverage: whatever stands lowest rises first,
ties at random, until every slot is given away. So the smallest coverage is as large as the counting
bound allows, and coverage differs by at most one within a category and condition, unless it did so
before or a problem shared by several items holds some of them down.
"""

import random
from collections import defaultdict, deque
from collections.abc import Sequence

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

        One of these draws a problem of its own less and another one more, along the shortest
        chain of such exchanges.
        """
        members: defaultdict[int, list[int]] = defaultdict(list)
        of_problem: defaultdict[int, list[int]] = defaultdict(list)
        for pair, stratum in enumerate(self.bank.stratum):
            members[stratum].append(pair)
            of_problem[self.bank.problem[pair]].append(pair)
        for stratum in range(len(self.supply)):
            while self.supply[stratum]:
                self._exchange(stratum, members, of_problem)

    def _exchange(
        self,
        stratum: int,
        members: dict[int, list[int]],
        of_problem: dict[int, list[int]],
    ) -> None:
        problem = self.bank.problem
        # per problem reached: the pair that would be drawn more, and the one drawn less for it
        reached: dict[int, tuple[int, int | None]] = {}
        queue: deque[int] = deque()

        def reach(candidates: Sequence[int], instead_of: int | None) -> None:
            for pair in sorted(candidates, key=lambda pair: self.rank[pair]):
                if problem[pair] not in reached:
                    reached[problem[pair]] = (pair, instead_of)
                    queue.append(problem[pair])

        reach(members[stratum], None)
        while queue:
            found = queue.popleft()
            if self.room[found]:
                self._follow(found, reached)
                return
            for pair in of_problem[found]:
                if self.quota[pair]:
                    reach(members[self.bank.stratum[pair]], pair)
        raise DomainError(TOO_MANY_SHARED)

    def _follow(self, found: int, reached: dict[int, tuple[int, int | None]]) -> None:
        pair, less = reached[found]
        self._give(pair)
        while less is not None:
            self.quota[less] -= 1
            self.supply[self.bank.stratum[less]] += 1
            self.room[self.bank.problem[less]] += 1
            pair, less = reached[self.bank.problem[less]]
            self._give(pair)
