"""Where the judgments of items stand against their target, for people to see at a glance."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from study.domain.coverage import Range, Tally
from study.domain.design import StudyDesign
from study.domain.plans import BankItem, Coverage
from study.domain.vocabulary import Condition


class Standing(StrEnum):
    """How far an item has come in a condition."""

    MET = "met"
    COMING = "coming"
    SHORT = "short"


def standing(tally: Tally, target: int) -> Standing:
    """Tell whether what is collected meets the target, or will when everybody finishes.

    Examples
    --------
    >>> standing(Tally(planned=1, collected=2), 3)
    <Standing.COMING: 'coming'>
    """
    if tally.collected >= target:
        return Standing.MET
    return Standing.SHORT if tally.shortfall(target) else Standing.COMING


@dataclass(frozen=True)
class Change:
    """How often the least and the most judged item are judged: at first, and then."""

    before: Range
    after: Range

    @property
    def is_short(self) -> bool:
        """Tell whether some item stays below its target."""
        return self.after.least < self.after.target


def changes_by_category(
    items: Sequence[BankItem], design: StudyDesign, before: Coverage, after: Coverage
) -> dict[str, dict[Condition, Change]]:
    """Return what two coverages amount to, per category of the design that has items.

    Examples
    --------
    >>> two = [BankItem("TP1", "TP", "1"), BankItem("TP2", "TP", "2")]
    >>> found = changes_by_category(two, StudyDesign(), {}, {("TP1", Condition.AO): 2})
    >>> found["TP"][Condition.AO].after
    Range(least=0, most=2, target=3)
    """
    codes = {
        category: [item.code for item in items if item.category == category]
        for category in design.bank.categories
    }
    return {
        category: {
            condition: Change(
                *(
                    _range(found, condition, coverage, design.templates.target(condition))
                    for coverage in (before, after)
                )
            )
            for condition in Condition
        }
        for category, found in codes.items()
        if found
    }


def _range(codes: Sequence[str], condition: Condition, coverage: Coverage, target: int) -> Range:
    times = [coverage.get((code, condition), 0) for code in codes]
    return Range(min(times), max(times), target)
