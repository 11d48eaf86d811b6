"""One row of an item file as an item, checked by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from study.domain.errors import Problem
from study.domain.marking import fill
from study.domain.marking import mark as _
from study.domain.vocabulary import GSM_CHECK, Category, ItemKind
from study.item_bank.fields import FIELDS, UnusableValue, nearest
from study.item_bank.files import Record
from study.item_bank.images import Figure, Figures, UnusableImage
from study.rendering import has_figure, steps


@dataclass(frozen=True)
class ItemRow:
    """One checked item of a file; the fields are those of `study.models.Item`.

    Attributes
    ----------
    row : int
        Where it stands in the file.
    error_step : int or None
        1-based number of the step with the error; None where no error is marked.
    image : Figure or None
        The image, read and verified.
    """

    row: int
    code: str
    kind: str
    question: str
    justification: str
    answer: str
    is_correct: bool
    problem_id: str
    category: str = ""
    category_source: str = ""
    gold_answer: str = ""
    error_step: int | None = None
    arm: str = "base"
    image: Figure | None = None
    image_alt: str = ""
    source: str = ""
    level: str = ""
    subject: str = ""
    model: str = ""


def read_row(record: Record, figures: Figures, problems: list[Problem]) -> ItemRow | None:
    """Return the item of a record, or None after adding what is wrong with it to `problems`."""
    found = list(_unknown(record))
    values = dict(_read(record, found))
    found += _missing(record, values, found)
    found += (
        Problem(record.row, field, message)
        for field, message in _rules(values)
        if not any(problem.field == field for problem in found)
    )
    if "image" in values:
        try:
            values["image"] = figures.read(values["image"])
        except UnusableImage as trouble:
            found.append(Problem(record.row, "image", trouble.args[0]))
    if found:
        problems += found
        return None
    return ItemRow(row=record.row, **{"problem_id": values["code"], **values})


def _unknown(record: Record) -> Iterator[Problem]:
    for name in record.values:
        if name not in FIELDS:
            shown = name[:80].encode(errors="replace").decode()
            yield Problem(record.row, shown, nearest(name))


def _read(record: Record, found: list[Problem]) -> Iterator[tuple[str, Any]]:
    """Yield the fields that say something: an empty text and null are as good as no field."""
    for name, field in FIELDS.items():
        raw = record.values.get(name)
        if raw is None:
            continue
        try:
            value = field.read(raw)
        except UnusableValue as trouble:
            found.append(Problem(record.row, name, trouble.args[0]))
            continue
        if value != "":
            yield name, value


def _missing(record: Record, values: Mapping[str, Any], found: list[Problem]) -> Iterator[Problem]:
    refused = {problem.field for problem in found}
    for name, field in FIELDS.items():
        if field.required and name not in values and name not in refused:
            yield Problem(record.row, name, _("is required and is missing or empty."))


def _rules(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (field, message) for values that are each allowed but do not fit together."""
    if "kind" in values:
        yield from _category_rules(values["kind"], values.get("category", ""), values)
    yield from _step_rules(values)
    yield from _image_rules(values)


def _category_rules(
    kind: str, category: str, values: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    if kind == ItemKind.MAIN:
        if category not in set(Category):
            yield "category", _("a main item needs its category: TP, TN, FP or FN.")
        elif values.get("is_correct") not in {None, Category(category).ground_truth}:
            truth = fill(_("right") if Category(category).ground_truth else _("wrong"))
            words = _("%(category)s items are %(truth)s, but is_correct says otherwise.")
            yield "category", fill(words, category=category, truth=truth)
        if "gold_answer" not in values:
            yield "gold_answer", _("is required for main items: the known right answer.")
    elif kind == ItemKind.ATTENTION_CHECK:
        if category != GSM_CHECK:
            words = _("the category of an attention check is %(category)s.")
            yield "category", fill(words, category=GSM_CHECK)
    elif category:
        yield "category", fill(_("%(kind)s items have no category; leave it out."), kind=kind)


def _step_rules(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    screening = values.get("kind") == ItemKind.SCREENING
    marked, right = values.get("error_step"), values.get("is_correct")
    if "justification" not in values or not (screening or marked):
        return
    count = steps(values["justification"])
    if screening and not count:
        words = _("a screening item needs numbered steps, 1. 2. 3. …, each on a line.")
        yield "justification", words
    if marked and right:
        yield "error_step", _("a right answer has no step with the error; leave it out.")
    elif marked and marked > count:
        words = _("there is no step %(step)s: the justification has %(count)s numbered.")
        yield "error_step", fill(words, step=marked, count=count)
    elif screening and right is False and not marked:
        yield "error_step", _("is required for a wrong screening item: the step with the error.")


def _image_rules(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "image" in values and "image_alt" not in values:
        yield "image_alt", _("is required with an image: what it shows, for who cannot see it.")
    if "image" in values:
        return
    if "image_alt" in values:
        yield "image_alt", _("describes an image, but the item has none.")
    for name in ("question", "justification"):
        if name in values and has_figure(values[name]):
            yield name, _("draws a figure with [asy], which is not shown; add it as an image.")
