"""The Chinese catalogue says everything the English pages say, with the same gaps to fill."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from django.template.base import Lexer, TokenType

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES/django.po"
GAP = re.compile(r"%\(\w+\)s|\{\w+\}|</?\w+>")
polib: Any = importlib.import_module("polib")
ENTRIES = [entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete]


def test_every_message_is_translated() -> None:
    assert [entry.msgid for entry in ENTRIES if not entry.translated() or entry.fuzzy] == []


def test_a_translation_has_the_gaps_of_its_source() -> None:
    for entry in ENTRIES:
        for text in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            assert sorted(GAP.findall(text)) == sorted(GAP.findall(entry.msgid)), entry.msgid


def test_people_are_addressed_as_nin() -> None:
    assert [entry.msgid for entry in ENTRIES if "你" in entry.msgstr] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.stem
)
def test_what_a_template_translates_is_in_the_catalogue(path: Path) -> None:
    known = {entry.msgid for entry in ENTRIES}
    tokens = Lexer(path.read_text(encoding="utf-8")).tokenize()
    tags = [token.contents for token in tokens if token.token_type is TokenType.BLOCK]
    said = [match[2] for tag in tags if (match := re.match(r"translate (['\"])(.+?)\1", tag))]
    assert [text for text in said if text not in known] == []
