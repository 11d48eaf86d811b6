"""Keep an uploaded item file for as long as somebody looks at what it would change.

A folder per upload below the media folder, which all web processes share; its name binds it to one
study and one account. What nobody comes back to is removed after an hour.
"""

import secrets
import shutil
import time
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _

from study.domain.errors import DomainError
from study.models import Study

ITEM_FILES = (".jsonl", ".ndjson", ".csv")
LARGEST_UPLOAD = 50_000_000
ID = "[A-Za-z0-9_-]{22}"

_KEPT_SECONDS = 3600
_LARGEST_UNPACKED = 200_000_000
_MOST_FILES = 10_000
_LONGEST_NAME = 60
_DONE = "imported"
_PACKED_HOW = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others unpack without a limit


class UnusableUpload(DomainError):
    """Why a file cannot be looked at, written for who uploaded it."""

    code = "unusable_upload"


@dataclass(frozen=True)
class Upload:
    """An uploaded item file, with its images beside it."""

    id: str
    folder: Path
    path: Path


def keep(study: Study, user: User, given: UploadedFile[Any]) -> Upload:
    """Keep a file: `.jsonl`, `.csv`, or a `.zip` with one of these and its images.

    Raises
    ------
    UnusableUpload
        When it is too large, of another kind, or a broken zip; nothing is kept then.
    """
    remove_old()
    name = given.name or ""
    suffix = Path(name).suffix.lower()
    if suffix not in {*ITEM_FILES, ".zip"}:
        raise UnusableUpload(_("Expected a .csv, .jsonl or .zip file."))
    if (given.size or 0) > LARGEST_UPLOAD:
        raise UnusableUpload(
            _("The file has %(size)d MB, and %(limit)d MB can be uploaded; the command "
              "manage.py import_items takes larger ones.")
            % {"size": -(-(given.size or 0) // 10**6), "limit": LARGEST_UPLOAD // 10**6}
        )  # fmt: skip
    upload_id = secrets.token_urlsafe(16)
    folder = _folder(study, user, upload_id)
    folder.mkdir(parents=True)
    try:
        if suffix == ".zip":
            _unpack(given, folder)
        else:
            stem = get_valid_filename(Path(name).stem)[:_LONGEST_NAME]
            with (folder / f"{stem}{suffix}").open("wb") as kept:
                shutil.copyfileobj(given, kept)
        return Upload(upload_id, folder, _item_file(folder))
    except UnusableUpload:
        shutil.rmtree(folder)
        raise


def find(study: Study, user: User, upload_id: str) -> Upload | None:
    """Return what somebody has uploaded to a study, or None when it is gone or somebody else's."""
    folder = _folder(study, user, upload_id)
    if not folder.is_dir() or was_imported(study, user, upload_id):
        return None
    return Upload(upload_id, folder, _item_file(folder))


def forget(upload: Upload) -> None:
    """Remove an upload that is done with."""
    shutil.rmtree(upload.folder, ignore_errors=True)


def finish(upload: Upload) -> None:
    """Remove the files of an upload that was imported; that it was is known for an hour."""
    forget(upload)
    upload.folder.mkdir(exist_ok=True)
    (upload.folder / _DONE).touch()


def was_imported(study: Study, user: User, upload_id: str) -> bool:
    """Tell whether an upload was imported lately: a button can be pressed twice."""
    return (_folder(study, user, upload_id) / _DONE).exists()


def remove_old() -> None:
    """Remove what nobody came back to."""
    oldest = time.time() - _KEPT_SECONDS
    for folder in _root().glob("*"):
        try:
            is_old = folder.stat().st_mtime < oldest
        except OSError:  # another process removes it at this moment
            continue
        if is_old:
            shutil.rmtree(folder, ignore_errors=True)


def _root() -> Path:
    return Path(settings.MEDIA_ROOT) / "imports"


def _folder(study: Study, user: User, upload_id: str) -> Path:
    return _root() / f"{study.pk}.{user.pk}.{upload_id}"


def _item_file(folder: Path) -> Path:
    found = [path for path in folder.rglob("*") if path.suffix.lower() in ITEM_FILES]
    if len(found) != 1:
        raise UnusableUpload(
            _("The zip must hold one .csv or .jsonl file; it holds %(n)d.") % {"n": len(found)}
        )
    return found[0]


def _unpack(given: UploadedFile[Any], folder: Path) -> None:
    broken = _("The zip cannot be read; pack it anew, without a password.")
    try:
        with zipfile.ZipFile(given) as archive:
            members = [member for member in archive.infolist() if _is_content(member)]
            if sum(member.file_size for member in members) > _LARGEST_UNPACKED:
                raise UnusableUpload(_("The zip is too large when unpacked."))
            if len(members) > _MOST_FILES:
                raise UnusableUpload(_("The zip holds too many files."))
            if any(member.compress_type not in _PACKED_HOW for member in members):
                raise UnusableUpload(broken)
            for member in members:
                archive.extract(member, folder)  # which keeps every name inside the folder
    except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError) as trouble:
        raise UnusableUpload(broken) from trouble


def _is_content(member: zipfile.ZipInfo) -> bool:
    """Tell what somebody has packed from what their system adds."""
    parts = Path(member.filename).parts
    return not member.is_dir() and not any(part.startswith((".", "__MACOSX")) for part in parts)
