"""Start `manage.py up` as an operator would, on a folder and a port of its own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Self

import psutil
from django.conf import settings

PATIENCE_SECONDS = 90  # what takes three seconds takes twenty on a busy machine


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.05)


def gone(process: psutil.Process) -> bool:
    """Tell whether it has ended; an unreaped corpse (a container's init) has."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def living(var: Path) -> list[psutil.Process]:
    """Return every process that was told to use the folder, whoever its parent is now."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("DISCERN_VAR") == str(var) and not gone(process):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def install(var: Path) -> None:
    """Let `manage.py up` make everything there from nothing, and stop it."""
    with Up(var) as up:
        up.wait_for("Discern is ready")
    assert up.process.returncode == 0, up.output


def copy_of(installed: Path, var: Path) -> Path:
    """Return a new folder with what takes the time: a migrated database and the static files.

    Its key, its lock and its broker are its own.
    """
    shutil.copytree(installed / "static", var / "static", copy_function=os.link)
    for file in installed.glob("discern.sqlite3*"):
        shutil.copy2(file, var)
    return var


class Up:
    """`manage.py up` with `DISCERN_VAR`, its output in a file beside that folder."""

    def __init__(self, var: Path, port: int | None = None, **variables: str) -> None:
        self.var = var
        self.port = port or free_port()
        self._log = var.with_name(f"{var.name}-{self.port}.log")
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "REDIS_URL", "PORT"} and not name.startswith("DISCERN_")
        }
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=settings.BASE_DIR,
                env={**inherited, "DISCERN_VAR": str(var), "PORT": str(self.port), **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        finally:
            self.process.kill()

    @property
    def output(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def ended(self) -> int:
        return self.process.wait(PATIENCE_SECONDS)

    def wait_for(self, text: str) -> None:
        until(lambda: text in self.output or self.process.poll() is not None, f"{text!r} is said")
        assert text in self.output, self.output

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as page:
                return bool(page.status == 200)
        except OSError:
            return False

    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, word: str) -> psutil.Process:
        """Return the one child whose command line has the word."""
        return next(child for child in self.children() if word in " ".join(child.cmdline()))
