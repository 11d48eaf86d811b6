"""`manage.py seed_demo`: the two demo studies, an account, and how to get in."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils import timezone
from rich.console import Console

from annotation.domain.session import Status
from annotation.models import ParticipantSession
from annotation.simulation import account, demo
from annotation.simulation.guests import link_of
from study.management.command import BaseCommand
from study.models import Invitation, Study

SHOWN_LINKS = 10


class Command(BaseCommand):
    help = "Make the demo studies if they are not there, and print the links."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--base-url", default=settings.BASE_URL, metavar="URL")

    def handle(self, *args: Any, base_url: str, **options: Any) -> None:
        base_url = base_url.rstrip("/")
        study, data = demo.ensure_demo(), demo.ensure_data(timezone.now())
        password = account.ensure_researcher(Path(settings.VAR_DIR) / "researcher-password")
        for each in (study, data):
            account.ensure_owner(each)
        console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
        console.print(f"\n[bold]Discern[/]  [cyan]{base_url}/[/]\n")
        known = f"password [bold]{password}[/]" if password else "(the password was set elsewhere)"
        console.print(f"Researcher  {base_url}{reverse(settings.LOGIN_URL)}")
        console.print(f"            user [bold]{account.USERNAME}[/]  {known}\n")
        console.print(f"Invitations to take part in [bold]{study.title}[/] ({study.slug})")
        for invitation, status in states(study)[:SHOWN_LINKS]:
            console.print(_line(invitation, base_url, status))
        console.print(f"  more: manage.py invite {study.slug} --count 5\n")
        guests = states(data)
        done = sum(status == Status.COMPLETED for _, status in guests)
        console.print(f"[bold]{data.title}[/] ({data.slug}): {done} sessions are completed")
        for invitation, status in guests[demo.COMPLETED_SESSIONS :]:
            console.print(_line(invitation, base_url, status))
        console.print()


def states(study: Study) -> list[tuple[Invitation, str]]:
    """Return the valid invitations and how far each has come, "" where it was never opened."""
    live = ParticipantSession.objects.filter(version__study=study, superseded_at=None)
    status = dict(live.values_list("invitation_id", "status"))
    valid = study.invitations.filter(revoked_at=None).select_related("participant").order_by("id")
    return [(invitation, status.get(invitation.pk, "")) for invitation in valid]


def _line(invitation: Invitation, base_url: str, status: str) -> str:
    link = link_of(invitation, base_url)
    return f"  {link.code}  [cyan]{link.url}[/]" + (f"  [dim]{status}[/]" if status else "")
