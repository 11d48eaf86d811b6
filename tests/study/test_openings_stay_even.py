"""Counterbalanced openings are even over the templates a study has, whatever was discarded."""

import pytest

from study.domain.attention_check import indices_of
from study.domain.vocabulary import Condition
from study.models import SessionTemplate, Study
from study.services.templates import discard, generate_templates
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def openings(study: Study) -> list[str]:
    """Return what opens each template; an attention check opens none."""
    return [_opening(template) for template in study.templates.order_by("number")]


def _opening(template: SessionTemplate) -> str:
    slots = template.slots.exclude(item__code="GSM-CHECK").order_by("position")
    return slots[0].condition


def test_what_was_discarded_is_made_up_for() -> None:
    layout = {"items_per_category": 2, "opening_condition": "counterbalanced"}
    study = make_study(templates=layout)
    generate_templates(study, {}, 9)
    assert openings(study) == ["AJ", "AO"] * 4 + ["AJ"]
    even = [template.pk for template in study.templates.all() if _opening(template) == "AO"]
    discard(study, study.templates.filter(pk__in=even), "not wanted")

    generate_templates(study, {}, 7)
    assert openings(study) == ["AJ"] * 5 + ["AO"] * 5 + ["AJ", "AO"]


def test_a_check_before_the_first_item_is_not_taken_for_the_opening() -> None:
    study = make_study(templates={"items_per_category": 2, "opening_condition": "counterbalanced"})
    for _batch in range(8):
        generate_templates(study, {}, 1)
    checks = [
        template.slots.get(item__code="GSM-CHECK").position for template in study.templates.all()
    ]
    assert 0 in [indices_of([position])[0] for position in checks]
    assert openings(study) == [Condition.AJ.value, Condition.AO.value] * 4
