"""Write an item bank: all of a file or nothing, and never over what somebody has seen."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from study.domain.errors import DomainError, InvalidImport, Problem
from study.domain.marking import fill
from study.domain.marking import mark as _
from study.item_bank import (
    ItemRow,
    doubts,
    examine,
    normalised,
    raw_texts,
    read_items,
    same_question,
)
from study.models import Item, ItemImage, Study, TemplateSlot
from study.rendering import SOURCE_MARK, Rendered, render, render_answer
from study.services.audit import record
from study.services.locks import lock_for_writing

_BATCH = 500
_CONTENT = [entry.name for entry in fields(ItemRow) if entry.name not in {"row", "code", "image"}]
_HTML = {"question": render, "justification": render, "answer": render_answer}
_FIXED_IN_TEMPLATE = ("kind", "category", "problem_id")
"""What a template was built on: which position an item may take, and beside which others."""


class BankChanged(DomainError):
    """The import would no longer do what was agreed to."""

    code = "bank_changed"


@dataclass(frozen=True)
class Change:
    """One field of an item that a file gives another value; an image is told by its hash."""

    code: str
    field: str
    before: Any
    after: Any


@dataclass(frozen=True)
class ImportResult:
    """What an import did, or would do.

    Attributes
    ----------
    created, changed, unchanged : tuple of str
        Codes, in the order of the file.
    warnings : tuple of Problem
        What did not stop it: formulas shown as source, and what looks like a slip.
    changes : tuple of Change
        Every field of the changed items that is another one.
    """

    created: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    warnings: tuple[Problem, ...]
    changes: tuple[Change, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Return what tells this result from another one."""
        return hashlib.sha256(repr((self.created, self.changes)).encode()).hexdigest()


@dataclass
class _Texts:
    """Rendered texts, each rendered once: before the transaction, which holds SQLite's one lock."""

    known: dict[tuple[str, str], Rendered] = field(default_factory=dict)

    def of(self, row: ItemRow, name: str) -> Rendered:
        source: str = getattr(row, name)
        if (name, source) not in self.known:
            self.known[name, source] = _HTML[name](source)
        return self.known[name, source]


@dataclass(frozen=True)
class _Plan:
    """A checked file against the study's items, which `stored` holds by code."""

    stored: Mapping[str, Item]
    created: list[ItemRow] = field(default_factory=list)
    changed: list[ItemRow] = field(default_factory=list)
    unchanged: list[ItemRow] = field(default_factory=list)


def check_items(study: Study, path: Path) -> ImportResult:
    """Return what `import_items` would do, and do nothing.

    Raises
    ------
    InvalidImport
        With everything that is wrong.
    """
    rows = read_items(path)
    return _result(_plan(study, rows, _items(study)), rows, _Texts())


def import_items(
    study: Study, path: Path, *, agreed: str | None = None, actor: User | None = None
) -> ImportResult:
    """Bring a study's items to what a file says; items the file does not name stay.

    Parameters
    ----------
    path : Path
        See `study.item_bank.read_items`.
    agreed : str, optional
        The fingerprint of what `check_items` said, where somebody has agreed to just that.
    actor : User, optional
        Who imports, for the log; None on the command line.

    Raises
    ------
    InvalidImport
        With everything that is wrong: with the file, or with what it would change. Nothing is
        written then.
    BankChanged
        When it would do something else than what was agreed to; nothing is written.
    """
    rows = read_items(path)
    texts = _Texts()
    result = _result(_plan(study, rows, _items(study)), rows, texts)
    with transaction.atomic():
        # no_key: who begins meanwhile refers to these rows and must not wait for us
        lock_for_writing(study)
        plan = _plan(study, rows, _items(study, lock=True))
        result = _result(plan, rows, texts)
        if agreed is not None and result.fingerprint != agreed:
            raise BankChanged(
                _("The items have changed since; look again at what would change now.")
            )
        if plan.created or plan.changed:
            _write(study, plan, texts)
            record(
                study,
                "items.imported",
                study,
                actor=actor,
                after={
                    "file": path.name,
                    "created": list(result.created),
                    "changed": list(result.changed),
                },
            )
    return result


def warnings_of(path: Path) -> list[Problem]:
    """Return what a file is warned of, be it refused or not."""
    found = list(doubts(examine(path).rows))
    for row, code, name, text in raw_texts(path, _HTML):
        found += (_as_source(row, code, name, tex) for tex in _HTML[name](text).unrendered)
    return sorted(found, key=lambda warning: warning.row)


def _items(study: Study, *, lock: bool = False) -> dict[str, Item]:
    items = Item.objects.filter(study=study).select_related("image").defer("image__data")
    if lock:
        items = items.select_for_update(of=("self",), no_key=True)
    return {item.code: item for item in items}


