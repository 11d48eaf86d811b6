from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.processes import Up, copy_of, until


@pytest.fixture(scope="module")
def mortal(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """`manage.py up` for these tests alone: what it says of dead children would mislead others."""
    with Up(copy_of(installed, tmp_path_factory.mktemp("mortal") / "var")) as up:
        up.wait_for("Discern is ready")
        yield up


@pytest.mark.slow
@pytest.mark.parametrize(("name", "word"), [("web", "uvicorn"), ("valkey", "valkey-server")])
def test_a_child_that_dies_is_restarted(mortal: Up, name: str, word: str) -> None:
    before = mortal.child(word)
    before.kill()
    mortal.wait_for(f"discern | {name} was ended by SIGKILL; starting it again in 0.5 s")
    until(lambda: any(word in " ".join(c.cmdline()) for c in mortal.children()), f"{name} is back")
    until(mortal.answers, "it answers")
    assert mortal.child(word).pid != before.pid
