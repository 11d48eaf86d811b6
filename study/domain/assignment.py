"""Which free template the next participant gets: the one that the worst-covered items need most.

Every template of a study is to be used, whatever its batch; only what is judged too seldom decides.
"""

import math
import random
from collections.abc import Collection, Mapping

from study.domain.vocabulary import Condition

Pair = tuple[str, Condition]
"""An item's code and the condition it is shown under."""


def order_of_need(
    free: Mapping[int, Collection[Pair]],
    coverage: Mapping[Pair, int],
    target: Mapping[Condition, int],
    seed: int,
) -> list[int]:
    """Return the free templates' numbers, the one that is needed most first.

    A slot stands at a level: how often its item is judged in its condition, less the target. Of two
    templates that one is needed more which has more slots at the lowest level; where they have
    equally many, at the next one, and so on. Who is equal is ordered at random, so that template
    need cannot hide behind the time at which people arrive.

    Parameters
    ----------
    free : mapping
        The main items of each template, by its number; attention checks play no part.
    coverage : mapping
        How often every pair is collected or running; what is absent is not judged yet.
    target : mapping
        How often items are to be judged in each condition.

    Examples
    --------
    >>> free = {1: [("TP1", Condition.AO)], 2: [("TP2", Condition.AO)]}
    >>> order_of_need(free, {("TP1", Condition.AO): 1}, {Condition.AO: 3}, seed=0)
    [2, 1]
    """

    def levels(number: int) -> list[float]:
        # compared as a list: its first difference is the lowest level at which one has more slots;
        # the end counts as the highest level of all, for a template with fewer slots
        pairs = free[number]
        return [*sorted(coverage.get(pair, 0) - target[pair[1]] for pair in pairs), math.inf]

    shuffled = random.Random(seed).sample(sorted(free), len(free))
    return sorted(shuffled, key=levels)
