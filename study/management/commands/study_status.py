"""`manage.py study_status`: show where a study stands, or open, pause, close or archive it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from study.domain.errors import DomainError
from study.domain.lifecycle import StudyEvent, StudyStatus, events_from
from study.management.arguments import find_study, text
from study.management.command import BaseCommand
from study.services.lifecycle import change_status


class Command(BaseCommand):
    help = "Show where a study stands and what can be done with it, or do it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("act", nargs="?", choices=[event.value for event in StudyEvent])
        parser.add_argument("--reason", type=text, help="why; kept in the log")

    def handle(
        self, *args: Any, slug: str, act: str | None, reason: str | None, **options: Any
    ) -> None:
        study = find_study(slug)
        if act is not None:
            if not reason:
                raise CommandError('Say why: --reason "…". It is kept in the log.')
            try:
                study = change_status(study, StudyEvent(act), actor=None, reason=reason)
            except DomainError as error:
                raise CommandError(str(error)) from None
        possible = ", ".join(events_from(StudyStatus(study.status)))
        self.stdout.write(f"{study} is {study.status}. Possible: {possible}.")
