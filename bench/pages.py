"""`python -m bench.pages`: how long the server works on each list page of a large study.

Measured inside one process, without the network: what a view, its queries and its template take.
`python -m bench` calls this for each database.
"""

import os
import statistics
import sys
import time

import django
from django.core.management import call_command
from rich.console import Console
from rich.table import Table

PEOPLE = 2000
REPEATS = 7
AIM_MS = 200.0
LISTS = {
    "studies": "/studies/",
    "overview": "/studies/bench/",
    "items": "/studies/bench/items/",
    "templates": "/studies/bench/templates/",
    "people": "/studies/bench/people/",
    "people, by items done": "/studies/bench/people/?sort=-items_done",
    "answers": "/studies/bench/answers/",
    "answers, last page": "/studies/bench/answers/?page=680",
    "answers, searched": "/studies/bench/answers/?q=P0042",
    "answers, by seconds": "/studies/bench/answers/?sort=-rt_seconds&condition=AJ",
    "log": "/studies/bench/log/",
    "members": "/studies/bench/settings/members/",
    "API: sessions": "/api/v1/studies/bench/sessions",
    "API: answers": "/api/v1/studies/bench/answers",
    "API: participants": "/api/v1/studies/bench/participants",
    "API: log": "/api/v1/studies/bench/log",
    "admin: answers": "/admin/annotation/presentation/",
    "admin: sessions": "/admin/annotation/participantsession/",
}


def main() -> int:
    """Fill the database, visit each page, print the table; 1 when a page fails."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    # models can be imported only from here on
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.crowd import fill
    from tests.factories import make_study

    paper = {"bank": {"items_per_category": 10}, "templates": {"items_per_category": 4}}
    study = make_study("bench", **paper)
    answers = sum(session.presentations.count() for session in fill(study, PEOPLE)[:1]) * PEOPLE
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("bench"))

    table = Table(
        title=f"{connection.vendor}: {PEOPLE} sessions, {answers} answers", title_justify="left"
    )
    table.add_column("list")
    for column in ("ms", "slowest", "queries", "kB"):
        table.add_column(column, justify="right")
    failed = 0
    for name, address in LISTS.items():
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            reply = client.get(address)
        failed += reply.status_code != 200
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            client.get(address)
            times.append(1000 * (time.perf_counter() - start))
        middle, size = statistics.median(times), len(reply.content) / 1000
        mark = "" if middle <= AIM_MS else " [red]over[/]"
        table.add_row(
            name, f"{middle:.0f}{mark}", f"{max(times):.0f}", str(len(queries)), f"{size:.0f}"
        )
    Console(highlight=False, width=None if sys.stdout.isatty() else 110).print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
