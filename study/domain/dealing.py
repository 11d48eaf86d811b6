"""Deal quotas out to templates, exactly.

A template holds a fixed number of slots of every stratum and at most one item about a problem.
Quotas can be dealt out if every problem's quota is at most the number of templates: this is the
equitable edge colouring of a bipartite multigraph (de Werra 1971; problems on one
side, strata on the other, templates as colours), which always exists. It stays so after every
template that shows each problem whose quota equals the number of templates left. So templates are
filled one after the other without ever going back: problems with the largest remaining quota first
(ties at random), each into a stratum it has quota in, as long as all chosen ones find a seat.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from study.domain.counting import Bank
from study.domain.errors import DomainError
from study.domain.marking import mark as _

TOO_MANY_SHARED = _("Too many items share a problem for one template; import items of others.")


class Seats:
    """The slots of one template, and who sits where."""

    def __init__(self, room: Sequence[int]) -> None:
        self._room = room
        self._guests: dict[int, list[int]] = {}
        self._wishes: dict[int, Sequence[int]] = {}

    def seat(self, problem: int, strata: Sequence[int]) -> bool:
        """Seat a problem in one of the strata, the first if possible; others may have to move.

        A problem that finds no seat now finds none later: nobody ever leaves.
        """
        self._wishes[problem] = strata
        return self._seat(problem, set())

    def _seat(self, problem: int, tried: set[int]) -> bool:
        for stratum in self._wishes[problem]:
            if stratum in tried:
                continue
            tried.add(stratum)
            guests = self._guests.setdefault(stratum, [])
            if len(guests) < self._room[stratum]:
                guests.append(problem)
                return True
            for place, guest in enumerate(guests):
                if self._seat(guest, tried):
                    guests[place] = problem
                    return True
        return False

    def widen(self, wishes: Mapping[int, Sequence[int]]) -> None:
        """Let problems that sit here move to other strata than those they came for."""
        self._wishes |= wishes

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield every (stratum, problem)."""
        for stratum, guests in self._guests.items():
            for problem in guests:
                yield stratum, problem


class _Queue:
    """Problems by remaining quota."""

    def __init__(self) -> None:
        self._levels: list[list[int]] = [[]]
        self._top = 0

    def push(self, problem: int, remaining: int) -> None:
        while len(self._levels) <= remaining:
            self._levels.append([])
        self._levels[remaining].append(problem)
        self._top = max(self._top, remaining)

    def largest(self) -> int:
        """Return the largest remaining quota; 0 when the queue is empty."""
        while self._top and not self._levels[self._top]:
            self._top -= 1
        return self._top

    def pop(self, chance: random.Random) -> int:
        """Take one of those with the largest, at random."""
        level = self._levels[self.largest()]
        place = int(chance.random() * len(level))
        level[place], level[-1] = level[-1], level[place]
        return level.pop()


Arms = Counter[tuple[str, int]]
"""How many items of an arm a template shows in each condition, where it had a choice."""


def deal(
    bank: Bank, quota: list[int], rooms: Sequence[Sequence[int]], chance: random.Random
) -> list[list[int]]:
    """Return, per template, the pairs it shows; `quota` is used up.

    Parameters
    ----------
    quota : list of int
        Per pair, how often it is to be drawn. Afterwards what could not be dealt: nothing, but
        where categories share problems and have an odd number of items in a template.
    rooms : sequence of sequence of int
        Per template, the slots of every stratum.
    """
    deals: list[list[int]] = [[] for _room in rooms]
    arms: list[Arms] = [Counter() for _room in rooms]
    for strata in _linked(bank):
        dealer = _Dealer(bank, quota, strata, chance)
        for number, room in enumerate(rooms):
            deals[number] += dealer.next(room, arms[number])
    return deals


def _linked(bank: Bank) -> list[list[int]]:
    """Group strata into those that must be dealt together, as their categories share problems."""
    group = list(range(len(bank.categories)))
    category_of: dict[int, int] = {}
    for stratum, problem in zip(bank.stratum[::2], bank.problem[::2], strict=True):
        category = stratum // 2
        first = category_of.setdefault(problem, category)
        if group[first] != group[category]:
            old, new = group[category], group[first]
            group = [new if each == old else each for each in group]
    together: defaultdict[int, list[int]] = defaultdict(list)
    for category, name in enumerate(group):
        together[name] += [2 * category, 2 * category + 1]
    return list(together.values())


