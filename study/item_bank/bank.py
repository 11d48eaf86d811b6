"""What is wrong between items that are each right by themselves."""

from collections.abc import Iterable, Iterator

from study.domain.errors import Problem
from study.item_bank.rows import ItemRow


def normalised(question: str) -> str:
    """Return a question as it is compared: white space does not tell two apart."""
    return " ".join(question.split())


def contradictions(rows: Iterable[ItemRow]) -> Iterator[Problem]:
    """Yield codes used twice, and equal questions that do not share a problem."""
    codes: dict[str, ItemRow] = {}
    questions: dict[str, ItemRow] = {}
    for row in rows:
        twin = codes.setdefault(row.code, row)
        if twin is not row:
            yield Problem(row.row, "code", f"{row.code} is also in row {twin.row}; rename one.")
            continue
        first = questions.setdefault(normalised(row.question), row)
        if first.problem_id != row.problem_id:
            yield same_question(row, first.code, f"row {first.row}")


def same_question(row: ItemRow, code: str, place: str) -> Problem:
    """Return the problem of two items that ask the same but claim to be about two problems."""
    return Problem(
        row.row,
        "question",
        f"{row.code} asks the same as {code} ({place}); give both the same problem_id, so that "
        "nobody sees both, or change one.",
    )


def doubts(rows: Iterable[ItemRow]) -> Iterator[Problem]:
    """Yield what may be meant so but looks like a slip; it does not stop an import."""
    for row in rows:
        if not row.is_correct and normalised(row.answer) == normalised(row.gold_answer):
            message = f"{row.code} is marked wrong although its answer is the gold answer."
            yield Problem(row.row, "is_correct", message)
