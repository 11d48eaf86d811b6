"""Fresh temporary databases to measure on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psutil
import psycopg

POSTGRES = os.environ.get("DISCERN_BENCH_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")


@dataclass(frozen=True)
class Database:
    """A database and, where it has processes of its own, how to recognise them."""

    label: str
    url: str
    name: str = ""

    def cpu_seconds(self) -> float:
        """Return what its live backends have used; 0 for SQLite, which runs inside the server.

        Only on the same machine, and without what PostgreSQL's background writers do for it.
        """
        if not self.name:
            return 0.0
        used = 0.0
        for process in psutil.process_iter(["cmdline", "cpu_times"]):
            command, times = process.info["cmdline"], process.info["cpu_times"]
            if command and times and command[0].startswith("postgres:") and self.name in command[0]:
                used += times.user + times.system
        return used


@contextmanager
def sqlite(folder: Path) -> Iterator[Database]:
    """Yield a new file."""
    yield Database("SQLite", f"sqlite:///{folder / 'bench.sqlite3'}")


@contextmanager
def postgres() -> Iterator[Database]:
    """Yield a new database on the server, dropped afterwards.

    Raises
    ------
    psycopg.OperationalError
        No server answers.
    """
    name = f"discern_bench_{os.getpid()}"
    with psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield Database("PostgreSQL", urlunsplit(urlsplit(POSTGRES)._replace(path=name)), name)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
