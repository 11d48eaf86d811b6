import pytest

from tests.config.processes import Up, until


@pytest.mark.slow
@pytest.mark.parametrize(("name", "word"), [("web", "uvicorn"), ("valkey", "valkey-server")])
def test_a_child_that_dies_is_restarted(running: Up, name: str, word: str) -> None:
    before = running.child(word)
    before.kill()
    running.wait_for(f"discern | {name} was ended by SIGKILL; starting it again in 0.5 s")
    until(lambda: any(word in " ".join(c.cmdline()) for c in running.children()), f"{name} is back")
    until(running.answers, "it answers")
    assert running.child(word).pid != before.pid
