"""Documents are tested: what they name exists."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from analysis.exports import TABLES

ROOT = Path(__file__).parent.parent
MAP = (ROOT / "docs" / "paper-map.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\S+) \| (.+?) \| `([\w.]+)` \| `([\w./]+)` \|$", MAP, re.MULTILINE)


def test_the_paper_map_is_read() -> None:
    assert len(ROWS) == MAP.count("\n| ") - 2


@pytest.mark.parametrize(("section", "rule", "symbol", "test"), ROWS)
def test_every_rule_of_the_paper_map_has_its_function_and_its_test(
    section: str, rule: str, symbol: str, test: str
) -> None:
    parts = symbol.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            found = getattr(found, name)
        break
    assert found is not None
    assert (ROOT / test).is_file(), test


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_data_dictionary_has_exactly_the_exported_columns(name: str) -> None:
    text = (ROOT / "docs" / "data-dictionary.md").read_text(encoding="utf-8")
    section = text.split(f"## `{name}`")[1].split("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == TABLES[name].header


def test_every_decision_has_its_question_and_its_consequences() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(record.name[:4]) for record in records] == list(range(1, len(records) + 1))
    for record in records:
        text = record.read_text(encoding="utf-8")
        assert all(f"\n## {part}\n" in text for part in ("The question", "Decided", "What follows"))
