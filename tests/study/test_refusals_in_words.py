"""What a rule refuses is told in the viewer's language; in English it is what programs get."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from study.domain.errors import DomainError, InvalidDesign, Problem
from study.domain.lifecycle import IllegalStudyMove, StudyEvent, StudyStatus, move
from study.item_bank.files import Record
from study.item_bank.images import Figures
from study.item_bank.rows import read_row
from study.words import said, sentence
from tests.factories import make_study


def test_a_refusal_says_the_same_in_both_languages() -> None:
    with pytest.raises(IllegalStudyMove) as refused:
        move(StudyStatus.PAUSED, StudyEvent.ARCHIVE)

    with translation.override("zh-hans"):
        assert said(refused.value) == "研究处于“已暂停”状态，不能执行“归档研究”。"
        assert str(refused.value) == "A study that is paused cannot archive."


def test_a_refusal_without_a_translation_is_told_as_it_is() -> None:
    with translation.override("zh-hans"):
        assert said(InvalidDesign(["100% wrong", "twice"])) == "100% wrong\ntwice"
        assert said(DomainError()) == ""


def test_what_is_wrong_with_a_file_is_said_in_both_languages() -> None:
    truth = {"kind": "main", "category": "TP", "is_correct": False}
    text = {"code": "A", "question": "1?", "justification": "1.", "answer": "1", "gold_answer": "1"}
    problems: list[Problem] = []
    read_row(Record(2, {**truth, **text}), Figures(Path()), problems)

    assert [str(problem) for problem in problems] == [
        "row 2, category: TP items are right, but is_correct says otherwise."
    ]
    with translation.override("zh-hans"):
        assert sentence(problems[0].message) == "TP 类题目的答案为正确，但 is_correct 与此不符。"
    with translation.override("en"):
        assert sentence(problems[0].message) == problems[0].message


@pytest.mark.django_db
def test_the_page_of_a_refusal_speaks_the_viewers_language(client: Client) -> None:
    study = make_study()
    client.force_login(User.objects.create_superuser("operator"))
    address = reverse("study-status", args=[study.slug, StudyEvent.ARCHIVE.value])

    page = client.get(address, headers={"Accept-Language": "zh-hans"})

    assert page.status_code == 409
    assert "不能执行“归档研究”" in page.content.decode()
