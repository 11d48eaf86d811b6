"""What every test may ask for."""

import fcntl
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.db import connections
from django.db.models import DateTimeField, Value
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from annotation import clock
from tests.config.processes import copy_of, install
from tests.find_browser import find_browser

# Playwright's synchronous API runs an event loop in the test's own thread
# (so tests of `asyncio.run` come before those of the browser: no `--dist worksteal`)
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# how long an example takes says more about the machine's other work than about our code
hypothesis_settings.register_profile(
    "discern", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("discern")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what only PostgreSQL can prove, and begin with what takes longest.

    `.ci/run` runs everything on PostgreSQL too. `make test` says what it leaves out, and with CI
    set it fails where there is no browser.
    """
    without_postgres = connections["default"].vendor != "postgresql"
    for item in items:
        if without_postgres and item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason="proves something only on PostgreSQL"))
    # what one worker would do alone at the end, others can still make up for at the beginning
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def _test_settings(settings: Any) -> None:
    """Serve static files from where they are written, hash passwords cheaply, speak English."""
    translation.deactivate()  # a request of the test before may have spoken Chinese
    # else WhiteNoise would look at every file that was collected, for each client of Django's
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    # one per process: tests that count attempts must not meet those of another worker
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the database's clock: `at(moment)`. No request can do this, only a test."""

    def set_clock(moment: datetime) -> None:
        expression = Value(moment, output_field=DateTimeField())
        monkeypatch.setattr(clock, "database_now", lambda: expression)

    return set_clock


class Live:
    """A real server in a thread: HTTP and WebSocket, on a port of its own."""

    def __init__(self) -> None:
        from config.asgi import http  # not before the settings of the tests

        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(http, lifespan="off", log_level="warning", ws="none")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)

    def __enter__(self) -> "Live":
        self.thread.start()
        give_up = time.monotonic() + 20
        while not self.server.started and time.monotonic() < give_up:
            time.sleep(0.01)
        assert self.server.started
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        self.socket.close()


@pytest.fixture
def live(transactional_db: None) -> Iterator[str]:
    """Return the address of a running server on the test database."""
    with Live() as server:
        yield server.url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return a launched Chromium (Playwright's `Browser`)."""
    from playwright.sync_api import sync_playwright

    path = find_browser()
    assert path, "no Chromium found; `make test` installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a whole installation, made once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    finished = shared / "installed"
    with (shared / "installed.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.exists():
            install(shared / "installing")
            (shared / "installing").rename(finished)
    return finished


@pytest.fixture
def installation(installed: Path, tmp_path: Path) -> Path:
    """Return a folder of its own in which `manage.py up` has nothing to make any more."""
    return copy_of(installed, tmp_path / "var")


@pytest.fixture
def corpus() -> Path:
    """Return the folder of the corpora outside the project, where there is one."""
    folder = os.environ.get("DISCERN_CORPUS")
    if not folder:
        pytest.skip("DISCERN_CORPUS does not name the folder of the corpora")
    return Path(folder)
