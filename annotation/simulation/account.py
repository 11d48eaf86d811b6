"""The researcher's account of the demo, with a password that is made once and kept."""

import os
import secrets
from pathlib import Path

from django.contrib.auth.models import Permission, User
from django.db import transaction

from study.domain.roles import Role
from study.links import ALPHABET
from study.models import Study
from study.services.members import set_role

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
        _make(password)
    return password


@transaction.atomic
def _make(password: str) -> None:
    """Make an account that looks at everything of ours and changes nothing, nor any account."""
    researcher = User.objects.create_user(USERNAME, password=password, is_staff=True)
    ours = Permission.objects.filter(content_type__app_label__in=("study", "annotation"))
    researcher.user_permissions.set(ours.filter(codename__startswith="view_"))


def ensure_owner(study: Study) -> None:
    """Make the researcher owner of a study that has none."""
    if not study.memberships.filter(role=Role.OWNER.value).exists():
        set_role(study, User.objects.get(username=USERNAME), Role.OWNER, by=None)


def _kept(file: Path) -> str:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        parts = ("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(3))
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as fresh:
            fresh.write("-".join(parts) + "\n")
    return file.read_text(encoding="ascii").strip()
