"""What is wrong between items that are each right by themselves."""

from collections.abc import Iterable, Iterator

from study.domain.errors import Problem
from study.domain.marking import fill
from study.domain.marking import mark as _
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
            message = fill(
                _("%(code)s is also in row %(row)s; rename one."), code=row.code, row=twin.row
            )
            yield Problem(row.row, "code", message)
            continue
        first = questions.setdefault(normalised(row.question), row)
        if first.problem_id != row.problem_id:
            yield same_question(row, first.code, fill(_("row %(row)s"), row=first.row))


def same_question(row: ItemRow, code: str, place: str) -> Problem:
    """Return the problem of two items that ask the same but claim to be about two problems."""
    words = _(
        "%(code)s asks the same as %(other)s (%(place)s); give both the same problem_id, so that "
        "nobody sees both, or change one."
    )
    return Problem(row.row, "question", fill(words, code=row.code, other=code, place=place))


def doubts(rows: Iterable[ItemRow]) -> Iterator[Problem]:
    """Yield what may be meant so but looks like a slip; it does not stop an import."""
    for row in rows:
        if not row.is_correct and normalised(row.answer) == normalised(row.gold_answer):
            words = _("%(code)s is marked wrong although its answer is the gold answer.")
            yield Problem(row.row, "is_correct", fill(words, code=row.code))
