"""How long the server works on each list page of a large study.

Measured inside one process, without the network: what a view, its queries and its template take.
"""

import os
import statistics
import sys
import time
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rich.console import Console
from rich.table import Table

from tests.crowd import fill
from tests.factories import make_study

PEOPLE = 2000
REPEATS = 9
AIM_MS = 200.0
LISTS = {
    "studies": "/studies/",
    "overview": "/studies/large/",
    "items": "/studies/large/items/",
    "templates": "/studies/large/templates/",
    "people": "/studies/large/people/",
    "people, by items done": "/studies/large/people/?sort=-items_done",
    "answers": "/studies/large/answers/",
    "answers, last page": "/studies/large/answers/?page=1360",
    "answers, searched": "/studies/large/answers/?q=P0042",
    "answers, by seconds": "/studies/large/answers/?sort=-rt_seconds&condition=AJ",
    "settings": "/studies/large/settings/",
    "members": "/studies/large/settings/members/",
    "log": "/studies/large/log/",
    "API: items": "/api/v1/studies/large/items",
    "API: participants": "/api/v1/studies/large/participants",
    "API: sessions": "/api/v1/studies/large/sessions",
    "API: answers": "/api/v1/studies/large/answers",
    "API: log": "/api/v1/studies/large/log",
    "admin: sessions": "/admin/annotation/participantsession/",
    "admin: presentations": "/admin/annotation/presentation/",
}


@dataclass(frozen=True)
class Visit:
    """What one page took."""

    status: int
    queries: int
    milliseconds: list[float]
    kilobytes: float


def main() -> int:
    """Fill the database, visit each page, print the table; 1 when a page fails."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("bench"))
    answers = _fill()
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
    title = f"{connection.vendor}: {PEOPLE} sessions, {answers} answers; load {loads}"
    table = Table(title=title, title_justify="left")
    table.add_column("list")
    for column in ("median ms", "slowest", "queries", "kB"):
        table.add_column(column, justify="right")
    visits = {name: _visit(client, address) for name, address in LISTS.items()}
    for name, visit in visits.items():
        middle = statistics.median(visit.milliseconds)
        mark = " [red]over[/]" if middle > AIM_MS else ""
        mark += "" if visit.status == 200 else f" [red]{visit.status}[/]"
        slowest = f"{max(visit.milliseconds):.0f}"
        table.add_row(
            name, f"{middle:.0f}{mark}", slowest, str(visit.queries), f"{visit.kilobytes:.0f}"
        )
    Console(highlight=False, width=None if sys.stdout.isatty() else 110).print(table)
    return int(any(visit.status != 200 for visit in visits.values()))


def _fill() -> int:
    """Make the large study; return how many answers it has."""
    bank, templates = {"items_per_category": 10}, {"items_per_category": 4}
    sessions = fill(make_study("large", bank=bank, templates=templates), PEOPLE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as databases do themselves, a minute after so many rows
    return sessions[0].presentations.count() * PEOPLE


def _visit(client: Client, address: str) -> Visit:
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        reply = client.get(address)
    asked = len(queries)  # the next request empties the log they are read from
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        client.get(address)
        times.append(1000 * (time.perf_counter() - start))
    return Visit(reply.status_code, asked, times, len(reply.content) / 1000)
