"""The texts a participant reads that a study may write itself, in each language."""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.utils import translation
from django.utils.translation import pgettext

from study.domain.design import StudyDesign

_FOLDER = Path(__file__).parent / "texts"
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


def consent(design: StudyDesign, language: str) -> Wording:
    """Return the consent text, filled in.

    A line whose placeholder has no value is left out, so that a study without an ethics number
    does not show an empty one.
    """
    own = design.consent.text_zh_hans if language == "zh-hans" else design.consent.text_en
    lines = (own if own.strip() else _built_in(f"consent.{language}.md")).splitlines()
    values = _values(design, language)
    kept = (line for line in lines if all(values.get(k, "?") for k in _PLACEHOLDER.findall(line)))
    filled = (_PLACEHOLDER.sub(lambda m: values.get(m[1], m[0]), line) for line in kept)
    return Wording(language, "\n".join(filled))


def about_minutes(design: StudyDesign) -> int:
    """Return how long a session takes: the paper's 27 minutes for 17 items, in proportion."""
    return max(5, round(design.shown_items * 1.6))


@lru_cache
def _built_in(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _values(design: StudyDesign, language: str) -> dict[str, str]:
    with translation.override(language):
        currency = pgettext("currency", design.compensation.currency)
    return {
        "institution": design.consent.institution,
        "contact": design.consent.contact,
        "ethics_number": design.consent.ethics_number,
        "minutes": str(about_minutes(design)),
        "items": str(design.shown_items),
        "currency": currency,
        "base": str(design.compensation.base),
        "maximum": str(design.compensation.maximum),
    }
