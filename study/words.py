"""What the parts and settings of a design, and a study's status, are called on pages."""

from types import MappingProxyType

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from study.domain.errors import DomainError
from study.domain.lifecycle import StudyEvent, StudyStatus
from study.domain.marking import Sentence
from study.domain.roles import Role

STATUS = MappingProxyType(
    {
        StudyStatus.DRAFT: _("draft"),
        StudyStatus.OPEN: _("open"),
        StudyStatus.PAUSED: _("paused"),
        StudyStatus.CLOSED: _("closed"),
        StudyStatus.ARCHIVED: _("archived"),
    }
)
EVENTS = MappingProxyType(
    {
        StudyEvent.OPEN: _("Open the study"),
        StudyEvent.PAUSE: _("Pause the study"),
        StudyEvent.RESUME: _("Resume the study"),
        StudyEvent.CLOSE: _("Close the study"),
        StudyEvent.REOPEN: _("Open the study again"),
        StudyEvent.ARCHIVE: _("Archive the study"),
        StudyEvent.UNARCHIVE: _("Take the study out of the archive"),
    }
)
ROLES = MappingProxyType(
    {
        Role.OWNER: _("owner"),
        Role.RESEARCHER: _("researcher"),
        Role.ANALYST: _("analyst"),
    }
)
PARTS = MappingProxyType(
    {
        "bank": _("Item bank"),
        "templates": _("Session templates"),
        "timing": _("Timing"),
        "practice": _("Practice"),
        "consent": _("Consent"),
        "presentation": _("Presentation"),
        "integrity": _("Integrity"),
        "compensation": _("Pay"),
    }
)
SETTINGS = MappingProxyType(
    {
        ("bank", "categories"): _("Categories"),
        ("bank", "items_per_category"): _("Items per category in the bank"),
        ("bank", "language"): _("Language of the items"),
        ("templates", "items_per_category"): _("Items per category in a session"),
        ("templates", "opening_condition"): _("Opening condition"),
        ("templates", "attention_checks"): _("Attention checks in a session"),
        ("templates", "coverage_target"): _("Coverage target"),
        ("templates", "aj_coverage_extra"): _("More in AJ than in AO"),
        ("timing", "ao_soft_seconds"): _("AO: warning after (seconds)"),
        ("timing", "ao_hard_seconds"): _("AO: end after (seconds)"),
        ("timing", "aj_soft_seconds"): _("AJ: warning after (seconds)"),
        ("timing", "aj_hard_seconds"): _("AJ: end after (seconds)"),
        ("timing", "grace_seconds"): _("Grace after the end (seconds)"),
        ("timing", "expected_seconds_per_item"): _("Expected time per item (seconds)"),
        ("practice", "items"): _("Practice items"),
        ("practice", "feedback"): _("Feedback in practice"),
        ("consent", "version"): _("Version of the text"),
        ("consent", "text_en"): _("Consent text in English"),
        ("consent", "text_zh_hans"): _("Consent text in Chinese"),
        ("consent", "institution"): _("Institution"),
        ("consent", "contact"): _("Contact"),
        ("consent", "ethics_number"): _("Ethics approval"),
        ("presentation", "justification_label_en"): _("Heading of the justification in English"),
        ("presentation", "justification_label_zh_hans"): _(
            "Heading of the justification in Chinese"
        ),
        ("presentation", "shortcuts"): _("Keyboard shortcuts"),
        ("integrity", "monitoring"): _("Monitoring"),
        ("integrity", "severe_threshold"): _("Limit of severe violations"),
        ("compensation", "currency"): _("Currency"),
        ("compensation", "base"): _("Base"),
        ("compensation", "average"): _("Average"),
        ("compensation", "maximum"): _("Maximum"),
        ("compensation", "guaranteed"): _("Base whatever the answers"),
        ("compensation", "pro_rata"): _("Pay for parts of a session"),
    }
)
VALUES = MappingProxyType({"counterbalanced": _("counterbalanced")})
"""What values of settings are called; the others are codes, as in the file."""


def said(error: DomainError) -> str:
    """Return what a rule says in the viewer's language."""
    if not error.gaps:
        return gettext(error.words) if error.words else str(error)
    gaps = {name: _called(value) for name, value in error.gaps.items()}
    return gettext(error.words) % gaps


def _called(value: object) -> object:
    """Return a sentence translated, a status or what is done to it in words, else the value."""
    match value:
        case Sentence():
            return sentence(value)
        case StudyStatus():
            return STATUS[value]
        case StudyEvent():
            return EVENTS[value]
    return value


def sentence(text: str) -> str:
    """Return a marked sentence of the domain, its gaps filled or not, in the viewer's language."""
    if not isinstance(text, Sentence):
        return gettext(text) if text else ""  # of an empty text gettext returns its header
    gaps = {
        name: sentence(value) if isinstance(value, Sentence) else value
        for name, value in text.gaps.items()
    }
    return gettext(text.words) % gaps
