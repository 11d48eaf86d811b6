"""What differs between two designs, setting by setting."""

from dataclasses import dataclass
from typing import Any

from study.domain.design import StudyDesign
from study.domain.design_file import describe


@dataclass(frozen=True)
class Difference:
    """One setting that has another value."""

    section: str
    key: str
    before: Any
    after: Any


def differences(before: StudyDesign, after: StudyDesign) -> list[Difference]:
    """Return every setting that differs, in the order of the file.

    Examples
    --------
    >>> differences(StudyDesign(), StudyDesign())
    []
    """
    pairs = zip(describe(before), describe(after), strict=True)
    return [
        Difference(section, key, old, new)
        for (section, key, old, _), (_, _, new, _) in pairs
        if old != new
    ]
