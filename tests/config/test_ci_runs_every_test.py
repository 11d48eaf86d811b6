import subprocess
from pathlib import Path

import pytest
from django.conf import settings

PYTHON = """#!/bin/sh
[ "$2" != tests.find_browser ] || exit 0
echo "ran: $*"
"""


@pytest.fixture
def without_browser(tmp_path: Path) -> Path:
    """A folder with a Python that finds no browser, and says what else it was to run."""
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def make_test(bin_folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["make", "--silent", "--old-file=dev", "test", f"BIN={bin_folder}"],
        cwd=settings.BASE_DIR,
        env={"PATH": "/usr/bin:/bin", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_browser_the_tests_of_ci_fail_in_one_line(without_browser: Path) -> None:
    done = make_test(without_browser, CI="true")

    assert done.returncode != 0
    first, *others = done.stderr.splitlines()
    assert first.startswith("No Chromium here")
    assert all(line.startswith("make") for line in others)
    assert "pytest" not in done.stdout


def test_elsewhere_they_say_what_is_not_run(without_browser: Path) -> None:
    done = make_test(without_browser)

    assert done.returncode == 0
    assert done.stdout.startswith("Not run: the browser tests (no Chromium")
    assert "ran: -m pytest" in done.stdout
    assert "-m not browser and not postgres" in done.stdout
