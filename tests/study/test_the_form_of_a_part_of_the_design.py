from dataclasses import fields
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from study.domain.design import StudyDesign
from study.domain.design_file import describe, read_design
from study.settings_form import PAPER, PartForm, with_papers_value
from study.words import PARTS, SETTINGS
from tests.domain.test_differences_of_designs import designs

PARTS_OF_THE_DESIGN = [part.name for part in fields(StudyDesign)]
parts = pytest.mark.parametrize("part", PARTS_OF_THE_DESIGN)


def sent(part: str, design: StudyDesign, **changes: str) -> QueryDict:
    """Return what a browser sends for a form that shows a design, with some fields changed."""
    form, data = PartForm(part, design), QueryDict(mutable=True)
    for field in form:
        value = field.value()
        if value is True:
            data[field.name] = "on"
        elif value is not False:
            data[field.name] = str(value)
    for name, value in changes.items():
        data[name] = value
    return data


def can_be_sent(design: StudyDesign) -> bool:
    """Tell whether browsers can send every text: no zero, no line end of other systems."""
    texts = [value for _, _, value, _ in describe(design) if isinstance(value, str)]
    return not any(bad in text for text in texts for bad in "\0\r")


@given(designs().filter(can_be_sent), st.sampled_from(PARTS_OF_THE_DESIGN))
def test_what_is_shown_is_what_comes_back(design: StudyDesign, part: str) -> None:
    form = PartForm(part, design, sent(part, design))

    assert form.is_valid(), form.errors
    assert form.design == design


@parts
def test_every_setting_has_a_field_a_name_and_a_meaning(part: str) -> None:
    form = PartForm(part, PAPER)

    settings = [(key, rule) for name, key, _, rule in describe(PAPER) if name == part]
    assert [each.field.name for each in form.settings()] == [key for key, _ in settings]
    for key, rule in settings:
        assert form.fields[key].help_text == rule["about"]
        assert form.fields[key].label == SETTINGS[part, key]
    assert PARTS[part]


def test_nothing_else_has_a_name() -> None:
    assert set(SETTINGS) == {(part, key) for part, key, _, _ in describe(PAPER)}
    assert list(PARTS) == PARTS_OF_THE_DESIGN


def test_the_limits_of_a_setting_are_limits_of_its_field() -> None:
    field = PartForm("timing", PAPER)["ao_hard_seconds"]

    assert 'min="2"' in str(field)
    assert 'max="86400"' in str(field)
    assert not PartForm("timing", PAPER, sent("timing", PAPER, ao_hard_seconds="1")).is_valid()
    assert not PartForm("timing", PAPER, sent("timing", PAPER, ao_hard_seconds="x")).is_valid()


def test_a_contradiction_stands_beside_the_setting_it_names() -> None:
    data = sent("timing", PAPER, ao_hard_seconds="100", aj_hard_seconds="100")
    form = PartForm("timing", PAPER, data)

    assert not form.is_valid()
    assert set(form.errors) == {"ao_hard_seconds", "aj_hard_seconds"}
    assert form.errors["ao_hard_seconds"] == [
        "expected more than “AO: warning after (seconds)”, which is 180."
    ]


def test_a_contradiction_with_another_part_is_told_whole() -> None:
    form = PartForm("bank", PAPER, sent("bank", PAPER, items_per_category="2"))

    assert not form.is_valid()
    (problem,) = form.non_field_errors()
    assert problem == (
        "“Items per category in a session”: expected at most “Items per category in the bank”, "
        "which is 2."
    )


def test_base_average_and_maximum_out_of_order_are_one_problem() -> None:
    form = PartForm("compensation", PAPER, sent("compensation", PAPER, base="80"))

    assert "base ≤ average ≤ maximum" in str(form.non_field_errors())


def test_a_form_that_was_opened_before_somebody_elses_change_is_not_saved_over_it() -> None:
    data = sent("timing", PAPER, grace_seconds="5")
    theirs = read_design({"practice": {"items": 0}})
    form = PartForm("timing", theirs, data)

    assert not form.is_valid()
    assert "Somebody changed the design meanwhile" in str(form.non_field_errors())
    again = QueryDict(mutable=True)
    again.update(form.data)
    looked_again = PartForm("timing", theirs, again)
    assert looked_again.is_valid()
    assert looked_again.design.practice.items == 0
    assert looked_again.design.timing.grace_seconds == 5


def test_what_differs_from_the_paper_is_marked_even_before_it_is_saved() -> None:
    form = PartForm("timing", PAPER, sent("timing", PAPER, grace_seconds="5"))

    assert [each.field.name for each in form.settings() if each.differs] == ["grace_seconds"]


@given(designs().filter(can_be_sent), st.data())
def test_back_to_the_papers_value_changes_one_setting_and_no_other(
    design: StudyDesign, data: Any
) -> None:
    part, key, _, _ = data.draw(st.sampled_from(list(describe(design))))
    before = sent(part, design)

    after = with_papers_value(before, part, key)

    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} <= {key}
    form = PartForm(part, design, after)
    (changed,) = (each for each in form.settings() if each.field.name == key)
    assert not changed.differs


def test_an_unknown_setting_is_left_alone() -> None:
    before = sent("timing", PAPER)

    assert with_papers_value(before, "timing", "no_such_key") == before
