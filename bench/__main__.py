"""`python -m bench`: measure, print a table."""

import argparse
import asyncio
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table

from annotation.simulation.connection import percentile
from bench import databases, scheduling
from bench.databases import Database
from bench.load import Level, Result, run
from bench.server import Server

WARM_UP = Level(2, 1, 5)
LEVELS = (Level(1, 4, 17), Level(20, 1, 17), Level(100, 1, 8), Level(300, 1, 3))
QUICK_LEVELS = (Level(1, 1, 17), Level(20, 1, 5), Level(100, 1, 2), Level(300, 1, 1))
DRAWING = {"repeats": 5, "patience_seconds": 60}
QUICK_DRAWING = {"repeats": 1, "patience_seconds": 10}
MESSAGES = ("next", "draft", "stage1", "draft2", "stage2")
AIM_MS = 4.0
console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)


def main() -> int:
    """Measure on each database, then the drawing of templates; 1 when the server made an error."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a third of the work")
    parser.add_argument("--only", choices=["sqlite", "postgres", "templates"], help="one part")
    options = parser.parse_args()
    levels = QUICK_LEVELS if options.quick else LEVELS
    console.print(
        f"{platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}; "
        "the load client runs on the same cores, so times include waiting for it.\n"
        "Server CPU is user + system time of the web process over all its requests."
    )
    failed = 0
    with tempfile.TemporaryDirectory(prefix="discern-bench-") as folder:
        for name, source in _databases(Path(folder), options.only):
            try:
                with source as database:
                    failed += _measure(database, Path(folder) / name, levels)
            except psycopg.OperationalError as error:
                console.print(f"\nNot measured: PostgreSQL ({str(error).splitlines()[0]})")
    if options.only in (None, "templates"):
        scheduling.measure(console, **(QUICK_DRAWING if options.quick else DRAWING))
    return 1 if failed else 0


def _databases(
    folder: Path, only: str | None
) -> Iterator[tuple[str, AbstractContextManager[Database]]]:
    if only in (None, "sqlite"):
        yield "sqlite", databases.sqlite(folder)
    if only in (None, "postgres"):
        yield "postgres", databases.postgres()


def _measure(database: Database, folder: Path, levels: tuple[Level, ...]) -> int:
    """Print the table of one database and return how many server errors there were."""
    folder.mkdir()
    plan = (WARM_UP, *levels)
    console.print(f"\n[bold]{database.label}[/]  load before: {_load()}")
    with Server(folder, database, sum(level.people for level in plan)) as server:
        links = iter(server.links)
        results = []
        for level in plan:
            guests = [next(links) for _ in range(level.people)]
            results.append(asyncio.run(run(server, level, guests)))
        for result in results[1:]:
            _print(result, database)
        errors = sum(result.server_errors for result in results)
        if errors:
            console.print(f"The server's last words:\n{server.last_words()}", markup=False)
        errors += _measure_pages(database, folder)
    console.print(f"load after: {_load()}")
    return errors


def _measure_pages(database: Database, folder: Path) -> int:
    """Print how long the list pages of a large study take; 1 when one fails."""
    where = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database.url,
        "DISCERN_VAR": str(folder),
        "DISCERN_LOG_LEVEL": "ERROR",
    }
    code = "import django; django.setup(); from bench.pages import main; raise SystemExit(main())"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env={**os.environ, **where}, check=False).returncode


def _print(result: Result, database: Database) -> None:
    count = result.requests
    table = Table(
        title=f"{database.label}, {result.level.concurrency} at once", title_justify="left"
    )
    table.add_column("message")
    for column in ("requests", "requests/s", "p50 ms", "p95 ms"):
        table.add_column(column, justify="right")
    every = [value for values in result.latencies.values() for value in values]
    for message, values in (*((m, result.latencies.get(m, [])) for m in MESSAGES), ("all", every)):
        spread = (f"{1000 * percentile(values, share):.1f}" for share in (0.5, 0.95))
        rate = f"{len(values) / result.seconds:.0f}"
        table.add_row(message, str(len(values)), rate, *spread, end_section=message == "stage2")
    console.print(table)
    cpu = 1000 * result.server_cpu / count
    verdict = "[green]met[/]" if cpu <= AIM_MS else "[red]missed[/]"
    words = [f"server CPU {cpu:.2f} ms/request (aim {AIM_MS:g}: {verdict})"]
    if database.name:
        words.append(f"PostgreSQL's backends {1000 * result.database_cpu / count:.2f}")
    words.append(f"load client {1000 * result.client_cpu / count:.2f}")
    others = sum(result.errors.values()) - result.server_errors
    words.append(f"5xx: {result.server_errors}" + (f", other errors: {others}" if others else ""))
    console.print(" · ".join(words) + "\n")


def _load() -> str:
    return " ".join(f"{load:.1f}" for load in os.getloadavg())


if __name__ == "__main__":
    sys.exit(main())
