"""`manage.py coverage`: how often each item is judged, and what the templates guarantee."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from annotation.management.coverage_lines import certificate_lines
from annotation.selectors import CoverageReport, coverage_report
from study.domain.vocabulary import Condition
from study.management.arguments import find_study
from study.management.command import BaseCommand


class Command(BaseCommand):
    help = "Show how often each item is judged in each condition, against the target (K.5.3)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        report = coverage_report(find_study(slug))
        if options["json"]:
            self.stdout.write(json.dumps(report.as_dict(), ensure_ascii=False, indent=2))
            return
        if not report.items:
            self.stdout.write("There are no main items yet.")
            return
        self.stdout.write("\n".join(table(report)))
        self.stdout.write("\n".join(certificate_lines(report.certificate)))


def table(report: CoverageReport) -> Iterator[str]:
    """Yield one line per item: planned, running, collected, shortfall in each condition."""
    width = max(len("item"), *(len(each.item.code) for each in report.items))
    heads = " | ".join(f"{condition}: plan run done short" for condition in Condition)
    yield f"{'item':<{width}}  {heads}"
    for each in report.items:
        cells = []
        for condition, tally in each.tallies.items():
            short = tally.shortfall(report.target[condition])
            cells.append(
                f"    {tally.planned:>4} {tally.running:>3} {tally.collected:>4} {short:>5}"
            )
        yield f"{each.item.code:<{width}}  {' | '.join(cells)}"
