"""How templates say what the domain knows of a study."""

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext

from study.domain.checklist import Finding, State
from study.domain.lifecycle import StudyStatus
from study.log_words import in_words, who
from study.models import AuditEntry, Study
from study.words import STATUS, VALUES

register = template.Library()
_BADGES = {StudyStatus.DRAFT: "strong", StudyStatus.OPEN: "good", StudyStatus.PAUSED: "warn"}
_MARKS = {State.DONE: "✓", State.LACKING: "✗", State.ADVICE: "!"}


@register.filter
def study_status(status: str) -> Promise:
    """Return a study's status in words."""
    return STATUS[StudyStatus(status)]


@register.filter
def study_badge(status: str) -> str:
    """Return the class of a badge that shows a study's status."""
    return _BADGES.get(StudyStatus(status), "")


@register.filter
def logged(action: str) -> str:
    """Return an action of the log in words."""
    return in_words(action)


@register.filter
def acted(entry: AuditEntry) -> str:
    """Return who did what an entry of the log says."""
    return who(entry)


@register.filter
def said(finding: Finding) -> str:
    """Return a line of the checklist in the viewer's language."""
    return gettext(finding.words) % finding.gaps


@register.filter
def mark_of(finding: Finding) -> str:
    """Return the sign before a line of the checklist."""
    return _MARKS[finding.state]


@register.simple_tag
def mended_at(finding: Finding, study: Study) -> str:
    """Return the address of the page where a line of the checklist is seen to."""
    more = [finding.part] if finding.part else []
    return reverse(finding.page, args=[study.slug, *more])


@register.filter
def setting_value(value: object) -> str:
    """Return the value of a setting as people read it."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list | tuple):
        return ", ".join(str(word) for word in value)
    return str(VALUES.get(str(value), value)) or gettext("(empty)")
