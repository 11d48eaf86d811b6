"""How often the items of a bank are judged, against how often they are to be (K.5.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from study.domain.design import StudyDesign
from study.domain.plans import BankItem, Coverage
from study.domain.scheduling import templates_lacking
from study.domain.vocabulary import Condition


@dataclass(frozen=True, slots=True)
class Tally:
    """Where the judgments of one item in one condition stand.

    Attributes
    ----------
    planned : int
        Slots of session templates that nobody holds.
    running : int
        Slots of templates whose holder is still at work.
    collected : int
        Valid answers: a verdict, from a completed session that counts.
    """

    planned: int = 0
    running: int = 0
    collected: int = 0

    @property
    def expected(self) -> int:
        """Return how many there will be when everybody finishes."""
        return self.planned + self.running + self.collected

    def shortfall(self, target: int) -> int:
        """Return how many judgments are missing although everybody finishes.

        Examples
        --------
        >>> Tally(planned=1, running=0, collected=1).shortfall(3)
        1
        """
        return max(0, target - self.expected)


Tallies = Mapping[tuple[str, Condition], Tally]
"""Per (item code, condition); what is absent is an empty tally."""


@dataclass(frozen=True)
class Range:
    """How often the least judged item is judged, the most judged one, and how often they should."""

    least: int
    most: int
    target: int


@dataclass(frozen=True)
class CoverageSummary:
    """Coverage of the main items, in one line.

    Attributes
    ----------
    ranges : mapping of Condition to Range
        Empty when the bank has no main item.
    lacking : int
        Session templates it takes at least until every item reaches the target.
    """

    ranges: Mapping[Condition, Range]
    lacking: int


def summarise(
    items: Sequence[BankItem], design: StudyDesign, coverage: Coverage
) -> CoverageSummary:
    """Return what coverage amounts to over the items of the design's categories.

    Examples
    --------
    >>> two = [BankItem("TP1", "TP", "1"), BankItem("TP2", "TP", "2")]
    >>> summarise(two, StudyDesign(), {("TP1", Condition.AO): 2}).ranges[Condition.AO]
    Range(least=0, most=2, target=3)
    """
    bank = [item for item in items if item.category in design.bank.categories]
    ranges = {}
    for condition in Condition if bank else ():
        times = [coverage.get((item.code, condition), 0) for item in bank]
        ranges[condition] = Range(min(times), max(times), design.templates.target(condition))
    return CoverageSummary(ranges, templates_lacking(bank, design, coverage))
