"""`manage.py simulate`: people who are not there, through the interface that is."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import httpx2
from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from annotation.simulation import guests, progress
from annotation.simulation.answer_key import no_key, read_key
from annotation.simulation.crowd import Crowd, Link, Pace
from annotation.simulation.summary import summary
from annotation.simulation.walker import Answer, End, Key
from study.management.arguments import not_negative, positive
from study.management.command import BaseCommand
from study.models import Study
from study.selectors import free_templates


class Command(BaseCommand):
    help = "Let simulated people take part in a study, over HTTP; the server must be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        parser.add_argument("--participants", type=positive, metavar="N")
        parser.add_argument("--seed", type=int, default=1, help="of every decision (default: 1)")
        parser.add_argument(
            "--think",
            type=not_negative,
            default=0.0,
            metavar="SECONDS",
            help="mean think time per stage of an item, spread like people's response times; "
            "0 (default) is as fast as possible, the paper's participants took about 86 to judge",
        )
        parser.add_argument("--base-url", metavar="URL", help=f"default: {settings.BASE_URL}")
        parser.add_argument(
            "--links",
            type=Path,
            metavar="FILE",
            help="walk these (as `invite` prints them) instead of inviting N people",
        )
        parser.add_argument(
            "--as-real",
            action="store_true",
            help="invite ordinary participants, whose answers count like anybody's; without it "
            "they are pilots, which count nowhere and give their templates back",
        )
        parser.add_argument("--concurrency", type=positive, default=100, metavar="K")
        parser.add_argument(
            "--patience",
            type=not_negative,
            default=30.0,
            metavar="SECONDS",
            help="give up after so long without any answer (default: 30)",
        )
        parser.add_argument("--no-key", action="store_true", help="judge without the answer key")
        parser.add_argument(
            "--record",
            type=Path,
            metavar="FILE",
            help="append each acknowledged answer as a JSON line, to compare with the database",
        )

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        study = Study.objects.filter(slug=slug).first()
        crowd = Crowd(self.links(study, slug, options))
        key = no_key if options["no_key"] or study is None else read_key(study)
        pace = Pace(options["concurrency"], options["think"], options["patience"])
        started = time.monotonic()
        pilots_of = study if options["links"] is None and not options["as_real"] else None
        with recorder(options["record"]) as record, rehearsal(pilots_of, crowd, self.stdout.write):
            asyncio.run(self.walk(crowd, options["seed"], pace, key, record))
            for line in summary(crowd, key, time.monotonic() - started):
                self.stdout.write(line)
        if crowd.ended(End.FAILED):
            sys.exit(1)

    async def walk(
        self, crowd: Crowd, seed: int, pace: Pace, key: Key, record: Callable[[Answer], None]
    ) -> None:
        """Let the crowd walk, and report meanwhile."""
        reporting = asyncio.create_task(progress.watch(crowd, sys.stdout))
        try:
            await crowd.walk(seed, pace, key, record)
        finally:
            reporting.cancel()
            await asyncio.gather(reporting, return_exceptions=True)

    def links(self, study: Study | None, slug: str, options: dict[str, Any]) -> list[Link]:
        """Return who walks; without a file they are invited, once the server has answered."""
        count, base_url, file = options["participants"], options["base_url"], options["links"]
        if file is not None:
            found = self.from_file(file, base_url, count)
            require_server(found[0].url)
            return found
        if count is None:
            raise CommandError("Say how many: --participants N, or --links FILE.")
        if study is None:
            raise CommandError(f"There is no study {slug!r} here.")
        base_url = base_url or settings.BASE_URL
        require_server(base_url)
        free = free_templates(study)
        if free < count:
            self.stdout.write(
                f"{free} session templates are free for {count} people; the others will meet "
                f'"full". More: manage.py generate_templates {slug} --count {count - free}'
            )
        return guests.invite_guests(study, count, base_url, is_test=not options["as_real"])

    def from_file(self, file: Path, base_url: str | None, count: int | None) -> list[Link]:
        """Return the first links of a file."""
        try:
            found = list(islice(guests.read_links(file, base_url), count))
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from None
        if not found:
            raise CommandError(f"There is no link in {file}.")
        return found


def require_server(url: str) -> None:
    """Ask whether anybody is there; any answer will do."""
    try:
        httpx2.get(httpx2.URL(url).join("/healthz"), timeout=10, trust_env=False)
    except (httpx2.TransportError, httpx2.InvalidURL) as error:
        raise CommandError(
            f"No server answers at {url} ({str(error) or type(error).__name__}). "
            "Start one with `manage.py up`, or say where it is: --base-url URL"
        ) from None


@contextmanager
def rehearsal(study: Study | None, crowd: Crowd, say: Callable[[str], object]) -> Iterator[None]:
    """Give back, however it ends, the templates that a study's simulated pilots took."""
    try:
        yield
    finally:
        if study is not None:
            count = guests.release_pilots(study, crowd.links, timezone.now())
            say(
                f"pilots        these count nowhere, and gave {count} templates back "
                "(--as-real: ordinary participants)"
            )


@contextmanager
def recorder(file: Path | None) -> Iterator[Callable[[Answer], None]]:
    """Yield what to do with each acknowledged answer."""
    if file is None:
        yield lambda answer: None
        return
    with file.open("a", encoding="utf-8", buffering=1) as lines:
        kept = "participant", "presentation", "index", "verdict", "timed_out"
        names = (*kept, "confidence", "helpfulness")

        def record(answer: Answer) -> None:
            lines.write(json.dumps({name: getattr(answer, name) for name in names}) + "\n")

        yield record
