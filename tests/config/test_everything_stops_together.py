import signal
from pathlib import Path

import pytest

from tests.config.processes import Up, gone


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_and_is_no_error(
    installation: Path, number: signal.Signals
) -> None:
    with Up(installation) as up:
        up.wait_for("Discern is ready")
        children = up.children()
        up.process.send_signal(number)
        assert up.ended() == 0
        assert all(map(gone, children))
        assert "Traceback" not in up.output


@pytest.mark.slow
def test_children_learn_the_address_and_a_broker_nobody_else_can_use(running: Up) -> None:
    environment = running.child("uvicorn").environ()
    assert environment["DISCERN_BASE_URL"] == f"http://127.0.0.1:{running.port}"
    assert environment["REDIS_URL"].startswith("redis://:")
    secret = environment["REDIS_URL"].split("@")[0].removeprefix("redis://:")
    assert not [child for child in running.children() if secret in " ".join(child.cmdline())]
