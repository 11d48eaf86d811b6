"""`manage.py retire_items`: take items out of use, or bring them back."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from study.domain.errors import DomainError
from study.management.arguments import find_study, text
from study.management.command import BaseCommand
from study.models import Item
from study.services.retiring import TemplatesInTheWay, restore_items, retire_items


class Command(BaseCommand):
    help = (
        "Take items out of use: new templates are made without them; answers and sessions under "
        "way stay as they are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("codes", nargs="+", type=text, metavar="CODE")
        parser.add_argument("--reason", type=text, required=True, help="kept in the log")
        parser.add_argument(
            "--discard-templates",
            action="store_true",
            help="delete the templates with these items that nobody has got yet",
        )
        parser.add_argument("--undo", action="store_true", help="bring them back into use")

    def handle(
        self, *args: Any, slug: str, codes: list[str], reason: str, undo: bool, **options: Any
    ) -> None:
        study = find_study(slug)
        try:
            if undo:
                self.report("Back in use", restore_items(study, codes, reason))
            else:
                discard = options["discard_templates"]
                self.report(
                    "Retired", retire_items(study, codes, reason, discard_templates=discard)
                )
        except TemplatesInTheWay as error:
            hint = "Do that with --discard-templates, then manage.py generate_templates."
            raise CommandError(f"{error} {hint}") from None
        except DomainError as error:
            raise CommandError(str(error)) from None

    def report(self, done: str, items: list[Item]) -> None:
        """Say which items changed; the others were so before."""
        codes = ", ".join(item.code for item in items)
        self.stdout.write(f"{done}: {codes}." if codes else "That was so before; nothing changed.")
