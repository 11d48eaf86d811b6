"""`manage.py create_study`: a study, with the paper's design or with that of a file."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from study.domain.design import StudyDesign
from study.domain.design_toml import as_toml
from study.management.arguments import text
from study.management.designs import design_of
from study.management.output import until_nobody_reads
from study.services.studies import create_study


class Command(BaseCommand):
    help = "Create a study. Without a file it has the paper's design."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="short name, as used in addresses and commands")
        parser.add_argument(
            "--title", type=text, default="", help="default: made from the short name"
        )
        parser.add_argument("--config", type=Path, metavar="FILE.toml")
        parser.add_argument(
            "--show-config",
            action="store_true",
            help="print the whole configuration (default, or that of FILE) and create nothing",
        )

    def handle(
        self,
        *args: Any,
        slug: str | None,
        title: str,
        config: Path | None,
        show_config: bool,
        **options: Any,
    ) -> None:
        design = StudyDesign()
        if config is not None:
            design = design_of(config, self, "no study was created", design)
        if show_config:
            with until_nobody_reads():
                self.stdout.write(as_toml(design), ending="")
            return
        if not slug:
            raise CommandError("Give the study a short name: manage.py create_study SLUG")
        try:
            study = create_study(slug, title or slug.replace("-", " ").capitalize(), design)
        except ValidationError as error:
            raise CommandError(f"{slug!r}: " + " ".join(error.messages)) from None
        self.stdout.write(f"Study {study} with {design.shown_items} items a session is there.")
