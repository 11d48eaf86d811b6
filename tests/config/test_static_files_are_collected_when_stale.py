import os
from pathlib import Path
from unittest.mock import Mock

import pytest

from config import embedded


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Mock:
    command = Mock()
    monkeypatch.setattr(embedded, "call_command", command)
    return command


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "page.css").touch()
    for path in (tmp_path / "static" / "page.css", tmp_path / "static"):
        os.utime(path, (1000, 1000))
    return tmp_path / "static"


@pytest.mark.parametrize(
    ("manifest_time", "times"),
    [(None, 1), (999, 1), (1001, 0)],
    ids=["there is no manifest", "a source is newer", "nothing is newer"],
)
def test_static_files_are_collected_only_when_stale(
    source: Path, collected: Mock, manifest_time: float | None, times: int
) -> None:
    manifest = source.parent / "staticfiles.json"
    if manifest_time is not None:
        manifest.touch()
        os.utime(manifest, (manifest_time, manifest_time))
    embedded.collect_static((source,), manifest)
    assert collected.call_count == times
