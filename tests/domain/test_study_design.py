import pytest

from study.domain.design import StudyDesign
from study.domain.design_file import describe, read_design
from study.domain.errors import InvalidDesign


def problems_of(given: dict[str, object]) -> list[str]:
    with pytest.raises(InvalidDesign) as refused:
        read_design(given)
    return refused.value.problems


def test_the_defaults_are_the_papers_numbers() -> None:
    design = StudyDesign()
    assert design.bank.items_per_category == 10
    assert (design.main_items, design.shown_items) == (16, 17)
    assert design.templates.coverage_target == 3
    assert (design.timing.ao_soft_seconds, design.timing.aj_hard_seconds) == (180, 240)
    assert design.integrity.severe_threshold == 3
    pay = design.compensation
    assert (pay.currency, pay.base, pay.average, pay.maximum) == ("RMB", 60, 70, 100)


def test_what_is_not_given_keeps_its_default() -> None:
    design = read_design({"timing": {"ao_hard_seconds": 200}})
    assert design.timing.ao_hard_seconds == 200
    assert design.timing.aj_hard_seconds == 240


def test_a_wrong_key_names_itself_and_the_keys_there_are() -> None:
    assert problems_of({"timing": {"hard": 3}})[0].startswith("timing.hard: no such key; [timing]")
    assert problems_of({"clock": {}})[0].startswith("[clock]: no such section")


@pytest.mark.parametrize(
    ("section", "key", "value", "expected"),
    [
        ("timing", "grace_seconds", 31, "at most 30"),
        ("timing", "ao_soft_seconds", "180", "a whole number, at least 1"),
        ("timing", "ao_soft_seconds", True, "a whole number, at least 1"),
        ("timing", "aj_hard_seconds", 99_999_999_999_999, "at least 2, at most 86400"),
        ("practice", "feedback", 1, "true or false"),
        ("templates", "opening_condition", "BOTH", "one of AJ, AO, counterbalanced"),
        ("bank", "categories", ["TP", "TP"], "a list of different words"),
        ("consent", "contact", None, "a text"),
        ("consent", "version", "v" * 41, "a text of at most 40 characters"),
        ("consent", "contact", "Ours\0", "a text without NUL characters"),
    ],
)
def test_a_wrong_value_names_itself_and_what_is_allowed(
    section: str, key: str, value: object, expected: str
) -> None:
    (problem,) = problems_of({section: {key: value}})
    assert problem.startswith(f"{section}.{key} = {value!r}: expected ")
    assert expected in problem


def test_settings_that_contradict_each_other_are_refused() -> None:
    assert "more than timing.ao_soft_seconds" in problems_of({"timing": {"ao_hard_seconds": 90}})[0]
    alone = {"bank": {"categories": ["TP"]}, "templates": {"items_per_category": 1}}
    assert "one AO and one AJ" in problems_of(alone)[0]
    assert "base ≤ average ≤ maximum" in problems_of({"compensation": {"base": 80}})[0]


@pytest.mark.parametrize(
    ("written", "missing"), [("text_en", "text_zh_hans"), ("text_zh_hans", "text_en")]
)
def test_a_consent_text_is_written_in_both_languages_or_in_none(written: str, missing: str) -> None:
    (problem,) = problems_of({"consent": {written: "Ours", missing: " "}})
    assert problem.startswith(f"consent.{missing} is empty: expected a text in both languages")
    assert read_design({"consent": {written: "Ours", missing: "Too"}}).consent.version == "1"


def test_every_problem_is_reported_at_once() -> None:
    assert len(problems_of({"timing": {"x": 1, "grace_seconds": -1}, "y": {}, "bank": 3})) == 4


def test_a_design_survives_the_way_through_its_own_values() -> None:
    design = read_design({"timing": {"ao_hard_seconds": 200}, "consent": {"contact": "我们"}})
    assert read_design(design.as_dict()) == design
    assert read_design(design.as_dict()).hash == design.hash != StudyDesign().hash


def test_every_setting_says_what_it_means() -> None:
    assert all(metadata["about"] for _, _, _, metadata in describe(StudyDesign()))


def test_every_number_has_a_smallest_and_a_largest_value() -> None:
    numbers = [
        (f"{section}.{key}", metadata["at_least"], metadata["at_most"])
        for section, key, value, metadata in describe(StudyDesign())
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    assert len(numbers) > 10
    assert [name for name, low, high in numbers if low is None or high is None] == []


def test_the_layout_hash_changes_with_the_layout_and_with_nothing_else() -> None:
    paper = StudyDesign().layout_hash
    assert read_design({"timing": {"ao_hard_seconds": 200}}).layout_hash == paper
    assert read_design({"templates": {"opening_condition": "AO"}}).layout_hash != paper
