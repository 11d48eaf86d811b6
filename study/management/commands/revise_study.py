"""`manage.py revise_study`: another design for a study that is there."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from study.domain.design_diff import differences
from study.domain.design_toml import as_toml
from study.management.arguments import find_study
from study.management.command import BaseCommand
from study.management.designs import design_of
from study.management.output import until_nobody_reads
from study.selectors import current_version, free_templates
from study.services.studies import revise_design


class Command(BaseCommand):
    help = (
        "Change a study's design. Settings the file does not name stay as they are; who has begun "
        "goes on under the version they began on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--config", type=Path, metavar="FILE.toml")
        what.add_argument(
            "--show-config", action="store_true", help="print the present design, to be changed"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would differ and write nothing"
        )

    def handle(
        self, *args: Any, slug: str, config: Path | None, dry_run: bool, **options: Any
    ) -> None:
        study = find_study(slug)
        before = current_version(study)
        if config is None:
            with until_nobody_reads():
                self.stdout.write(as_toml(before.design), ending="")
            return
        design = design_of(config, self, "nothing was changed", before.design)
        for each in differences(before.design, design):
            old, new = _short(each.before), _short(each.after)
            self.stdout.write(f"{each.section}.{each.key}: {old} → {new}")
        if design == before.design:
            self.stdout.write(f"Nothing differs: {study} stays at version {before.number}.")
        elif dry_run:
            self.stdout.write("Nothing was changed (--dry-run).")
        else:
            held = free_templates(study)
            version = revise_design(study, design, instead_of=before.design)
            self.stdout.write(f"{study} has version {version.number} of its design now.")
            if design.layout_hash != before.design.layout_hash:
                self.stdout.write(
                    f"The layout of sessions differs: {held} free templates are of the old one and "
                    f"not handed out any more. Others: manage.py generate_templates {study}"
                )


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}…"
