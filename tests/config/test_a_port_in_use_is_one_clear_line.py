import socket
from pathlib import Path

import pytest

from tests.config.processes import Up


@pytest.mark.slow
def test_a_port_in_use_is_one_clear_line(var: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with Up(var, port) as up:
            assert up.ended() == 1
            assert up.output.splitlines() == [
                f"Port {port} on 127.0.0.1 is in use. Stop what uses it, "
                f"or choose another: PORT={port + 1} make demo"
            ]


@pytest.mark.slow
def test_nothing_was_started_or_made_before_the_port_was_tried(var: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, Up(var, other.getsockname()[1]) as up:
        up.ended()
        assert {path.name for path in var.iterdir()} <= {"up.lock", "secret-key"}


@pytest.mark.slow
def test_a_port_that_is_none_names_itself(var: Path) -> None:
    with Up(var, PORT="80000") as up:
        assert up.ended() == 2
        assert up.output.splitlines()[-1].endswith("'80000' is not a port; expected 1 to 65535")
