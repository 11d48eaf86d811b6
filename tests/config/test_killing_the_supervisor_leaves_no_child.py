import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.config.processes import Up, gone, living, until


@pytest.mark.slow
@pytest.mark.parametrize("kill", [os.kill, os.killpg], ids=["alone", "with its process group"])
def test_killing_the_supervisor_with_minus_nine_leaves_no_child(
    installation: Path, kill: Callable[[int, int], None]
) -> None:
    with Up(installation) as up:
        up.wait_for("Discern is ready")
        until(lambda: len(up.children()) >= 4, "a leash, a broker, the web and a worker run")
        children = up.children()
        kill(up.process.pid, signal.SIGKILL)  # while it starts the next ones
        until(
            lambda: all(map(gone, children)) and not living(installation),
            "all have ended",
            seconds=20,
        )
        with Up(installation, up.port) as again:  # and nothing of it stands in the way of the next
            again.wait_for("Discern is ready")
