"""The parts of `manage.py up`: where it may run, what it prepares, and which programs it starts."""

import errno
import http.client
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config.supervisor import Program

PYTHON = sys.executable
CELERY = (PYTHON, "-m", "celery", "-A", "config", "--quiet")
LOCK_PATIENCE_SECONDS = 3.0  # the children of a supervisor killed a moment ago are still ending

# gossip and mingle are talk among several workers; here they would only delay the start
WORKER = ("--pool", "threads", "--concurrency", "4", "--without-gossip", "--without-mingle")
BACKGROUND = (
    Program("worker", (*CELERY, "worker", *WORKER, "--loglevel", "WARNING")),
    Program("beat", (*CELERY, "beat", "--loglevel", "WARNING")),
    Program("sweeper", (PYTHON, "manage.py", "sweep")),
)


class Refusal(Exception):
    """Why Discern cannot start here, in one line that says what to do."""


def web(host: str, port: int) -> Program:
    """Return the web server: one process, whose synchronous views run in threads.

    No access log, and nothing below a warning: uvicorn reports the path of each WebSocket as
    information, and a participant's link is a key. What it does say goes through `LOGGING`.
    """
    listen = ("--host", host, "--port", str(port), "--lifespan", "off")
    discreet = ("--no-access-log", "--log-level", "warning")
    # X-Forwarded-* is believed from a proxy on this machine, or from FORWARDED_ALLOW_IPS
    proxied = ("--proxy-headers", "--timeout-graceful-shutdown", "5")
    server = (PYTHON, "-m", "uvicorn", "config.asgi:application")
    return Program("web", (*server, *listen, *discreet, *proxied))


def demo(base_url: str) -> tuple[str, ...]:
    """Return the command that makes the demo studies and prints how to get in."""
    return (PYTHON, "manage.py", "seed_demo", "--base-url", base_url)


def base_url(host: str, port: int) -> str:
    """Return the address people use: the one the operator set, else where we listen."""
    return os.environ.get("DISCERN_BASE_URL") or f"http://{_bracketed(_reachable(host))}:{port}"


@contextmanager
def claim(lock: Path, owner: str) -> Iterator[int]:
    """Hold a folder's lock, and yield its file descriptor.

    Raises
    ------
    Refusal
        Another `up` holds it; two would share a database file, a schedule and a broker's port.
    """
    import fcntl  # absent on Windows, where `up` refuses before it comes here

    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+", encoding="utf-8") as file:
        until = monotonic() + LOCK_PATIENCE_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if monotonic() > until:
                    raise Refusal(_running_already(lock)) from None
                sleep(0.1)
        file.truncate(0)
        file.write(owner)
        file.flush()
        yield file.fileno()


def _running_already(lock: Path) -> str:
    owner = lock.read_text(encoding="utf-8")
    return (
        f"Discern already runs in {lock.parent} ({owner}). "
        "Stop it first, or give this one a folder of its own: DISCERN_VAR=/some/folder"
    )


def refuse_taken_port(host: str, port: int) -> None:
    """Try the address before anything is started.

    Raises
    ------
    Refusal
        The web server could not listen there.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Refusal(
                f"Port {port} on {host} is in use. "
                f"Stop what uses it, or choose another: PORT={port % 65535 + 1} make demo"
            ) from None
        raise Refusal(f"Cannot listen on port {port} of {host}: {error.strerror}.") from None


def require_database() -> None:
    """Ask once whether PostgreSQL lets us in; the pool would ask for 20 s and say so each time.

    Raises
    ------
    Refusal
        It does not, or it has no such database.
    """
    if connection.vendor != "postgresql":
        return
    import psycopg  # on SQLite it would only delay every start

    parameters = {"connect_timeout": 10, **connection.get_connection_params()}
    try:
        psycopg.connect(**parameters).close()
    except psycopg.OperationalError as error:
        raise _silent(error) from None


def _silent(error: Exception) -> Refusal:
    reason = str(error).strip().splitlines()[0]
    return Refusal(
        f"The database {connection.settings_dict['NAME']} does not answer: {reason} "
        "(DATABASE_URL says which it is)"
    )


def migrate() -> None:
    """Bring the database up to date; a plan without steps costs a tenth of `migrate`.

    Raises
    ------
    Refusal
        The database does not answer.
    """
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise _silent(error) from None
    finally:
        connection.close()
        if close_pool := getattr(connection, "close_pool", None):
            close_pool()  # on PostgreSQL; we only wait from here on, and need no connections


def collect_static(sources: tuple[Path, ...], manifest: Path) -> None:
    """Collect static files if a source (or a folder, by a removal) is newer than the manifest."""
    if manifest.exists():
        collected = manifest.stat().st_mtime
        files = (file for source in sources for file in (source, *source.rglob("*")))
        if all(file.stat().st_mtime <= collected for file in files if file.exists()):
            return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)


def answers(host: str, port: int) -> Callable[[], bool]:
    """Return a question: does the web process work? A redirect (to TLS) says yes, a 500 no."""

    def ask() -> bool:
        wire = http.client.HTTPConnection(_reachable(host), port, timeout=10)
        try:
            wire.request("GET", "/healthz")
            return wire.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False
        finally:
            wire.close()

    return ask


def _reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
