"""What session templates are called, and where they stand."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from annotation.domain.session import Status
from annotation.pages.words import SESSION_STATUS, marks_of


def state_of(template: Any) -> str:
    """Return in words where a row of `template_rows` stands."""
    if template.status:
        return ", ".join(map(str, (SESSION_STATUS[Status(template.status)], *marks_of(template))))
    if not template.is_of_this_layout:
        return _("free, but of an older layout: nobody gets it")
    if template.holds_retired:
        return _("free, but with a retired item: nobody gets it")
    return _("free again") if template.was_held else _("free")


def spans(numbers: Iterable[int]) -> str:
    """Return template numbers in few words.

    Examples
    --------
    >>> spans([1, 2, 3, 7, 9, 10])
    'T1–T3, T7, T9–T10'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(f"T{end}" for end in run) for run in runs)
