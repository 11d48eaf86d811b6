"""Designs to start from: the paper's, and one for people recruited from a paid panel."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.marking import mark as _


@dataclass(frozen=True)
class Preset:
    """A design, and in a sentence whom it is for."""

    design: StudyDesign
    about: str


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "paper": Preset(StudyDesign(), _("Every number as in the paper.")),
        "panel": Preset(
            read_design(
                {
                    "templates": {"attention_checks": 2},
                    "compensation": {"guaranteed": True, "pro_rata": True},
                }
            ),
            _(
                "For people recruited from a panel: the base is guaranteed and bonuses are only "
                "added, parts of sessions are paid, and there are two attention checks."
            ),
        ),
    }
)
"""One failed check alone is no ground to reject a panel's work, hence two."""
