"""`manage.py export SLUG --table item_responses --format csv`."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import CommandError

from analysis.exports import TABLES, Table, not_included
from analysis.writers import write_csv, write_jsonl
from study.management.arguments import find_study
from study.management.command import BaseCommand
from study.management.output import until_nobody_reads
from study.models import Study


class Command(BaseCommand):
    help = "Write one of a study's tables to standard output, or to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--table", choices=TABLES, default="item_responses")
        parser.add_argument("--format", choices=["csv", "jsonl"], default="csv")
        parser.add_argument("--out", type=Path, help="a file instead of standard output")
        parser.add_argument(
            "--all",
            action="store_true",
            help="also what is not completed or does not count",
        )
        parser.add_argument(
            "--spreadsheet", action="store_true", help="guard against formulas in cells"
        )

    def handle(self, *args: Any, slug: str, out: Path | None, **options: Any) -> None:
        study = find_study(slug)
        table = TABLES[options["table"]]
        if out is None:
            with until_nobody_reads():
                self.summary(study, _write(sys.stdout, table, study, options), options)
            return
        try:
            with out.open("w", encoding="utf-8", newline="") as file:
                rows = _write(file, table, study, options)
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}.") from None
        self.summary(study, rows, options)

    def summary(self, study: Study, rows: int, options: dict[str, Any]) -> None:
        """Say how much there was, apart from the output."""
        self.stderr.write(_summary(study, rows, everything=options["all"]))


def _write(output: TextIO, table: Table, study: Study, options: dict[str, Any]) -> int:
    records = table.records(study, everything=options["all"])
    if options["format"] == "jsonl":
        return write_jsonl(output, table.header, records)
    return write_csv(output, table.header, records, guard=options["spreadsheet"])


def _summary(study: Study, rows: int, *, everything: bool) -> str:
    left_out = {} if everything else not_included(study)
    text = f"{rows} rows."
    if left_out:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(left_out.items()))
        text += f" Sessions with answers left out: {reasons}; --all includes them."
    return text
