"""A design as pages show it: by part, with the paper's value beside what differs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

from study.domain.design import StudyDesign
from study.domain.design_file import describe
from study.words import PARTS, SETTINGS, sentence


@dataclass(frozen=True)
class SettingView:
    """One setting and its value."""

    label: Promise
    about: str
    section: str
    value: Any
    paper: Any

    @property
    def differs(self) -> bool:
        """Tell whether it is something else than in the paper."""
        return bool(self.value != self.paper)


@dataclass(frozen=True)
class PartView:
    """One part of a design."""

    name: str
    label: Promise
    settings: list[SettingView]


def parts_of(design: StudyDesign) -> Iterator[PartView]:
    """Yield the parts of a design in the order of the file."""
    paper = {(part, key): value for part, key, value, _ in describe(StudyDesign())}
    for part, settings in groupby(describe(design), key=lambda setting: setting[0]):
        rows = [
            SettingView(
                SETTINGS[part, key],
                gettext(rule["about"]),
                sentence(rule["section"]),
                value,
                paper[part, key],
            )
            for _, key, value, rule in settings
        ]
        yield PartView(part, PARTS[part], rows)
