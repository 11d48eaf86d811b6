"""`kill -9` in the middle of a crowd: what was acknowledged is there, and everybody goes on."""

import json
import os
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psutil
import psycopg
import pytest
from django.conf import settings

from tests.config.processes import Up, until

pytestmark = pytest.mark.slow

PEOPLE = 6
BANK = settings.BASE_DIR / "study" / "demo" / "items.jsonl"
Row = tuple[bool | None, bool, int | None, int | None]


class Server:
    """`manage.py up` on a database of its own, with a study to walk through."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self.folder = folder
        self.database_url = database_url
        self.up = self._start(None)
        url = f"http://127.0.0.1:{self.up.port}"
        self.environment = {
            **os.environ,
            "DISCERN_VAR": str(folder / "var"),
            "DATABASE_URL": database_url,
            "DISCERN_BASE_URL": url,
        }
        self.record = folder / "acknowledged.jsonl"
        self.record.touch()

    def _start(self, port: int | None) -> Up:
        up = Up(self.folder / "var", port, DATABASE_URL=self.database_url)
        up.wait_for("Discern is ready")
        return up

    def start_again(self) -> None:
        """Start what was killed, on the same port and the same data."""
        self.up = self._start(self.up.port)

    def kill_web(self) -> None:
        self.up.child("uvicorn").kill()

    def kill_everything(self) -> None:
        tree = [*self.up.children(), psutil.Process(self.up.process.pid)]
        for process in tree:
            process.kill()
        psutil.wait_procs(tree, 10)
        self.up.process.wait(10)

    def make_study(self) -> None:
        """Run three commands in one process: each start of Python takes its time."""
        script = (
            "from django.core.management import call_command as call;"
            "call('create_study', 'crash');"
            f"call('import_items', 'crash', {str(BANK)!r});"
            f"call('generate_templates', 'crash', count={PEOPLE}, allow_shortfall=True)"
        )
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", script]
        subprocess.run(command, cwd=settings.BASE_DIR, env=self.environment, check=True)

    def simulate(self) -> "subprocess.Popen[str]":
        """Let the crowd walk; slowly enough to be interrupted."""
        options = f"--participants {PEOPLE} --as-real --think 0.1 --patience 120".split()
        command = [sys.executable, "manage.py", "simulate", "crash", *options]
        return subprocess.Popen(
            [*command, "--record", str(self.record)],
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def acknowledged(self) -> list[dict[str, Any]]:
        text = self.record.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def wait_for_answers(self, count: int) -> None:
        until(lambda: len(self.acknowledged()) >= count, f"{count} answers are acknowledged")

    def stored(self) -> dict[str, tuple[str, Row]]:
        """Return what the database holds, asked without the server."""
        query = (
            "SELECT public_id, state, verdict, timed_out, confidence, helpfulness "
            "FROM annotation_presentation"
        )
        if self.database_url.startswith("sqlite"):
            connection: Any = sqlite3.connect(self.folder / "var" / "discern.sqlite3")
        else:
            connection = psycopg.connect(self.database_url)
        try:
            rows = connection.execute(query).fetchall()
        finally:
            connection.close()
        return {str(uuid.UUID(str(row[0]))): (row[1], _row(row[2:])) for row in rows}


def _row(values: tuple[Any, ...]) -> Row:
    verdict, timed_out, confidence, helpfulness = values
    return None if verdict is None else bool(verdict), bool(timed_out), confidence, helpfulness


@pytest.fixture
def database_url(tmp_path: Path) -> Iterator[str]:
    """Return a database of its own, on PostgreSQL when the tests run there."""
    if not settings.DATABASE_URL.startswith("postgres"):
        yield f"sqlite:///{tmp_path / 'var' / 'discern.sqlite3'}"
        return
    name = f"discern_killed_{uuid.uuid4().hex[:12]}"
    parts = urlsplit(settings.DATABASE_URL)
    maintenance = urlunsplit(parts._replace(path="postgres"))  # as Django's own test databases
    with psycopg.connect(maintenance, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield urlunsplit(parts._replace(path=name))
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def server(installation: Path, database_url: str) -> Iterator[Server]:
    server = Server(installation.parent, database_url)
    try:
        server.make_study()
        yield server
    finally:
        server.up.__exit__()


def test_of_a_killed_web_process(server: Server) -> None:
    crowd = server.simulate()
    server.wait_for_answers(20)
    server.kill_web()
    server.wait_for_answers(len(server.acknowledged()) + 40)
    server.kill_web()

    assert_everything_is_there_and_everybody_arrives(server, crowd)


def test_of_a_whole_tree_that_was_killed(server: Server) -> None:
    crowd = server.simulate()
    server.wait_for_answers(30)
    server.kill_everything()

    assert_acknowledged_is_stored(server)
    server.start_again()

    assert_everything_is_there_and_everybody_arrives(server, crowd)


def assert_everything_is_there_and_everybody_arrives(
    server: Server, crowd: "subprocess.Popen[str]"
) -> None:
    said, _ = crowd.communicate(timeout=240)
    assert crowd.returncode == 0, said
    assert f"{PEOPLE} completed" in said
    assert "(tried again)" in said  # they did meet a server that was not there
    assert_acknowledged_is_stored(server)
    stored = server.stored()
    assert len(stored) == PEOPLE * 17
    assert {state for state, _ in stored.values()} == {"done"}
    assert {line["presentation"] for line in server.acknowledged()} == stored.keys()


def assert_acknowledged_is_stored(server: Server) -> None:
    stored = server.stored()
    for line in server.acknowledged():
        state, (verdict, timed_out, *ratings) = stored[line["presentation"]]
        assert (verdict, timed_out) == (line["verdict"], line["timed_out"])
        if line["confidence"] is not None:
            assert state == "done"
            assert ratings == [line["confidence"], line["helpfulness"]]
