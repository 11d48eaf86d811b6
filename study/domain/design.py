"""Every number of the paper's study, as the default of a study's configuration.

A number of the paper is never a constant in code: another lab runs 24 items, a 90-second limit
and medical questions by writing a TOML file. Each field carries its default, the paper's
section, what it means, and what is allowed; `design_file` reads and checks one.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any

from study.domain.marking import mark as _
from study.domain.vocabulary import Category, Condition, OpeningCondition

A_DAY = 86_400
"""Seconds: no clock of an item runs longer; what databases and browsers cannot count is far off."""

MUCH_MONEY = 1_000_000

VERSION_LENGTH = 40
"""The longest version of a consent text; it is stored with every decision."""


def setting(
    default: Any,
    about: str,
    *,
    section: str = "",
    allowed: tuple[Any, ...] = (),
    at_least: float | None = None,
    at_most: float | None = None,
    longest: int | None = None,
) -> Any:
    """Declare one setting: its default, its meaning, the paper's section, its allowed range.

    `longest` is for texts: the most characters they may have.
    """
    return field(
        default=default,
        metadata={
            "about": about,
            "section": section,
            "allowed": allowed,
            "at_least": at_least,
            "at_most": at_most,
            "longest": longest,
        },
    )


def part(kind: type[Any], about: str) -> Any:
    """Declare one section of the design."""
    return field(default_factory=kind, metadata={"about": about})


@dataclass(frozen=True)
class Bank:
    """The item bank (K.4)."""

    categories: tuple[str, ...] = setting(
        tuple(category.value for category in Category),
        _("Categories of main items, in the order they are reported."),
        section="K.4",
    )
    items_per_category: int = setting(
        10,
        _("Main items a complete bank holds per category."),
        section="K.4",
        at_least=1,
        at_most=1000,
    )
    language: str = setting(
        "en", _("Language the items are written in, as a BCP 47 tag: en, zh-Hans and so on.")
    )


@dataclass(frozen=True)
class Templates:
    """Session templates (K.5)."""

    items_per_category: int = setting(
        4,
        _("Main items per category in one template."),
        section="K.5.1",
        at_least=1,
        at_most=1000,
    )
    opening_condition: str = setting(
        OpeningCondition.AJ.value,
        _("Condition of the first main item; conditions alternate from it."),
        section="K.5.2",
        allowed=tuple(opening.value for opening in OpeningCondition),
    )
    attention_checks: int = setting(
        1,
        _("Attention checks per template, always shown AJ."),
        section="K.7",
        at_least=0,
        at_most=4,
    )
    coverage_target: int = setting(
        3,
        _("Times every main item is to be judged in each condition."),
        section="K.5.3",
        at_least=0,
        at_most=1000,
    )
    aj_coverage_extra: int = setting(
        0,
        _("So many judgments more in AJ than in AO, or fewer if negative."),
        section="K.5.3",
        at_least=-1000,
        at_most=1000,
    )

    def target(self, condition: Condition) -> int:
        """Return how often every main item is to be judged in a condition."""
        extra = self.aj_coverage_extra if condition is Condition.AJ else 0
        return self.coverage_target + extra


@dataclass(frozen=True)
class Timing:
    """The clock of one item (K.6.1). All limits are in seconds."""

    ao_soft_seconds: int = setting(
        180,
        _("AO: the clock turns to its warning colour."),
        section="K.6.1",
        at_least=1,
        at_most=A_DAY,
    )
    ao_hard_seconds: int = setting(
        240,
        _("AO: the platform closes Stage 1 itself."),
        section="K.6.1",
        at_least=2,
        at_most=A_DAY,
    )
    aj_soft_seconds: int = setting(
        180,
        _("AJ: the clock turns to its warning colour."),
        section="K.6.1",
        at_least=1,
        at_most=A_DAY,
    )
    aj_hard_seconds: int = setting(
        240,
        _("AJ: the platform closes Stage 1 itself."),
        section="K.6.1",
        at_least=2,
        at_most=A_DAY,
    )
    grace_seconds: int = setting(
        3,
        _("How long after the hard limit a submission on its way is still taken."),
        at_most=30,
        at_least=0,
    )
    expected_seconds_per_item: int = setting(
        96,
        _("What one item takes on average, ratings included; participants are told the sum."),
        section=_("K.11: 27.2 minutes for 17 items"),
        at_least=1,
        at_most=A_DAY,
    )

    def soft_seconds(self, condition: Condition) -> int:
        """Return the soft limit of a condition."""
        return self.ao_soft_seconds if condition is Condition.AO else self.aj_soft_seconds

    def hard_seconds(self, condition: Condition) -> int:
        """Return the hard limit of a condition."""
        return self.ao_hard_seconds if condition is Condition.AO else self.aj_hard_seconds


@dataclass(frozen=True)
class Practice:
    """Practice items before the session; never stored as answers (decision 0006)."""

    items: int = setting(
        2, _("Practice items shown: the first of the bank."), at_least=0, at_most=10
    )
    feedback: bool = setting(
        False, _("Tell the participant whether a practice judgment was right.")
    )


@dataclass(frozen=True)
class Consent:
    """The consent record."""

    version: str = setting(
        "1", _("Version of the consent text; change it with the text."), longest=VERSION_LENGTH
    )
    text_en: str = setting("", _("Consent text in English, Markdown; empty: Discern's own."))
    text_zh_hans: str = setting(
        "", _("Consent text in Chinese, Markdown; set both languages or none.")
    )
    institution: str = setting("", _("Who runs the study, shown to participants."))
    contact: str = setting("", _("Whom participants can ask, usually a mail address."))
    ethics_number: str = setting("", _("Number of the ethics approval."))


@dataclass(frozen=True)
class Presentation:
    """What the screen shows beside the item."""

    justification_label_en: str = setting("The AI's reasoning", _("Heading of the justification."))
    justification_label_zh_hans: str = setting("AI 的推理过程", _("The same in Chinese."))
    shortcuts: bool = setting(
        True, _("Offer single-key shortcuts; participants can switch them off.")
    )


@dataclass(frozen=True)
class Compensation:
    """What participants are told about pay (K.6.2)."""

    currency: str = setting("RMB", _("Currency, as shown."), section="K.6.2")
    base: int = setting(
        60,
        _("Guaranteed for completing with care."),
        section="K.6.2",
        at_least=0,
        at_most=MUCH_MONEY,
    )
    average: int = setting(
        70, _("What people receive on average."), section="K.6.2", at_least=0, at_most=MUCH_MONEY
    )
    maximum: int = setting(
        100, _("The most one can receive."), section="K.6.2", at_least=0, at_most=MUCH_MONEY
    )
    guaranteed: bool = setting(
        False, _("The base is paid for completing, whatever the answers; all else is added to it.")
    )
    pro_rata: bool = setting(
        False, _("Who stops or is stopped before the end is paid for the part they did.")
    )


@dataclass(frozen=True)
class Integrity:
    """Violation monitoring (K.8)."""

    monitoring: bool = setting(
        False, _("Record when participants leave the page, copy and so on."), section="K.8"
    )
    severe_threshold: int = setting(
        3, _("Severe violations that end a session."), section="K.8.1", at_least=1, at_most=1000
    )


@dataclass(frozen=True)
class StudyDesign:
    """A study's whole configuration; the defaults are the paper's study.

    Examples
    --------
    >>> StudyDesign().timing.hard_seconds(Condition.AO)
    240
    >>> StudyDesign().shown_items
    17
    """

    bank: Bank = part(Bank, _("The item bank."))
    templates: Templates = part(Templates, _("Session templates."))
    timing: Timing = part(Timing, _("The clock of one item."))
    practice: Practice = part(Practice, _("Practice before the session."))
    consent: Consent = part(Consent, _("Consent."))
    presentation: Presentation = part(Presentation, _("The screen."))
    integrity: Integrity = part(Integrity, _("Violations."))
    compensation: Compensation = part(Compensation, _("What participants are told about pay."))

    @property
    def main_items(self) -> int:
        """Return the number of main items in one template (16 in the paper)."""
        return len(self.bank.categories) * self.templates.items_per_category

    @property
    def shown_items(self) -> int:
        """Return the number of screens in one session (17 in the paper), checks included."""
        return self.main_items + self.templates.attention_checks

    def as_dict(self) -> dict[str, Any]:
        """Return the design as nested plain values, ready for JSON or TOML."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    def as_json(self) -> str:
        """Return the canonical JSON: every setting, sorted, without white space."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def hash(self) -> str:
        """Return the SHA-256 of the canonical JSON."""
        return hashlib.sha256(self.as_json().encode()).hexdigest()

    @property
    def layout_hash(self) -> str:
        """Return the SHA-256 of what decides a template's layout.

        A template may be handed out under a later version of the design only while this is the
        same. The coverage target is not part of it: it decides how many templates, not which.
        """
        layout = [
            list(self.bank.categories),
            self.templates.items_per_category,
            self.templates.opening_condition,
            self.templates.attention_checks,
        ]
        return hashlib.sha256(json.dumps(layout).encode()).hexdigest()
