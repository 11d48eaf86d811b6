"""`manage.py generate_templates`: add session templates to a study."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.selectors import coverage
from study.domain.coverage import summarise
from study.domain.errors import DomainError
from study.management.arguments import find_study, positive, seed_number
from study.management.command import BaseCommand
from study.models import Study
from study.selectors import current_version, main_items
from study.services.templates import generate_templates


class Command(BaseCommand):
    help = "Add session templates, compensating what is short of judgments (K.5)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("--count", type=positive, required=True, metavar="N")
        parser.add_argument(
            "--seed", type=seed_number, help="default: the number of the first new template"
        )

    def handle(self, *args: Any, slug: str, count: int, seed: int | None, **options: Any) -> None:
        study = find_study(slug)
        try:
            made = generate_templates(study, coverage(study), count, seed)
        except DomainError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{' '.join(template.label for template in made)} (seed {made[0].seed})")
        self.report(study)

    def report(self, study: Study) -> None:
        """Say how often each item will be judged, and what is missing to the target."""
        design = current_version(study).design
        summary = summarise(main_items(study), design, coverage(study))
        for condition, times in summary.ranges.items():
            self.stdout.write(
                f"{condition}: each item {times.least} to {times.most} times, "
                "collected or on its way"
            )
        if summary.lacking:
            self.stdout.write(
                f"warning: some items stay below {summary.target} times in a "
                f"condition (templates.coverage_target). It takes at least {summary.lacking} more: "
                f"manage.py generate_templates {study} --count {summary.lacking}"
            )
