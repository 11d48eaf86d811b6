"""The attention check (K.7): where it stands, and when it is passed."""

import random

from study.domain.outcomes import outcome


def insertion_indices(
    templates: int, checks: int, main_items: int, chance: random.Random
) -> list[tuple[int, ...]]:
    """Return, per template, the even indices of the main list before which checks are inserted.

    Over a study's templates the counts of the positions differ by at most one: indices are dealt
    from shuffled decks of {0, 2, …, main_items - 2}.

    Returns
    -------
    list of tuple
        Shape (templates, checks), each tuple ascending and without repetition.

    Examples
    --------
    >>> sorted(i for (i,) in insertion_indices(8, 1, 16, random.Random(1)))
    [0, 2, 4, 6, 8, 10, 12, 14]
    """
    places = range(0, main_items, 2)
    deck: list[int] = []
    dealt = []
    for _ in range(templates):
        hand: list[int] = []
        while len(hand) < checks:
            if not deck:
                deck = chance.sample(places, len(places))
            card = next((card for card in deck if card not in hand), None)
            if card is None:  # the rest of this deck is in the hand already
                deck = [*deck, *chance.sample(places, len(places))]
                continue
            deck.remove(card)
            hand.append(card)
        dealt.append(tuple(sorted(hand)))
    return dealt


def passed(verdict: bool | None, ground_truth: bool) -> bool:
    """Tell whether a check is passed: judged as it is keyed, "Incorrect" in the paper.

    A check without an answer (a time-out with nothing selected) is not passed.

    Examples
    --------
    >>> passed(False, ground_truth=False), passed(True, False), passed(None, False)
    (True, False, False)
    """
    return outcome(verdict, ground_truth) is True
