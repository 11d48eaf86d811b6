"""The images of items: inside the file's folder, small, and really images."""

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from study.domain.marking import fill
from study.domain.marking import mark as _

LARGEST_IMAGE = 1_000_000
LONGEST_SIDE = 4_000
MOST_PIXELS = 8_000_000
MEDIA_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "WEBP": "image/webp",
    "GIF": "image/gif",
}


@dataclass(frozen=True)
class Figure:
    """One checked image; `sha256` is its identity."""

    sha256: str
    media_type: str
    width: int
    height: int
    data: bytes


class UnusableImage(Exception):
    """Why an image is refused, written for who wrote the file."""


class Figures:
    """The images beside one file, each read once however many items show it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, Figure] = {}

    def read(self, name: str) -> Figure:
        """Return an image by its path relative to the folder.

        Raises
        ------
        UnusableImage
            When it is not there, lies elsewhere (also by way of `..` or a symbolic link), is too
            large in bytes or pixels, or is no still PNG, JPEG, WebP or GIF.
        """
        if name not in self.known:
            self.known[name] = _checked(name, self._data(name))
        return self.known[name]

    def _data(self, name: str) -> bytes:
        try:
            folder = self.folder.resolve()
            path = (folder / name).resolve()
            if not path.is_relative_to(folder) or Path(name).is_absolute():
                raise UnusableImage(
                    fill(_("%(name)s is outside the file's folder; put it inside."), name=name)
                )
            if not path.is_file():
                raise UnusableImage(
                    fill(_("there is no file %(name)s beside the item file."), name=name)
                )
            if path.stat().st_size > LARGEST_IMAGE:
                words = _("%(name)s is larger than %(most)s bytes; shrink it.")
                raise UnusableImage(fill(words, name=name, most=f"{LARGEST_IMAGE:,}"))
            return path.read_bytes()
        except (OSError, ValueError, RuntimeError) as trouble:
            words = _("cannot read %(path)s: %(reason)s.")
            raise UnusableImage(fill(words, path=name, reason=trouble)) from trouble


def _checked(name: str, data: bytes) -> Figure:
    try:
        with Image.open(io.BytesIO(data), formats=list(MEDIA_TYPES)) as image:
            width, height = image.size
            kind, frames = image.format or "", getattr(image, "n_frames", 1)
            if max(width, height) <= LONGEST_SIDE and width * height <= MOST_PIXELS:
                image.load()
    except Exception as trouble:  # whatever a decoder makes of hostile bytes, it is no image
        words = _("%(name)s is no PNG, JPEG, WebP or GIF, or a broken one.")
        raise UnusableImage(fill(words, name=name)) from trouble
    if max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
        words = _("%(name)s is %(size)s pixels; at most %(side)s a side and %(all)s in all.")
        most = {"side": f"{LONGEST_SIDE:,}", "all": f"{MOST_PIXELS:,}"}
        raise UnusableImage(fill(words, name=name, size=f"{width}×{height}", **most))
    if frames > 1:
        raise UnusableImage(fill(_("%(name)s moves; use a still image."), name=name))
    sha256 = hashlib.sha256(data).hexdigest()
    return Figure(sha256, MEDIA_TYPES[kind], width, height, data)
