"""Write a table's rows as CSV or JSON lines."""

import csv
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Protocol

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class Output(Protocol):
    """Anything text can be written to."""

    def write(self, text: str, /) -> object:
        """Write some text."""


def write_csv(
    output: Output, header: Sequence[str], rows: Iterable[Sequence[object]], *, guard: bool = False
) -> int:
    """Write CSV (RFC 4180, UTF-8, LF) and return the number of rows.

    Parameters
    ----------
    guard : bool
        Put an apostrophe before texts a spreadsheet would take for a formula. Off by default: it
        would corrupt the answer "-3".
    """
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(header)
    count = 0
    for row in rows:
        writer.writerow([_cell(value, guard=guard) for value in row])
        count += 1
    return count


def write_jsonl(output: Output, header: Sequence[str], rows: Iterable[Sequence[object]]) -> int:
    """Write one JSON object per line and return the number of rows."""
    count = 0
    for row in rows:
        record = {name: _plain(value) for name, value in zip(header, row, strict=True)}
        output.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")
        count += 1
    return count


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return float(value) if isinstance(value, Decimal) else value


def _cell(value: object, *, guard: bool) -> object:
    """Return how a value is written: nothing for null, true and false as in the paper's table."""
    plain = _plain(value)
    if plain is None:
        return ""
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if guard and isinstance(plain, str) and plain.startswith(FORMULA_STARTS):
        return "'" + plain
    return plain
