from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.domain.checklist import (
    Finding,
    NotReady,
    State,
    Stock,
    checklist,
    require_ready,
)
from study.domain.design import Consent, StudyDesign
from study.domain.vocabulary import Category

COMPLETE = Stock(
    main_items={category.value: 10 for category in Category},
    attention_checks=1,
    practice_items=2,
    formulas_as_source=0,
    free_templates=15,
    templates_lacking=0,
    owners=1,
    is_piloted=True,
)
TOLD = Consent(institution="A university", contact="ask@example.org", ethics_number="7")
DESIGN = replace(StudyDesign(), consent=TOLD)


def found(state: State, **changes: Any) -> list[str]:
    findings = checklist(DESIGN, replace(COMPLETE, **changes))
    return [finding.sentence for finding in findings if finding.state is state]


def test_a_complete_study_lacks_nothing_and_needs_no_advice() -> None:
    assert not found(State.LACKING)
    assert not found(State.ADVICE)
    require_ready(checklist(DESIGN, COMPLETE))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"main_items": {"TP": 10, "TN": 10, "FP": 3}},
            "Main items: TP 10, TN 10, FP 3, FN 0; one session template needs 4 of each category.",
        ),
        ({"attention_checks": 0}, "Attention checks: 0; a session has 1."),
        ({"free_templates": 0}, "No session template of the present layout is free."),
    ],
)
def test_what_a_session_needs_is_lacking(changes: dict[str, Any], sentence: str) -> None:
    assert found(State.LACKING, **changes) == [sentence]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"main_items": {"TP": 10, "TN": 10, "FP": 9, "FN": 10}}, "a complete bank has 10"),
        ({"practice_items": 1}, "Practice items: 1; the design asks for 2."),
        ({"formulas_as_source": 3}, "shown as source: 3"),
        ({"templates_lacking": 2}, "at least 2 more session templates"),
        ({"owners": 0}, "no owner"),
        ({"is_piloted": False}, "as a pilot first"),
    ],
)
def test_what_could_be_better_is_advice(changes: dict[str, Any], words: str) -> None:
    (sentence,) = found(State.ADVICE, **changes)

    assert words in sentence
    assert not found(State.LACKING, **changes)


@pytest.mark.parametrize(
    ("key", "state"),
    [
        ("institution", State.LACKING),
        ("contact", State.LACKING),
        ("ethics_number", State.ADVICE),
    ],
)
def test_what_participants_are_to_know_is_asked_for(key: str, state: State) -> None:
    design = replace(DESIGN, consent=replace(TOLD, **{key: " "}))

    (finding,) = [each for each in checklist(design, COMPLETE) if each.state is not State.DONE]
    assert finding.state is state
    assert (finding.page, finding.part) == ("settings-part", "consent")


def test_a_refusal_names_everything_that_is_lacking() -> None:
    findings = checklist(StudyDesign(), replace(COMPLETE, free_templates=0, owners=0))

    with pytest.raises(NotReady) as refusal:
        require_ready(findings)
    assert len(refusal.value.findings) == 3
    assert str(refusal.value).count("\n") == 2


@given(
    st.builds(
        Stock,
        main_items=st.dictionaries(st.sampled_from([c.value for c in Category]), st.integers(0)),
        attention_checks=st.integers(0, 5),
        practice_items=st.integers(0, 5),
        formulas_as_source=st.integers(0, 5),
        free_templates=st.integers(0, 5),
        templates_lacking=st.integers(0, 5),
        owners=st.integers(0, 2),
        is_piloted=st.booleans(),
    )
)
def test_every_sentence_has_its_gaps_filled(stock: Stock) -> None:
    findings: list[Finding] = checklist(StudyDesign(), stock)

    assert all(finding.sentence and "%(" not in finding.sentence for finding in findings)
