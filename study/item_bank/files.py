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
from study.domain.marking import fill
from study.domain.marking import mark as _

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
                fill(
                    _("%(name)s is neither .jsonl (one JSON object a line) nor .csv; name it so."),
                    name=path.name,
                ),
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
        message = fill(_("%(name)s holds no items."), name=path.name)
        problems.append(Problem(WHOLE_FILE, "", message))


def _text(path: Path, problems: list[Problem]) -> str | None:
    try:
        if path.stat().st_size > LARGEST_FILE:
            words, most = _("%(name)s is larger than %(most)s bytes."), f"{LARGEST_FILE:,}"
            problems.append(Problem(WHOLE_FILE, "", fill(words, name=path.name, most=most)))
            return None
        data = path.read_bytes()
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or str(trouble)
        message = fill(_("cannot read %(path)s: %(reason)s."), path=path, reason=reason)
        problems.append(Problem(WHOLE_FILE, "", message))
        return None
    return _decoded(data, problems)


def _decoded(data: bytes, problems: list[Problem]) -> str | None:
    if data.startswith(_WIDE_ENCODINGS):
        message = _("the file is UTF-16 or UTF-32; save it as UTF-8.")
        problems.append(Problem(WHOLE_FILE, "", message))
        return None
    nul = data.find(b"\x00")
    if nul >= 0:
        message = _("a NUL byte: the file is not text, or not UTF-8; save it as UTF-8.")
        problems.append(Problem(_line(data, nul), "", message))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        words = _("byte %(byte)s is not UTF-8; save the file as UTF-8.")
        byte = f"0x{data[trouble.start]:02x}"
        problems.append(Problem(_line(data, trouble.start), "", fill(words, byte=byte)))
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
            message = _("expected one JSON object a line, {…}; a list of objects is not JSONL.")
            problems.append(Problem(row, "", message))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    repeated = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if repeated:
        names = ", ".join(map(repr, repeated))
        raise _Repeated(fill(_("%(names)s is given twice; keep one."), names=names))
    return dict(pairs)


def _no_constant(word: str) -> NoReturn:
    raise ValueError(fill(_("%(word)s is not JSON."), word=word))


def _json_complaint(trouble: ValueError | RecursionError) -> str:
    if isinstance(trouble, _Repeated):
        complaint: str = trouble.args[0]
        return complaint
    if isinstance(trouble, json.JSONDecodeError):
        words = _("not a JSON object: %(what)s at column %(column)s.")
        return fill(words, what=trouble.msg, column=trouble.colno)
    too_deep = isinstance(trouble, RecursionError)
    why = fill(_("nested too deep.")) if too_deep else trouble.args[0]
    return fill(_("not a JSON object that can be read: %(why)s"), why=why)


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
            words = _("%(cells)s cells where the header has %(names)s; quote commas.")
            message = fill(words, cells=len(cells), names=len(names))
            problems.append(Problem(row, "", message))
            continue
        yield Record(row, {name: cell for name, cell in zip(names, cells, strict=True) if cell})


def _header_complaint(names: list[str]) -> str:
    if len(names) == 1 and any(separator in names[0] for separator in ";\t"):
        return _("the columns are separated by semicolons or tabs; save the file with commas.")
    if "" in names:
        return fill(_("column %(n)s has no name in the header."), n=names.index("") + 1)
    repeated = [name for name, count in Counter(names).items() if count > 1]
    words = _("the header names %(names)s twice.")
    return fill(words, names=", ".join(repeated)) if repeated else ""


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
            words = _("not CSV: %(why)s; a quotation mark may be missing or one too many.")
            problems.append(Problem(row + 1, "", fill(words, why=trouble)))
            return
        finally:
            csv.field_size_limit(limit)
        row += 1
        yield cells
