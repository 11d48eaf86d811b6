"""Typed readers of environment variables; a wrong value names itself."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

DATABASES = ("postgresql", "postgres", "sqlite")
"""Kinds of databases that Discern is tested on, as they stand before a URL's colon."""


def text(name: str, default: str = "") -> str:
    """Return the variable, or `default` when it is absent or empty."""
    return os.environ.get(name) or default


def flag(name: str, *, default: bool) -> bool:
    """Return a yes/no variable; anything but 1/0, true/false, yes/no, on/off is an error."""
    raw = os.environ.get(name, "").strip().lower()
    if raw == "":
        return default
    if raw in {"1", "true", "yes", "on"}:
        return True
    if raw in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {raw!r}; expected true or false.")


def integer(name: str, default: int) -> int:
    """Return a whole-number variable."""
    raw = os.environ.get(name, "")
    if raw == "":
        return default
    try:
        return int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {raw!r}; expected a whole number.") from None


def database_url(name: str, default: str) -> str:
    """Return the variable with a database's address; other kinds than ours are an error."""
    url = text(name, default)
    kind = url.partition(":")[0]
    if kind not in DATABASES:
        raise ImproperlyConfigured(
            f"{name} is for a database of kind {kind!r}; expected one of {', '.join(DATABASES)}: "
            "postgresql://user:password@host/name or sqlite:////path/to/file"
        )
    return url


def choice(name: str, among: Sequence[str], default: str) -> str:
    """Return a variable that is one of a few words."""
    given = text(name, default).lower()
    if given not in among:
        raise ImproperlyConfigured(f"{name} is {given!r}; expected one of {', '.join(among)}.")
    return given


MAIL_PORTS = {"smtps": 465, "smtp+starttls": 587, "smtp": 25}
"""Ways to hand mail over and their ports: encrypted, encrypted after a greeting, in clear."""


@dataclass(frozen=True)
class MailServer:
    """Who takes our mail."""

    scheme: str
    host: str
    port: int
    user: str
    password: str


def mail(name: str) -> MailServer | None:
    """Return the variable with a mail server's address, None when it is absent."""
    url = text(name)
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port or MAIL_PORTS[parts.scheme]
    except (KeyError, ValueError):
        parts, port = urlsplit(""), 0
    if not parts.hostname:  # the value holds a password: do not repeat it
        raise ImproperlyConfigured(
            f"{name} is not a mail server's address; expected smtps://user:password@host or "
            "smtp+starttls://user:password@host, special letters of the password as %XX."
        )
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.scheme, parts.hostname, port, user, password)


def words(name: str) -> list[str]:
    """Return a comma-separated variable as a list without empty entries."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def noted(file: Path, default: str) -> str:
    """Return what another process noted in a file, or `default` when there is no such file."""
    try:
        return file.read_text(encoding="utf-8").strip() or default
    except FileNotFoundError:
        return default


def held(lock: Path) -> str:
    """Return what stands in a lock file, or "" when nobody holds it: then it is history."""
    try:
        import fcntl  # absent on Windows, where nobody holds one

        with lock.open(encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)  # let go when it is closed
            except BlockingIOError:
                return file.read().strip()
    except (ImportError, OSError):
        pass
    return ""


def secret(name: str, kept_in: Path) -> str:
    """Return the variable, or a secret made once and kept in a file only its owner can read.

    Every invitation link is a keyed hash of this secret: losing it revokes them all, so the
    embedded default keeps it beside the database. Production sets the variable.
    """
    given = os.environ.get(name)
    if given:
        return given
    if not kept_in.exists():
        kept_in.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept_in.with_name(f"{kept_in.name}.{secrets.token_hex(4)}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50), encoding="ascii")
        try:
            os.link(fresh, kept_in)  # the first of several processes wins, the others read it
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return kept_in.read_text(encoding="ascii")
