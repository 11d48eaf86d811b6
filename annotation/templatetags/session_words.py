"""Codes in words, for templates."""

from django import template
from django.utils.functional import Promise

from annotation.domain.session import Status
from annotation.domain.violations import Kind, Severity
from annotation.models import ViolationEvent
from annotation.pages.words import (
    SESSION_STATUS,
    SEVERITIES,
    VIOLATIONS,
    marks_of,
    standing_of,
)

register = template.Library()


@register.filter
def status_in_words(code: str) -> str:
    """Return what a participant session's status is called."""
    return str(SESSION_STATUS[Status(code)])


@register.filter
def marks(session: object) -> list[Promise]:
    """Return why a session does not count: restarted, released, invalid."""
    return marks_of(session)


@register.filter
def seen(event: ViolationEvent) -> str:
    """Return what was seen of a participant."""
    return str(VIOLATIONS[Kind(event.kind)])


@register.filter
def severity(event: ViolationEvent) -> str:
    """Return how grave it is."""
    return str(SEVERITIES[Severity(event.severity)])


@register.filter
def standing(event: ViolationEvent) -> str:
    """Return whether it counts, and if not, why."""
    return str(standing_of(event.not_counted))


@register.filter
def seconds(milliseconds: int) -> str:
    """Return a duration in seconds, nothing for a key or a click."""
    return f"{milliseconds / 1000:.1f}" if milliseconds else "–"
