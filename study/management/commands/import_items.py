"""Import a file of items into a study."""

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from study.domain.errors import InvalidImport, Problem
from study.domain.vocabulary import ItemKind
from study.management.arguments import find_study
from study.management.command import BaseCommand
from study.models import Study
from study.selectors import current_version
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
            self.stdout.write(bank_in_use(study))


def bank_in_use(study: Study) -> str:
    """Return the items a study has in use, against what its design asks for."""
    design = current_version(study).design
    counts = Counter(
        study.items.filter(retired_at=None).values_list("kind", "category").order_by("pk")
    )
    asked = [
        (category, counts[ItemKind.MAIN.value, category], design.bank.items_per_category)
        for category in design.bank.categories
    ]
    checks = sum(number for (kind, _), number in counts.items() if kind == ItemKind.ATTENTION_CHECK)
    practice = counts[ItemKind.PRACTICE.value, ""]
    asked.append(("attention checks", checks, design.templates.attention_checks))
    asked.append(("practice", practice, design.practice.items))
    return "In use, of those the design asks for: " + ", ".join(
        f"{what} {there} of {wanted}" for what, there, wanted in asked
    )


def _line(problem: Problem) -> str:
    """Return a problem as one line that any terminal takes; row 0 is the whole file."""
    text = str(problem)
    return text.replace("\n", "⏎").encode(errors="replace").decode()