class _Dealer:
    """What is left to deal of some strata."""

    def __init__(
        self, bank: Bank, quota: list[int], strata: Sequence[int], chance: random.Random
    ) -> None:
        self.bank, self.quota, self.strata, self.chance = bank, quota, strata, chance
        self.pairs: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self.left: defaultdict[int, dict[int, int]] = defaultdict(dict)
        wanted = set(strata)
        for pair, stratum in enumerate(bank.stratum):
            if stratum in wanted:
                problem = bank.problem[pair]
                self.pairs[problem, stratum].append(pair)
                if quota[pair]:
                    left = self.left[problem]
                    left[stratum] = left.get(stratum, 0) + quota[pair]
        self._queue_up()

    def _queue_up(self) -> None:
        # problems that are left in the same strata find a seat, or none, together
        self.queues: defaultdict[tuple[int, ...], _Queue] = defaultdict(_Queue)
        for problem in self.left:
            self._wait(problem)

    def next(self, room: Sequence[int], arms: Arms) -> list[int]:
        """Return the pairs of the next template."""
        seats = Seats(room)
        size = sum(room[stratum] for stratum in self.strata)
        chosen = self._choose(seats, size)
        borrowed = self._borrow(seats, chosen, size) if len(chosen) < size else []
        shown = [self._draw(problem, stratum, arms) for stratum, problem in seats]
        if borrowed:  # some of them wait already, with more than they now have left
            self._queue_up()
        else:
            for problem in chosen:
                self._wait(problem)
        return shown

    def _choose(self, seats: Seats, size: int) -> list[int]:
        chosen: list[int] = []
        open_queues = dict(self.queues)
        while len(chosen) < size:
            kind = max(open_queues, key=lambda kind: open_queues[kind].largest(), default=None)
            if kind is None or not open_queues[kind].largest():
                break
            problem = open_queues[kind].pop(self.chance)
            if seats.seat(problem, self._wishes(problem)):
                chosen.append(problem)
            else:
                del open_queues[kind]
                self._wait(problem)
        return chosen

    def _borrow(self, seats: Seats, chosen: Sequence[int], size: int) -> list[int]:
        """Fill a template with problems that have no quota left where there is room.

        It happens only where categories share problems and their left-over slots, AO or AJ, do not
        fall as the quotas would need it. The certificate tells what it costs.
        """
        everywhere: defaultdict[int, list[int]] = defaultdict(list)
        for problem, stratum in self.pairs:
            everywhere[problem].append(stratum)
        seats.widen({problem: everywhere[problem] for problem in chosen})
        others = [problem for problem in everywhere if problem not in chosen]
        others.sort(key=lambda problem: (-sum(self.left[problem].values()), self.chance.random()))
        borrowed: list[int] = []
        for problem in others:
            if len(chosen) + len(borrowed) < size and seats.seat(problem, everywhere[problem]):
                borrowed.append(problem)
        if len(chosen) + len(borrowed) < size:
            raise DomainError(TOO_MANY_SHARED)
        return borrowed

    def _draw(self, problem: int, stratum: int, arms: Arms) -> int:
        """Return the pair of a problem and stratum that is shown; it has one left less."""
        quota = self.quota
        pairs = self.pairs[problem, stratum]
        pair = pairs[0] if len(pairs) == 1 else self._mix(pairs, arms)
        quota[pair] -= 1
        left = self.left[problem]
        if left.get(stratum, 0) > 1:
            left[stratum] -= 1
        else:
            left.pop(stratum, None)
        return pair

    def _mix(self, pairs: Sequence[int], arms: Arms) -> int:
        """Choose the item of the arm that the template shows least in this condition, then at all.

        Ties go to the item with most left, then at random: no arm may come first in a study.
        """
        arm = {pair: self.bank.items[pair // 2].arm for pair in pairs}
        pair = min(
            [pair for pair in pairs if self.quota[pair] > 0] or pairs,
            key=lambda pair: (
                arms[arm[pair], pair % 2],
                arms[arm[pair], 0] + arms[arm[pair], 1],
                -self.quota[pair],
                self.chance.random(),
            ),
        )
        arms[arm[pair], pair % 2] += 1
        return pair

    def _wishes(self, problem: int) -> Sequence[int]:
        """Return the strata a problem has quota in, the one with most of it first."""
        left = self.left[problem]
        if len(left) == 1:
            return tuple(left)
        return sorted(left, key=lambda stratum: (-left[stratum], self.chance.random()))

    def _wait(self, problem: int) -> None:
        """Put a problem back in its queue, while it has quota left."""
        left = self.left[problem]
        if left:
            self.queues[tuple(left)].push(problem, sum(left.values()))