def _plan(study: Study, rows: list[ItemRow], stored: Mapping[str, Item]) -> _Plan:
    plan = _Plan(stored)
    for row in rows:
        if row.code not in stored:
            plan.created.append(row)
        elif _differences(row, stored[row.code]):
            plan.changed.append(row)
        else:
            plan.unchanged.append(row)
    problems = [*_forbidden(study, plan), *_same_questions(rows, stored)]
    if problems:
        raise InvalidImport(sorted(problems, key=lambda problem: problem.row))
    return plan


def _differences(row: ItemRow, item: Item) -> list[str]:
    return [change.field for change in _changes(row, item)]


def _changes(row: ItemRow, item: Item) -> Iterator[Change]:
    for name in _CONTENT:
        before, after = getattr(item, name), getattr(row, name)
        if before != after:
            yield Change(row.code, name, before, after)
    stored = item.image.sha256 if item.image else None
    shown = row.image.sha256 if row.image else None
    if stored != shown:
        yield Change(row.code, "image", stored, shown)


def _forbidden(study: Study, plan: _Plan) -> Iterator[Problem]:
    """Yield the changes of items that people have seen, or that templates rest on."""
    placed = set(
        TemplateSlot.objects.filter(template__study=study).values_list("item_id", flat=True)
    )
    for row in plan.changed:
        item = plan.stored[row.code]
        names = _differences(row, item)
        if item.first_shown_at:
            words = _(
                "%(code)s has been shown and stays as it was, but the file changes %(names)s; "
                "retire it and add the new one under another code."
            )
            message = fill(words, code=row.code, names=", ".join(names))
            yield Problem(row.row, names[0], message)
        elif item.pk in placed:
            for name in filter(names.__contains__, _FIXED_IN_TEMPLATE):
                words = _(
                    "%(code)s is in a session template, so its %(name)s cannot change. "
                    "Add another item instead."
                )
                yield Problem(row.row, name, fill(words, code=row.code, name=name))


def _same_questions(rows: list[ItemRow], stored: Mapping[str, Item]) -> Iterator[Problem]:
    """Yield rows that ask what another item in use asks without sharing its problem."""
    named = {row.code for row in rows}
    others = {
        normalised(item.question): item
        for item in stored.values()
        if item.code not in named and not item.retired_at
    }
    for row in rows:
        twin = others.get(normalised(row.question))
        if twin and twin.problem_id != row.problem_id:
            yield same_question(row, twin.code, fill(_("already in the study")))


def _result(plan: _Plan, rows: list[ItemRow], texts: _Texts) -> ImportResult:
    """Return the result; on the way every text that will be written is rendered."""
    again = [row for row in plan.unchanged if _shows_source(plan.stored[row.code])]
    warnings = [*doubts(rows), *_unrendered([*plan.created, *plan.changed, *again], texts)]
    return ImportResult(
        created=tuple(row.code for row in plan.created),
        changed=tuple(row.code for row in plan.changed),
        unchanged=tuple(row.code for row in plan.unchanged),
        warnings=tuple(sorted(warnings, key=lambda warning: warning.row)),
        changes=tuple(
            change for row in plan.changed for change in _changes(row, plan.stored[row.code])
        ),
    )


def _shows_source(item: Item) -> bool:
    return any(SOURCE_MARK in getattr(item, f"{name}_html") for name in _HTML)


def _unrendered(rows: list[ItemRow], texts: _Texts) -> Iterator[Problem]:
    for row in rows:
        for name in _HTML:
            for formula in texts.of(row, name).unrendered:
                yield _as_source(row.row, row.code, name, formula)


def _as_source(row: int, code: str, name: str, formula: str) -> Problem:
    words = _("%(code)s: cannot be rendered and is shown as source: %(formula)s")
    return Problem(row, name, fill(words, code=code, formula=formula))


def _write(study: Study, plan: _Plan, texts: _Texts) -> None:
    """Insert or rewrite, in one statement per batch; `bulk_update` takes ten times as long."""
    rows = [*plan.created, *plan.changed]
    images = _images(rows)
    Item.objects.bulk_create(
        [
            Item(
                study=study,
                code=row.code,
                image=images[row.image.sha256] if row.image else None,
                **{name: getattr(row, name) for name in _CONTENT},
                **{f"{name}_html": texts.of(row, name).html for name in _HTML},
            )
            for row in rows
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["study", "code"],
        update_fields=[*_CONTENT, *(f"{name}_html" for name in _HTML), "image"],
    )


def _images(rows: list[ItemRow]) -> dict[str, ItemImage]:
    """Return the stored images of the rows by hash, storing those that are new."""
    figures = {row.image.sha256: row.image for row in rows if row.image}
    known = set(ItemImage.objects.filter(sha256__in=figures).values_list("sha256", flat=True))
    ItemImage.objects.bulk_create(
        (ItemImage(**vars(figure)) for sha256, figure in figures.items() if sha256 not in known),
        batch_size=20,
        ignore_conflicts=True,
    )
    stored = ItemImage.objects.filter(sha256__in=figures).defer("data")
    return {image.sha256: image for image in stored}
