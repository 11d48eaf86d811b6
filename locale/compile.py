"""Compile the message catalogues in pure Python; `--check` only compares.

They are committed compiled, so that a fresh machine needs no gettext.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

polib: Any = importlib.import_module("polib")  # untyped, so that a plain import is an error


def contents(catalogue: Any) -> dict[tuple[str | None, str], object]:
    """Return what is translated, whichever tool has written the file."""
    return {
        (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in catalogue.translated_entries()
    }


def is_compiled(source: Path) -> bool:
    """Tell whether the compiled catalogue beside its source says the same."""
    compiled = source.with_suffix(".mo")
    if not compiled.exists():
        return False
    return contents(polib.mofile(str(compiled))) == contents(polib.pofile(str(source)))


def main() -> None:
    """Compile what is stale; with `--check`, name it and fail."""
    stale = [po for po in sorted(Path(__file__).parent.rglob("*.po")) if not is_compiled(po)]
    if stale and "--check" in sys.argv:
        sys.exit(f"Not compiled: {', '.join(map(str, stale))}. Run `make messages`.")
    for source in stale:
        polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))


if __name__ == "__main__":
    main()
