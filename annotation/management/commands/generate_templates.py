"""`manage.py generate_templates`: add session templates to a study."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management.coverage_lines import certificate_lines
from annotation.selectors import coverage_report
from annotation.services.batches import look_ahead, make_batch
from study.domain.errors import DomainError
from study.management.arguments import find_study, positive, seed_number
from study.management.command import BaseCommand
from study.models import Study

AUTO = "auto"


def count_or_auto(given: str) -> int | None:
    """Read a number of templates; None for `auto`."""
    try:
        return None if given == AUTO else positive(given)
    except ArgumentTypeError:
        raise ArgumentTypeError(f"{given!r} is neither a whole number from 1 nor {AUTO}") from None


class Command(BaseCommand):
    help = "Add session templates, compensating what is short of judgments (K.5)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument(
            "--count",
            type=count_or_auto,
            required=True,
            metavar=f"N|{AUTO}",
            help=f"how many; {AUTO}: as few as cover everything that is short of the target",
        )
        parser.add_argument(
            "--seed", type=seed_number, help="default: the number of the first new template"
        )
        parser.add_argument(
            "--allow-shortfall",
            action="store_true",
            help="make them although some items stay below the target; more follow later",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="show what they would guarantee, store nothing"
        )

    def handle(
        self,
        *args: Any,
        slug: str,
        count: int | None,
        seed: int | None,
        allow_shortfall: bool,
        dry_run: bool,
        **options: Any,
    ) -> None:
        study = find_study(slug)
        try:
            if dry_run:
                self.look(study, count, seed)
            else:
                self.make(study, count, seed, allow_shortfall=allow_shortfall)
        except DomainError as error:
            raise CommandError(str(error)) from None

    def look(self, study: Study, count: int | None, seed: int | None) -> None:
        """Say what would be made."""
        batch = look_ahead(study, count, seed)
        if not batch.plan.templates:
            self.nothing_missing()
            return
        last = batch.first + len(batch.plan.templates) - 1
        self.stdout.write(f"T{batch.first} to T{last} would be made (seed {batch.seed})")
        self.stdout.write("\n".join(certificate_lines(batch.plan.certificate)))

    def make(
        self, study: Study, count: int | None, seed: int | None, *, allow_shortfall: bool
    ) -> None:
        """Make them, and say what they add up to."""
        made = make_batch(study, count, seed, allow_shortfall=allow_shortfall)
        if not made:
            self.nothing_missing()
            return
        self.stdout.write(f"{' '.join(template.label for template in made)} (seed {made[0].seed})")
        self.stdout.write("\n".join(certificate_lines(coverage_report(study).certificate)))

    def nothing_missing(self) -> None:
        """Say that every item reaches its target."""
        self.stdout.write("Nothing is missing: every item reaches its target with what there is.")
