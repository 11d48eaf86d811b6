"""A small item file to begin with: one item of the demo bank of every kind and category."""

import csv
import io
import json
from pathlib import Path
from typing import Any

from study.item_bank.fields import FIELDS

_DEMO = Path(__file__).parents[1] / "demo" / "items.jsonl"


def as_jsonl() -> str:
    """Return the file as JSONL."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows())


def as_csv() -> str:
    """Return the file as CSV, with a column for every field there is."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, FIELDS)
    writer.writeheader()
    for row in _rows():
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return text.getvalue()


def _rows() -> list[dict[str, Any]]:
    lines = _DEMO.read_text(encoding="utf-8").splitlines()
    first: dict[tuple[str, str | None], dict[str, Any]] = {}
    for row in map(json.loads, lines):
        first.setdefault((row["kind"], row.get("category")), row)
    return list(first.values())


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
