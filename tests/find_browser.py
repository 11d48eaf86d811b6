"""Find a Chromium for the browser tests; with `--install`, get one if there is none.

Prints its path, or nothing; what it is doing goes to standard error.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
# in a process of its own: Playwright refuses to start where another of it already runs
OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def find_browser() -> str | None:
    """Return the path of a Chromium that starts: DISCERN_BROWSER, the system's, Playwright's."""
    return next((path for path in _candidates() if _starts(path)), None)


def install_browser() -> str | None:
    """Try Playwright's own browser, then the system's package (root only)."""
    sys.stderr.write("Looking for a browser to install …\n")
    _quietly(sys.executable, "-m", "playwright", "install", "chromium", seconds=180)
    found = find_browser()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        _quietly("apt-get", "update", seconds=120)
        _quietly("apt-get", "install", "--yes", "chromium", seconds=600)
        found = find_browser()
    return found


def _candidates() -> Iterator[str]:
    if named := os.environ.get("DISCERN_BROWSER"):
        yield named
        return
    for name in NAMES:
        if path := shutil.which(name):
            yield path
    yield MAC
    yield _quietly(sys.executable, "-c", OWN, seconds=60).strip()


def _starts(path: str) -> bool:
    """Tell a browser from a stub of the same name that only says how to get one."""
    return bool(path) and "Chrom" in _quietly(path, "--version", seconds=60)


def _quietly(*command: str, seconds: float) -> str:
    """Return what a command printed, or nothing if it failed or took too long."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


if __name__ == "__main__":
    browser = find_browser()
    if browser is None and "--install" in sys.argv:
        browser = install_browser()
    sys.stdout.write(browser or "")
