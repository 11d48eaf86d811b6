"""Which free template the next participant gets."""

import random
from collections.abc import Sequence


def order_of_choice(free: Sequence[int], seed: int) -> list[int]:
    """Return the free template numbers in the order they should be handed out.

    Every template of a study is to be used, so the lowest batch has no priority; ties are broken
    at random, so that the need for a template cannot hide behind the time people arrive.

    Examples
    --------
    >>> sorted(order_of_choice([3, 1, 2], seed=0))
    [1, 2, 3]
    """
    return random.Random(seed).sample(list(free), len(free))
