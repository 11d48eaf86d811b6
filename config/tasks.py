"""Housekeeping that belongs to no app."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_expired_logins() -> None:
    """Delete researchers' login sessions that have expired."""
    call_command("clearsessions")
