"""The researcher's account of the demo, with a password that is made once and kept."""

import os
import secrets
from pathlib import Path

from django.contrib.auth.models import User

from study.links import ALPHABET

USERNAME = "researcher"


def ensure_researcher(kept_in: Path) -> str | None:
    """Return the password of the researcher's account, which is there from now on.

    None when the account was made elsewhere and nothing is kept here. The file is readable by its
    owner only, and holds the first password: a later change in the account does not reach it.
    """
    exists = User.objects.filter(username=USERNAME).exists()
    if exists and not kept_in.exists():
        return None
    password = _kept(kept_in)
    if not exists:
        User.objects.create_superuser(USERNAME, password=password)
    return password


def _kept(file: Path) -> str:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        parts = ("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(3))
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as fresh:
            fresh.write("-".join(parts) + "\n")
    return file.read_text(encoding="ascii").strip()
