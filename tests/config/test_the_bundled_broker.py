import socket
import stat
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config import valkey


def test_its_address_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    kept = tmp_path / "broker-url"
    url = valkey.address(kept)
    assert valkey.address(kept) == url
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_port_somebody_has_taken_meanwhile_is_given_up(tmp_path: Path) -> None:
    kept = tmp_path / "broker-url"
    url = valkey.address(kept)
    with socket.create_server(("127.0.0.1", urlsplit(url).port or 0)):
        assert urlsplit(valkey.address(kept)).port != urlsplit(url).port


def test_a_system_without_it_is_told_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey, "find_spec", lambda name: None)
    with pytest.raises(valkey.Missing, match="REDIS_URL="):
        valkey.program("redis://:secret@127.0.0.1:6390/0", tmp_path / "valkey.conf")
