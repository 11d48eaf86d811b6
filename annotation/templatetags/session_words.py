"""Codes in words, for templates."""

from django import template
from django.utils.functional import Promise

from annotation.domain.session import Status
from annotation.pages.words import SESSION_STATUS, marks_of

register = template.Library()


@register.filter
def status_in_words(code: str) -> str:
    """Return what a participant session's status is called."""
    return str(SESSION_STATUS[Status(code)])


@register.filter
def marks(session: object) -> list[Promise]:
    """Return why a session does not count: restarted, released, invalid."""
    return marks_of(session)
