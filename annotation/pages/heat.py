"""What the heat map and the look ahead say of coverage."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.domain.heat_map import Standing, standing
from study.domain.coverage import Tally
from study.domain.plans import BankItem
from study.domain.vocabulary import Condition

_WORDS = MappingProxyType(
    {
        Standing.MET: ("✓", _("collected")),
        Standing.COMING: ("…", _("reached when everybody finishes")),
        Standing.SHORT: ("!", _("short of the target")),
    }
)
"""The sign beside each colour, for whoever does not see it; and what both mean."""

LEGEND = [(standing.value, mark, words) for standing, (mark, words) in _WORDS.items()]


@dataclass(frozen=True)
class Cell:
    """What is collected, running and planned of an item in a condition, against the target."""

    condition: Condition
    tally: Tally
    target: int

    @property
    def standing(self) -> Standing:
        """Return how far it has come; its colour."""
        return standing(self.tally, self.target)

    @property
    def mark(self) -> str:
        """Return the sign beside the colour."""
        return _WORDS[self.standing][0]

    @property
    def words(self) -> Promise:
        """Return what the colour means."""
        return _WORDS[self.standing][1]

    @property
    def tenths(self) -> int:
        """Return how much of the target is collected: how far the cell is filled."""
        return min(10, 10 * self.tally.collected // self.target) if self.target else 10

    @property
    def shortfall(self) -> int:
        """Return how many judgments are missing although everybody finishes."""
        return self.tally.shortfall(self.target)


def has_arms(items: Iterable[BankItem]) -> bool:
    """Tell whether some items stand in an arm of their own."""
    return len({item.arm for item in items}) > 1
