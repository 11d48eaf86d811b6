from pathlib import Path

import pytest

from tests.config.processes import Up, free_port


@pytest.mark.slow
def test_with_redis_url_no_broker_of_our_own_is_started(installation: Path) -> None:
    theirs = f"redis://127.0.0.1:{free_port()}/0"
    with Up(installation, REDIS_URL=theirs) as up:
        up.wait_for("Discern is ready")
        assert up.child("uvicorn").environ()["REDIS_URL"] == theirs
        assert not [child for child in up.children() if "valkey" in child.name()]
        assert not (installation / "valkey.conf").exists()
