"""The consent text: filled in, without empty lines for what a study does not have."""

import pytest

from study import texts
from study.domain.design import StudyDesign
from study.domain.design_file import read_design

LANGUAGES = ["en", "zh-hans"]


def own(text: str) -> StudyDesign:
    return read_design({"consent": {"text_en": text, "text_zh_hans": text}})


FULL = {"institution": "Institute I", "contact": "ask@i.example", "ethics_number": "E-7"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_study_does_not_have_leaves_no_gap(language: str) -> None:
    text = texts.consent(read_design({}), language).text
    assert "{" not in text
    assert "E-7" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_runs_it_whom_to_ask_and_the_approval_are_named(language: str) -> None:
    text = texts.consent(read_design({"consent": FULL}), language).text
    assert all(value in text for value in FULL.values())


def test_pay_is_named_in_the_words_of_the_language() -> None:
    design = read_design({})
    assert "100 元" in texts.consent(design, "zh-hans").text
    assert "RMB" in texts.consent(design, "en").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_study_can_write_its_own_text(language: str) -> None:
    written = own("{items} items, {ethics_number}\n{unknown}")
    assert texts.consent(written, language).text == "{unknown}"
    assert texts.consent(own("{items} items"), language).text == "17 items"


def test_the_hash_changes_with_the_text() -> None:
    design = read_design({})
    hashes = {texts.consent(design, language).sha256 for language in LANGUAGES}
    assert len(hashes) == 2


def test_the_papers_session_is_said_to_take_its_27_minutes() -> None:
    assert texts.about_minutes(read_design({})) == 27


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Whether you leave", "practice")), ("zh-hans", ("是否离开页面", "练习"))],
)
def test_monitoring_and_practice_are_asked_about_only_where_they_are(
    language: str, words: tuple[str, str]
) -> None:
    without = read_design({"practice": {"items": 0}})
    both = read_design({"integrity": {"monitoring": True}})
    assert not any(word in texts.consent(without, language).text for word in words)
    assert all(word in texts.consent(both, language).text for word in words)
