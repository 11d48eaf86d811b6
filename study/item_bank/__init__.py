"""An item bank as a file: JSONL or CSV in, checked rows out, or everything that is wrong."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from study.domain.errors import InvalidImport, Problem
from study.item_bank.bank import contradictions, doubts, normalised, same_question
from study.item_bank.files import read_records
from study.item_bank.images import Figure, Figures
from study.item_bank.rows import ItemRow, read_row

CODE_LENGTH = 40

__all__ = [
    "Figure",
    "ItemRow",
    "Reading",
    "doubts",
    "examine",
    "normalised",
    "raw_texts",
    "read_items",
    "same_question",
]


@dataclass(frozen=True)
class Reading:
    """A file as it was read.

    Attributes
    ----------
    rows : list of ItemRow
        The rows that are right by themselves.
    problems : list of Problem
        Everything that is wrong, in the order of the file; the file can be used only without any.
    """

    rows: list[ItemRow]
    problems: list[Problem]


def examine(path: Path) -> Reading:
    """Read a file of items, with all that is wrong with it; see `read_items`."""
    problems: list[Problem] = []
    figures = Figures(path.parent)
    read = (read_row(record, figures, problems) for record in read_records(path, problems))
    rows = [row for row in read if row]
    problems.extend(contradictions(rows))
    return Reading(rows, sorted(problems, key=lambda problem: problem.row))


def raw_texts(path: Path, names: Collection[str]) -> Iterator[tuple[int, str, str, str]]:
    """Yield (row, code, field, text) of a file's texts, also of rows that are otherwise wrong."""
    for record in read_records(path, []):
        code = str(record.values.get("code", ""))[:CODE_LENGTH]
        for name in names:
            text = record.values.get(name)
            if isinstance(text, str):
                yield record.row, code, name, text.encode(errors="replace").decode()


def read_items(path: Path) -> list[ItemRow]:
    """Read and check a file of items.

    Parameters
    ----------
    path : Path
        `.jsonl` (one object a line) or `.csv` (with a header), UTF-8. Images are named relative
        to its folder.

    Raises
    ------
    InvalidImport
        With every problem of every row, in the order of the file.
    """
    reading = examine(path)
    if reading.problems:
        raise InvalidImport(reading.problems)
    return reading.rows
