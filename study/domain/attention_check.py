"""The attention check (K.7): where it stands, and when it is passed."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping

from study.domain.outcomes import outcome


def insertion_indices(
    templates: int,
    checks: int,
    main_items: int,
    chance: random.Random,
    before: Mapping[int, int] | None = None,
) -> list[tuple[int, ...]]:
    """Return, per template, the even indices of the main list before which checks are inserted.

    Over a study's templates the counts of the places differ by at most one, however many batches
    they come in: each check takes one of the rarest places, at random.

    Parameters
    ----------
    before : mapping, optional
        How often each index was used in the study's earlier templates.

    Returns
    -------
    list of tuple
        Shape (templates, checks), each tuple ascending and without repetition.

    Examples
    --------
    >>> sorted(i for (i,) in insertion_indices(8, 1, 16, random.Random(1)))
    [0, 2, 4, 6, 8, 10, 12, 14]
    >>> insertion_indices(1, 1, 8, random.Random(1), before={0: 2, 2: 1, 4: 2, 6: 2})
    [(2,)]
    """
    places = range(0, main_items, 2)
    used = Counter({place: (before or {}).get(place, 0) for place in places})
    dealt = []
    for _ in range(templates):
        by_need = sorted(places, key=lambda place: (used[place], chance.random()))
        hand = by_need[:checks]
        used.update(hand)
        dealt.append(tuple(sorted(hand)))
    return dealt


def indices_of(positions: Iterable[int]) -> list[int]:
    """Return before which indices of the main list the checks at these positions were inserted.

    Each check moves what is behind it by one (decision 0003), the other checks too.

    Examples
    --------
    >>> indices_of([0, 5])
    [0, 4]
    """
    return [position - number for number, position in enumerate(sorted(positions))]


def passed(verdict: bool | None, ground_truth: bool) -> bool:
    """Tell whether a check is passed: judged as it is keyed, "Incorrect" in the paper.

    A check without an answer (a time-out with nothing selected) is not passed.

    Examples
    --------
    >>> passed(False, ground_truth=False), passed(True, False), passed(None, False)
    (True, False, False)
    """
    return outcome(verdict, ground_truth) is True
