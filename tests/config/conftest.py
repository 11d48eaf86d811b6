from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.processes import Up, copy_of


@pytest.fixture(scope="session")
def running(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """`manage.py up` on the embedded default, ready; leave it as it is."""
    with Up(copy_of(installed, tmp_path_factory.mktemp("running") / "var")) as up:
        up.wait_for("Discern is ready")
        yield up


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"
