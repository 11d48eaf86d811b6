"""Import a file of items into a study."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from study.domain.errors import InvalidImport, Problem
from study.domain.vocabulary import ItemKind
from study.management.arguments import find_study
from study.management.command import BaseCommand
from study.models import Study
from study.selectors import BankCount, bank_in_use
from study.services.items import ImportResult, check_items, import_items, warnings_of


class Command(BaseCommand):
    help = (
        "Import items from a JSONL or CSV file: all of them, or none and every problem with "
        "its row and field."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("file", type=Path, help=".jsonl (one object a line) or .csv, UTF-8")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would happen and write nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["slug"])
        act = check_items if options["dry_run"] else import_items
        try:
            result = act(study, options["file"])
        except InvalidImport as trouble:
            lines = [
                *map(_line, trouble.problems),
                *(f"warning: {_line(warning)}" for warning in warnings_of(options["file"])),
                f"Nothing was imported into {study.slug}.",
            ]
            raise CommandError("\n".join(lines)) from trouble
        self._report(result, "Would import" if options["dry_run"] else "Imported", study)

    def _report(self, result: ImportResult, verb: str, study: Study) -> None:
        for warning in result.warnings:
            self.stdout.write(f"warning: {_line(warning)}")
        self.stdout.write(
            f"{verb} into {study.slug}: {len(result.created)} created, "
            f"{len(result.changed)} changed, {len(result.unchanged)} unchanged."
        )
        if verb == "Imported":
            self.stdout.write(bank_line(study))


def bank_line(study: Study) -> str:
    """Return the items a study has in use, against what its design asks for."""
    asked = [
        f"{_name(count)} {count.in_use} of {count.asked}"
        for count in bank_in_use(study)
        if count.asked is not None
    ]
    return "In use, of those the design asks for: " + ", ".join(asked)


def _name(count: BankCount) -> str:
    if count.kind is ItemKind.MAIN:
        return count.category
    return "attention checks" if count.kind is ItemKind.ATTENTION_CHECK else count.kind.value


def _line(problem: Problem) -> str:
    """Return a problem as one line that any terminal takes; row 0 is the whole file."""
    text = str(problem)
    return text.replace("\n", "⏎").encode(errors="replace").decode()
