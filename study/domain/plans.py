"""The words of a session template's plan (K.5): what is planned from, and what comes out."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from study.domain.design import StudyDesign
from study.domain.vocabulary import Condition, OpeningCondition


@dataclass(frozen=True, slots=True)
class BankItem:
    """What the scheduler knows of an item.

    Attributes
    ----------
    problem_id : str
        Items about the same problem never meet in one template.
    arm : str
        "base" or the name of a rewrite of the justification.
    """

    code: str
    category: str
    problem_id: str
    arm: str = "base"


@dataclass(frozen=True, slots=True)
class Slot:
    """One position of a plan."""

    code: str
    condition: Condition


TemplatePlan = tuple[Slot, ...]
"""One session template: its slots in the order they are shown, checks included."""

Coverage = Mapping[tuple[str, Condition], int]
"""How often (item code, condition) is already judged or on its way; what is absent is 0."""


@dataclass(frozen=True)
class Earlier:
    """What must go on where a study's earlier templates of the same layout ended.

    Attributes
    ----------
    ahead : int
        How many more of them open with AJ than with AO, where openings are to be even.
    check_indices : mapping
        How often a check was inserted before each index of the main list.
    """

    ahead: int = 0
    check_indices: Mapping[int, int] = field(default_factory=dict)


NOTHING = Earlier()


def openings(design: StudyDesign, count: int, earlier: Earlier = NOTHING) -> list[Condition]:
    """Return the condition that opens each of `count` templates (K.5.2).

    Counterbalanced ones alternate, once they have made up for what earlier templates lack.

    Examples
    --------
    >>> openings(StudyDesign(), 2)
    [<Condition.AJ: 'AJ'>, <Condition.AJ: 'AJ'>]
    """
    opening = design.templates.opening_condition
    if opening != OpeningCondition.COUNTERBALANCED:
        return [Condition(opening)] * count
    rarer = Condition.AO if earlier.ahead > 0 else Condition.AJ
    first = [rarer] * min(count, abs(earlier.ahead))
    both = (Condition.AJ, Condition.AO)
    return first + [both[number % 2] for number in range(count - len(first))]


def count_slots(plans: Iterable[TemplatePlan]) -> dict[tuple[str, Condition], int]:
    """Return how often the plans show each (item code, condition)."""
    counts = Counter(chain.from_iterable(plans))
    return {(slot.code, slot.condition): count for slot, count in counts.items()}
