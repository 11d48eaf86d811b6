from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.processes import Up


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """`manage.py up` on the embedded default, ready."""
    with Up(tmp_path_factory.mktemp("var")) as up:
        up.wait_for("Discern is ready")
        yield up


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"
