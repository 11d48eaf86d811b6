"""What the domain says in English, pages say in the viewer's language."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES/django.po"
polib: Any = importlib.import_module("polib")


def marked(path: Path) -> Iterator[str]:
    """Yield the texts that a file gives to `_`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
            assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
            yield str(node.args[0].value)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "study" / "domain").glob("*.py")), ids=lambda path: path.stem
)
def test_what_is_marked_is_in_the_catalogue(path: Path) -> None:
    known = {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete}

    assert [text for text in marked(path) if text not in known] == []
