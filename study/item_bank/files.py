"""From bytes to records: one mapping of raw values per row, whatever the format."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from study.domain.errors import Problem

LARGEST_FILE = 200_000_000
WHOLE_FILE = 0
"""The row of a problem that no row has."""

_WIDE_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


@dataclass(frozen=True)
class Record:
    """One row as it stands in the file.

    Attributes
    ----------
    row : int
        Line of a JSONL file, record of a CSV file counting its header as 1.
    values : Mapping
        Field → raw value; for CSV a text, and fields with an empty cell are absent.
    """

    row: int
    values: Mapping[str, Any]


class _Repeated(ValueError):
    """An object gives one field twice."""


def read_records(path: Path, problems: list[Problem]) -> Iterator[Record]:
    """Yield the rows of a file; what cannot be read is added to `problems`."""
    reader = {".jsonl": _jsonl, ".ndjson": _jsonl, ".csv": _csv}.get(path.suffix.lower())
    if reader is None:
        problems.append(
            Problem(
                WHOLE_FILE,
                "",
                f"{path.name} is neither .jsonl (one JSON object a line) nor .csv; name it so.",
            )
        )
        return
    text = _text(path, problems)
    if text is None:
        return
    found = False
    for record in reader(text, problems):
        found = True
        yield record
    if not found and not problems:
        problems.append(Problem(WHOLE_FILE, "", f"{path.name} holds no items."))


def _text(path: Path, problems: list[Problem]) -> str | None:
    try:
        if path.stat().st_size > LARGEST_FILE:
            problems.append(
                Problem(WHOLE_FILE, "", f"{path.name} is larger than {LARGEST_FILE:,} bytes.")
            )
            return None
        data = path.read_bytes()
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or str(trouble)
        problems.append(Problem(WHOLE_FILE, "", f"cannot read {path}: {reason}."))
        return None
    return _decoded(data, problems)


def _decoded(data: bytes, problems: list[Problem]) -> str | None:
    if data.startswith(_WIDE_ENCODINGS):
        problems.append(Problem(WHOLE_FILE, "", "the file is UTF-16 or UTF-32; save it as UTF-8."))
        return None
    nul = data.find(b"\x00")
    if nul >= 0:
        message = "a NUL byte: the file is not text, or not UTF-8; save it as UTF-8."
        problems.append(Problem(_line(data, nul), "", message))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        message = f"byte 0x{data[trouble.start]:02x} is not UTF-8; save the file as UTF-8."
        problems.append(Problem(_line(data, trouble.start), "", message))
        return None


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _jsonl(text: str, problems: list[Problem]) -> Iterator[Record]:
    for row, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line, object_pairs_hook=_object, parse_constant=_no_constant)
        except (ValueError, RecursionError) as trouble:
            problems.append(Problem(row, "", _json_complaint(trouble)))
            continue
        if isinstance(values, dict):
            yield Record(row, values)
        else:
            message = "expected one JSON object a line, {…}; a list of objects is not JSONL."
            problems.append(Problem(row, "", message))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    repeated = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if repeated:
        raise _Repeated(f"{', '.join(map(repr, repeated))} is given twice; keep one.")
    return dict(pairs)


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON.")


def _json_complaint(trouble: ValueError | RecursionError) -> str:
    if isinstance(trouble, _Repeated):
        return str(trouble)
    if isinstance(trouble, json.JSONDecodeError):
        return f"not a JSON object: {trouble.msg} at column {trouble.colno}."
    return "not a JSON object that can be read: " + (
        "nested too deep." if isinstance(trouble, RecursionError) else str(trouble)
    )


def _csv(text: str, problems: list[Problem]) -> Iterator[Record]:
    lines = _csv_rows(text, problems)
    header = next(lines, None)
    if header is None:
        return
    names = [name.strip() for name in header]
    complaint = _header_complaint(names)
    if complaint:
        problems.append(Problem(1, "", complaint))
        return
    for row, cells in enumerate(lines, start=2):
        if not any(map(str.strip, cells)):
            continue
        if len(cells) != len(names):
            message = f"{len(cells)} cells where the header has {len(names)}; quote commas."
            problems.append(Problem(row, "", message))
            continue
        yield Record(row, {name: cell for name, cell in zip(names, cells, strict=True) if cell})


def _header_complaint(names: list[str]) -> str:
    if len(names) == 1 and any(separator in names[0] for separator in ";\t"):
        return "the columns are separated by semicolons or tabs; save the file with commas."
    if "" in names:
        return f"column {names.index('') + 1} has no name in the header."
    repeated = [name for name, count in Counter(names).items() if count > 1]
    return f"the header names {', '.join(repeated)} twice." if repeated else ""


def _csv_rows(text: str, problems: list[Problem]) -> Iterator[list[str]]:
    """Yield the records; the cells' length is ours to judge, so the module's limit is lifted."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    row = 0
    while True:
        limit = csv.field_size_limit(LARGEST_FILE)
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as trouble:
            message = f"not CSV: {trouble}; a quotation mark may be missing or one too many."
            problems.append(Problem(row + 1, "", message))
            return
        finally:
            csv.field_size_limit(limit)
        row += 1
        yield cells
