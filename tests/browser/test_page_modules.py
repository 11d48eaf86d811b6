"""The pure cores of the item page's modules, run where they run: in a browser."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SUITES = sorted(path.name for path in (ROOT / "tests/js").glob("*.test.js"))
MODULES = sorted((ROOT / "static/js").glob("*.js"))
RUN = """async (suite) => {
    const { tests } = await import(suite);
    const failures = [];
    for (const [name, test] of Object.entries(tests)) {
        try { await test(); } catch (error) { failures.push(`${name}: ${error.message}`); }
    }
    return [Object.keys(tests).length, failures];
}"""


class Files(SimpleHTTPRequestHandler):
    """The project's files, silently."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(ROOT))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join(10)


@pytest.mark.browser
@pytest.mark.parametrize("suite", SUITES)
def test_a_module_keeps_its_promises(suite: str, files: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(f"{files}/static/icon.svg")  # any page of that origin
    count, failures = page.evaluate(RUN, f"{files}/tests/js/{suite}")
    page.close()
    assert count > 0
    assert failures == []


def test_a_module_stays_small_enough_to_read_at_once() -> None:
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > 200} == {}
