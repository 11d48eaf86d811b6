"""`manage.py invite`: make invitations, or show their links again."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from study import links
from study.management.arguments import positive
from study.models import Study
from study.services.invitations import invite


class Command(BaseCommand):
    help = "Print one line per invitation: the participant's code, a tab, the link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--count", type=positive, metavar="N", help="invite N people")
        what.add_argument("--show", action="store_true", help="print the links there are")
        parser.add_argument("--test", action="store_true", help="pilot sessions: counted nowhere")

    def handle(
        self, *args: Any, slug: str, count: int | None, show: bool, test: bool, **options: Any
    ) -> None:
        study = Study.objects.filter(slug=slug).first()
        if study is None:
            raise CommandError(f"There is no study {slug!r}.")
        if count is None:
            there = study.invitations.filter(revoked_at=None).select_related("participant")
            invitations = list(there.filter(is_test=True) if test else there)
        else:
            invitations = invite(study, count, is_test=test)
        for invitation in invitations:
            path = links.path(invitation.public_id, invitation.generation)
            self.stdout.write(f"{invitation.participant.code}\t{settings.BASE_URL}{path}")
