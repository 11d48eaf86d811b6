import pytest

from tests.config.processes import Up


@pytest.mark.slow
def test_the_second_up_on_one_folder_refuses_and_names_the_first(running: Up) -> None:
    with Up(running.var) as second:
        assert second.ended() == 1
        assert second.output.splitlines() == [
            f"Discern already runs in {running.var} (http://127.0.0.1:{running.port}, "
            f"process {running.process.pid}). Stop it first, or give this one a folder of its "
            "own: DISCERN_VAR=/some/folder"
        ]
    assert running.answers()
