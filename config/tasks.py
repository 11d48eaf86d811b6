"""Housekeeping that belongs to no app."""

from celery import shared_task
from django.core.management import call_command

from study.services import uploads


@shared_task
def clear_expired_logins() -> None:
    """Delete researchers' login sessions that have expired."""
    call_command("clearsessions")


@shared_task
def remove_old_uploads() -> None:
    """Delete item files that nobody came back to."""
    uploads.remove_old()
