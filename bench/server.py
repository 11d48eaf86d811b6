"""The server that is measured: the web process of `manage.py up`, and nothing beside it."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import psutil

from annotation.simulation.crowd import Link
from bench.databases import Database
from config import embedded

ROOT = Path(__file__).parents[1]
START_SECONDS = 60.0

PREPARE = """
from django.core.management import call_command as call
call("migrate", verbosity=0)
call("collectstatic", interactive=False, verbosity=0)
call("create_study", "bench", "--config", {config!r})
call("import_items", "bench", "study/demo/items.jsonl")
call("generate_templates", "bench", count={people})
"""


class Server:
    """A running server with a study that so many people can take part in."""

    def __init__(self, folder: Path, database: Database, people: int) -> None:
        self.database = database
        self._folder = folder
        with socket.socket() as trial:
            trial.bind(("127.0.0.1", 0))
            self._port = int(trial.getsockname()[1])
        self._environment = {
            **os.environ,
            "DISCERN_VAR": str(folder),
            "DATABASE_URL": database.url,
            "DISCERN_BASE_URL": f"http://127.0.0.1:{self._port}",
            "DISCERN_LOG_LEVEL": "WARNING",
        }
        self.links = self._prepare(people)
        self._log = (folder / "web.log").open("wb")
        self._process = subprocess.Popen(
            embedded.web("127.0.0.1", self._port).command,
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> Self:
        answers = embedded.answers("127.0.0.1", self._port)
        give_up = time.monotonic() + START_SECONDS
        while not answers():
            if self._process.poll() is not None or time.monotonic() > give_up:
                self.__exit__()
                raise RuntimeError(f"The server did not start:\n{self.last_words()}")
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        finally:
            self._process.kill()
            self._log.close()

    def cpu_seconds(self) -> float:
        """Return the user and system time of the web process and its children."""
        web = psutil.Process(self._process.pid)
        times = [process.cpu_times() for process in (web, *web.children(recursive=True))]
        return sum(used.user + used.system for used in times)

    def last_words(self) -> str:
        """Return the end of the server's log."""
        return (self._folder / "web.log").read_text(errors="replace")[-2000:]

    def _prepare(self, people: int) -> list[Link]:
        config = self._folder / "bench.toml"
        config.write_text("[practice]\nitems = 0\n")  # what is measured begins with the items
        script = PREPARE.format(config=str(config), people=people)
        self._manage("shell", "-v", "0", "-c", script)
        invited = self._manage("invite", "bench", "--count", str(people))
        return [Link(*line.split("\t")) for line in invited.splitlines()]

    def _manage(self, *args: str) -> str:
        command = [sys.executable, "manage.py", *args]
        done = subprocess.run(
            command, cwd=ROOT, env=self._environment, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{args[0]} failed:\n{done.stdout}{done.stderr}")
        return done.stdout
