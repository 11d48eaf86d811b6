"""Codes in words, for templates."""

from django import template

from annotation.domain.session import Status
from annotation.pages.words import SESSION_STATUS

register = template.Library()


@register.filter
def status_in_words(code: str) -> str:
    """Return what a participant session's status is called."""
    return str(SESSION_STATUS[Status(code)])
