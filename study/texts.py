"""The texts a participant reads that a study may write itself, in each language."""

import hashlib
import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from django.utils import translation
from django.utils.translation import ngettext, pgettext

from study.domain.design import StudyDesign
from study.domain.vocabulary import Condition

_FOLDER = Path(__file__).parent / "texts"
_USUAL = Decimal(1)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Wording:
    """A text as somebody reads it, in one language; Markdown."""

    language: str
    text: str

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def consent(
    design: StudyDesign,
    language: str,
    *,
    time_factor: Decimal | None = _USUAL,
    practice_items: int | None = None,
) -> Wording:
    """Return the consent text, filled in for one participant.

    A line whose placeholder has no value is left out: a study without an ethics number does not
    show an empty one, and one that does not monitor has no threshold and does not say it has.

    Parameters
    ----------
    practice_items : int or None
        How many practice items are shown; None: as many as the design asks for.
    """
    practice = design.practice.items if practice_items is None else practice_items
    own = design.consent.text_zh_hans if language == "zh-hans" else design.consent.text_en
    lines = (own if own.strip() else _built_in(f"consent.{language}.md")).splitlines()
    values = {
        **_values(design, language),
        "minutes": str(about_minutes(design, time_factor)),
        "practice": str(practice or ""),
    }
    kept = (line for line in lines if all(values.get(k, "?") for k in _PLACEHOLDER.findall(line)))
    filled = (_PLACEHOLDER.sub(lambda m: values.get(m[1], m[0]), line) for line in kept)
    return Wording(language, "\n".join(filled))


@dataclass(frozen=True)
class Limits:
    """How long one participant has for an item of one condition."""

    soft_seconds: float
    hard_seconds: float

    @property
    def soft(self) -> str:
        """Return the soft limit in words."""
        return duration(self.soft_seconds)

    @property
    def hard(self) -> str:
        """Return the hard limit in words."""
        return duration(self.hard_seconds)

    @property
    def example(self) -> str:
        """Return a time that this clock can show, for a picture of it."""
        minutes, seconds = divmod(round(self.hard_seconds * 0.8), 60)
        return f"{minutes}:{seconds:02d}"


def limits(design: StudyDesign, condition: Condition, time_factor: Decimal | None) -> Limits | None:
    """Return a participant's limits, or None for somebody without a limit."""
    if time_factor is None:
        return None
    timing, factor = design.timing, float(time_factor)
    return Limits(timing.soft_seconds(condition) * factor, timing.hard_seconds(condition) * factor)


def duration(seconds: float) -> str:
    """Return a length of time in the words of the active language: 2 minutes 30 seconds."""
    minutes, rest = divmod(round(seconds), 60)
    parts = []
    if minutes:
        parts.append(ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes})
    if rest or not minutes:
        parts.append(ngettext("%(n)s second", "%(n)s seconds", rest) % {"n": rest})
    return " ".join(parts)


def justification_label(design: StudyDesign) -> str:
    """Return what the screen calls a justification, in the active language."""
    words = design.presentation
    is_chinese = translation.get_language() == "zh-hans"
    return words.justification_label_zh_hans if is_chinese else words.justification_label_en


def about_minutes(design: StudyDesign, time_factor: Decimal | None = _USUAL) -> int:
    """Return how long a session takes this participant; without a limit, as long as usually.

    Reading what the study is about takes a few minutes however short the session is.
    """
    seconds = design.shown_items * design.timing.expected_seconds_per_item
    return max(5, round(seconds * float(time_factor or 1) / 60))


@lru_cache
def _built_in(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _values(design: StudyDesign, language: str) -> dict[str, str]:
    pay = design.compensation
    with translation.override(language):
        currency = pgettext("currency", pay.currency)
    integrity = design.integrity
    return {
        "institution": design.consent.institution,
        "contact": design.consent.contact,
        "ethics_number": design.consent.ethics_number,
        "items": str(design.shown_items),
        "severe_threshold": str(integrity.severe_threshold) if integrity.monitoring else "",
        "currency": currency,
        "base": str(pay.base),
        "earned_base": "" if pay.guaranteed else str(pay.base),
        "guaranteed_base": str(pay.base) if pay.guaranteed else "",
        "pro_rata_items": str(design.shown_items) if pay.pro_rata else "",
        "maximum": str(pay.maximum),
    }
