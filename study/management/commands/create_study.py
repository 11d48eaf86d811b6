"""`manage.py create_study`: a study, with the paper's design or with that of a file."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.text import slugify

from study.domain.design_toml import as_toml
from study.domain.lifecycle import StudyStatus
from study.domain.presets import PRESETS
from study.management.arguments import text
from study.management.command import BaseCommand
from study.management.designs import design_of
from study.management.output import until_nobody_reads
from study.services.studies import create_study

SLUG_LENGTH = 50


class Command(BaseCommand):
    help = "Create a study. Without a preset and a file it has the paper's design."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="short name, as used in addresses and commands")
        parser.add_argument(
            "--title", type=text, default="", help="default: made from the short name"
        )
        parser.add_argument(
            "--preset",
            choices=list(PRESETS),
            default="paper",
            help="the design to start from (default: the paper's)",
        )
        parser.add_argument(
            "--config", type=Path, metavar="FILE.toml", help="what differs from the preset"
        )
        parser.add_argument(
            "--draft", action="store_true", help="pilots only, until it is opened; default: open"
        )
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
        preset: str,
        config: Path | None,
        draft: bool,
        show_config: bool,
        **options: Any,
    ) -> None:
        design = PRESETS[preset].design
        if config is not None:
            design = design_of(config, self, "no study was created", design)
        if show_config:
            with until_nobody_reads():
                self.stdout.write(as_toml(design), ending="")
            return
        if not slug:
            raise CommandError("Give the study a short name: manage.py create_study SLUG")
        try:
            study = create_study(
                slug,
                title or slug.replace("-", " ").capitalize(),
                design,
                status=StudyStatus.DRAFT if draft else StudyStatus.OPEN,
            )
        except ValidationError as error:
            raise CommandError(_complaint(slug, error)) from None
        self.stdout.write(
            f"Study {study} with {design.shown_items} items a session is there; it is "
            f"{'a draft' if draft else 'open'}."
        )


def _complaint(slug: str, error: ValidationError) -> str:
    wrong = error.error_dict.get("slug", [])
    if any(each.code == "unique" for each in wrong):
        return (
            f"{slug} exists; change it with manage.py revise_study {slug} --config FILE, "
            "or choose another name."
        )
    if any(each.code == "reserved" for each in wrong):
        return f"{slug} is the name of a page; choose another."
    if wrong:
        example = slugify(slug)[:SLUG_LENGTH].strip("-_") or "my-study"
        return (
            f"{slug!r} is no short name: use at most {SLUG_LENGTH} letters, digits, - and _, "
            f"e.g. {example}"
        )
    return "; ".join(f"{field}: {' '.join(said)}" for field, said in error.message_dict.items())
