"""Rows for tests, with sensible values; tests name only what they are about."""

from typing import Any

import factory
from factory.django import DjangoModelFactory

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.vocabulary import GSM_CHECK, Category, ItemKind
from study.models import Invitation, Item, Study
from study.services.invitations import invite
from study.services.studies import create_study
from study.services.templates import generate_templates


class ItemFactory(DjangoModelFactory[Item]):
    """An item with its texts rendered trivially."""

    class Meta:
        model = Item

    kind = ItemKind.MAIN.value
    category = Category.TP.value
    is_correct = True
    question = factory.LazyAttribute(lambda item: f"Question of {item.code}?")
    justification = factory.LazyAttribute(lambda item: f"1. Reason of {item.code}.")
    answer = factory.LazyAttribute(lambda item: f"Answer of {item.code}")
    problem_id = factory.SelfAttribute("code")
    question_html = factory.LazyAttribute(lambda item: f"<p>{item.question}</p>")
    justification_html = factory.LazyAttribute(
        lambda item: f"<ol><li>Reason of {item.code}.</li></ol>"
    )
    answer_html = factory.LazyAttribute(lambda item: f"<p>{item.answer}</p>")


SMALL: dict[str, Any] = {
    "bank": {"items_per_category": 2},
    "templates": {"items_per_category": 2},
}
"""A study of 8 main items, 9 screens a session."""


def make_study(slug: str = "small", **settings: Any) -> Study:
    """Return a study with a complete little bank and no templates.

    `settings` are sections of the design, over those of `SMALL`.
    """
    design = read_design({**SMALL, **settings})
    study = create_study(slug, "A small study", design)
    make_bank(study, design)
    return study


def make_bank(study: Study, design: StudyDesign) -> None:
    """Fill a study's bank: main items of every category, one check, two practice items."""
    for category in design.bank.categories:
        for number in range(1, design.bank.items_per_category + 1):
            ItemFactory.create(
                study=study,
                code=f"{category}{number:02d}",
                category=category,
                is_correct=Category(category).ground_truth,
            )
    ItemFactory.create(
        study=study,
        code="GSM-CHECK",
        kind=ItemKind.ATTENTION_CHECK.value,
        category=GSM_CHECK,
        is_correct=False,
    )
    for number in (1, 2):
        ItemFactory.create(
            study=study, code=f"PRA{number:02d}", kind=ItemKind.PRACTICE.value, category=""
        )


def make_invitation(study: Study | None = None, *, templates: int = 1) -> Invitation:
    """Return an invitation to a study that has templates."""
    study = study or make_study()
    if templates:
        generate_templates(study, {}, templates, seed=1)
    return invite(study, 1)[0]
