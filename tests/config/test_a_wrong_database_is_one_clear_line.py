import time
from pathlib import Path

import pytest
from django.conf import settings

from tests.config.processes import Up, free_port


@pytest.mark.slow
def test_a_database_of_another_kind_is_one_clear_line(var: Path) -> None:
    with Up(var, DATABASE_URL="mysql2://discern:secret@db/discern") as up:
        assert up.ended() == 1
        (line,) = up.output.splitlines()
    assert line.startswith("DATABASE_URL is for a database of kind 'mysql2'; expected one of ")
    assert "secret" not in line


@pytest.mark.slow
def test_a_database_server_that_is_not_there_is_one_clear_line(var: Path) -> None:
    url = f"postgresql://discern:secret@127.0.0.1:{free_port()}/answers"
    refused_at_once(var, url, "Connection refused")


@pytest.mark.slow
@pytest.mark.postgres
def test_a_database_that_is_not_there_is_named_at_once(var: Path) -> None:
    server = settings.DATABASE_URL.rpartition("/")[0]
    refused_at_once(var, f"{server}/discern_is_not_here", "does not exist")


def refused_at_once(var: Path, url: str, reason: str) -> None:
    begun = time.monotonic()
    with Up(var, DATABASE_URL=url) as up:
        assert up.ended() == 1
        (line,) = up.output.splitlines()
    assert time.monotonic() - begun < 15
    assert line.startswith(f"The database {url.rpartition('/')[2]} does not answer: ")
    assert reason in line
    assert "secret" not in line
