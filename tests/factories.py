"""Rows for tests, with sensible values; tests name only what they are about."""

from typing import Any

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.lifecycle import StudyStatus
from study.domain.vocabulary import GSM_CHECK, Category, ItemKind
from study.models import Invitation, Item, Study
from study.services.invitations import invite
from study.services.studies import create_study
from study.services.templates import generate_templates


def make_item(study: Study, code: str, **fields: Any) -> Item:
    """Return an item with its texts rendered trivially."""
    texts = {
        "question": f"Question of {code}?",
        "justification": f"1. Reason of {code}.",
        "answer": f"Answer of {code}",
        "question_html": f"<p>Question of {code}?</p>",
        "justification_html": f"<ol><li>Reason of {code}.</li></ol>",
        "answer_html": f"<p>Answer of {code}</p>",
    }
    kind = {"kind": ItemKind.MAIN.value, "category": Category.TP.value, "is_correct": True}
    return Item.objects.create(
        study=study, code=code, **{"problem_id": code, **texts, **kind, **fields}
    )


SMALL: dict[str, Any] = {
    "bank": {"items_per_category": 2},
    "templates": {"items_per_category": 2},
}
"""A study of 8 main items, 9 screens a session."""


def make_study(
    slug: str = "small", *, status: StudyStatus = StudyStatus.OPEN, **settings: Any
) -> Study:
    """Return a study with a complete little bank and no templates, open to people.

    `settings` are sections of the design, over those of `SMALL`.
    """
    design = read_design({**SMALL, **settings})
    study = create_study(slug, "A small study", design, status=status)
    make_bank(study, design)
    return study


def make_bank(study: Study, design: StudyDesign) -> None:
    """Fill a study's bank: main items of every category, one check, two practice items."""
    for category in design.bank.categories:
        for number in range(1, design.bank.items_per_category + 1):
            make_item(
                study,
                f"{category}{number:02d}",
                category=category,
                is_correct=Category(category).ground_truth,
            )
    make_item(
        study,
        "GSM-CHECK",
        kind=ItemKind.ATTENTION_CHECK.value,
        category=GSM_CHECK,
        is_correct=False,
    )
    for number in (1, 2):
        make_item(study, f"PRA{number:02d}", kind=ItemKind.PRACTICE.value, category="")


def make_invitation(study: Study | None = None, *, templates: int = 1) -> Invitation:
    """Return an invitation to a study that has templates."""
    study = study or make_study()
    if templates:
        generate_templates(study, {}, templates, seed=1)
    return invite(study, 1)[0]
