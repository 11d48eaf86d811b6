import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config import env
from tests.config.processes import Up


def base_url(var: Path, **variables: str) -> str:
    """Return the address commands use in a terminal with these variables."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name != "PORT" and not name.startswith("DISCERN_")
    }
    return subprocess.run(
        [sys.executable, "-c", "from config import settings; print(settings.BASE_URL)"],
        cwd=settings.BASE_DIR,
        env={**inherited, "DISCERN_VAR": str(var), **variables},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()


@pytest.mark.slow
def test_the_address_is_that_of_the_running_up(running: Up) -> None:
    assert base_url(running.var) == f"http://127.0.0.1:{running.port}"
    assert base_url(running.var, PORT="8131") == f"http://127.0.0.1:{running.port}"
    given = base_url(running.var, DISCERN_BASE_URL="https://study.example/")
    assert given == "https://study.example"


def test_what_a_stopped_up_left_behind_is_ignored(var: Path) -> None:
    var.mkdir()
    (var / "up.lock").write_text("http://127.0.0.1:9999, process 1")

    assert base_url(var) == "http://127.0.0.1:8000"
    assert base_url(var, PORT="8131") == "http://127.0.0.1:8131"


def test_a_lock_says_something_only_while_it_is_held(tmp_path: Path) -> None:
    lock = tmp_path / "up.lock"
    assert env.held(lock) == ""
    with lock.open("a+") as file:
        file.write("http://here:1, process 1\n")
        file.flush()
        assert env.held(lock) == ""
        fcntl.flock(file, fcntl.LOCK_EX)
        assert env.held(lock) == "http://here:1, process 1"
    assert env.held(lock) == ""
