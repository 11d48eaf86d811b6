"""A Chromium as people have it: tabs that hide each other, a window that can be minimised.

Playwright keeps every page focused and in sight, so that leaving one cannot be seen. This is the
same browser without it, spoken to in raw DevTools messages.
"""

import json
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from websockets.sync.client import ClientConnection, connect

from tests.find_browser import find_browser

PATIENCE_SECONDS = 30
Found = TypeVar("Found")


def until(look: Callable[[], Found | None], what: str) -> Found:
    """Return what appears, looking again and again until it does."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError(f"never happened: {what}")


class Tab:
    """One tab, whether it is in sight or not."""

    def __init__(self, browser: "PlainChromium", target: dict[str, Any]) -> None:
        self.browser = browser
        self.id: str = target["id"]
        socket = connect(target["webSocketDebuggerUrl"], max_size=None)
        self.socket: ClientConnection = browser.connections.enter_context(socket)
        self.count = 0

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one DevTools message and return its answer."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE_SECONDS))
            if answer.get("id") == self.count:
                return answer

    def ask(self, script: str) -> Any:
        """Return what an expression comes to; None while a page is changing."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True)
        return answer.get("result", {}).get("result", {}).get("value")

    def wait_for(self, script: str) -> Any:
        """Return what an expression comes to, as soon as that is something."""
        return until(lambda: self.ask(script), script)

    def click(self, selector: str) -> None:
        """Click an element as soon as it is there."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"{found} && ({found}.click(), true)")

    def come_back(self) -> None:
        """Bring this tab to the front, as a click on it does."""
        self.browser.get(f"activate/{self.id}")
        self.wait_for("document.visibilityState === 'visible'")

    def switch_away(self) -> "Tab":
        """Open another tab in front of this one, and wait until this one is out of sight."""
        other = self.browser.open("about:blank")
        self.wait_for("document.visibilityState === 'hidden'")
        return other

    def minimise(self) -> None:
        """Minimise the window."""
        self._set_window("minimized")
        self.wait_for("document.visibilityState === 'hidden'")

    def restore(self) -> None:
        """Bring the window back."""
        self._set_window("normal")
        self.wait_for("document.visibilityState === 'visible'")

    def _set_window(self, state: str) -> None:
        window = self.send("Browser.getWindowForTarget")["result"]["windowId"]
        self.send("Browser.setWindowBounds", windowId=window, bounds={"windowState": state})


class PlainChromium:
    """A browser without anything between it and the pages."""

    def __init__(self, port: int, connections: ExitStack) -> None:
        self.connections = connections
        self.address = f"http://127.0.0.1:{port}/json/"

    def get(self, path: str, method: str = "GET") -> bytes:
        """Ask the browser itself."""
        request = urllib.request.Request(self.address + path, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            body: bytes = answer.read()
            return body

    def open(self, url: str) -> Tab:
        """Open a tab in front of all others."""
        return Tab(self, json.loads(self.get(f"new?{url}", "PUT")))


@contextmanager
def plain_chromium() -> Iterator[PlainChromium]:
    """Start a browser with a profile of its own, and end it."""
    path = find_browser()
    assert path, "no Chromium found; `make test` installs one"
    folder = Path(tempfile.mkdtemp(prefix="discern-chromium-"))
    command = [
        path,
        "--headless=new",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        "--window-size=1100,900",
        *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
        "about:blank",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        told = folder / "DevToolsActivePort"
        until(lambda: told.exists() and "\n" in told.read_text(), "the browser starts")
        with ExitStack() as connections:
            yield PlainChromium(int(told.read_text().splitlines()[0]), connections)
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)
