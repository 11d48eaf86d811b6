"""`manage.py generate_templates`: add session templates to a study."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.selectors import coverage
from study.domain.errors import DomainError
from study.domain.vocabulary import Condition, ItemKind
from study.management.arguments import positive
from study.models import Study
from study.services.templates import generate_templates


class Command(BaseCommand):
    help = "Add session templates, compensating what is short of judgments (K.5)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("--count", type=positive, required=True, metavar="N")
        parser.add_argument("--seed", type=int, default=1, help="default: 1")

    def handle(self, *args: Any, slug: str, count: int, seed: int, **options: Any) -> None:
        study = Study.objects.filter(slug=slug).first()
        if study is None:
            raise CommandError(f"There is no study {slug!r}.")
        try:
            made = generate_templates(study, coverage(study), count, seed)
        except DomainError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(" ".join(template.label for template in made))
        counts = coverage(study)
        main = study.items.filter(kind=ItemKind.MAIN, retired_at=None)
        codes = list(main.values_list("code", flat=True))
        for condition in Condition:
            times = [counts[code, condition] for code in codes]
            self.stdout.write(
                f"{condition}: each item {min(times)} to {max(times)} times, "
                "collected or on its way"
            )
