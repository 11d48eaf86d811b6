"""An item bank as a file: JSONL or CSV in, checked rows out, or everything that is wrong."""

from pathlib import Path

from study.domain.errors import InvalidImport, Problem
from study.item_bank.bank import contradictions, doubts, normalised, same_question
from study.item_bank.files import read_records
from study.item_bank.images import Figure, Figures
from study.item_bank.rows import ItemRow, read_row

__all__ = ["Figure", "ItemRow", "doubts", "normalised", "read_items", "same_question"]


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
    problems: list[Problem] = []
    figures = Figures(path.parent)
    rows = [read_row(record, figures, problems) for record in read_records(path, problems)]
    problems.extend(contradictions([row for row in rows if row]))
    if problems:
        raise InvalidImport(sorted(problems, key=lambda problem: problem.row))
    return [row for row in rows if row]
