"""What a rule refuses is told in the viewer's language; in English it is what programs get."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from study.domain.errors import DomainError, InvalidDesign
from study.domain.lifecycle import IllegalStudyMove, StudyEvent, StudyStatus, move
from study.words import said
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


@pytest.mark.django_db
def test_the_page_of_a_refusal_speaks_the_viewers_language(client: Client) -> None:
    study = make_study()
    client.force_login(User.objects.create_superuser("operator"))
    address = reverse("study-status", args=[study.slug, StudyEvent.ARCHIVE.value])

    page = client.get(address, headers={"Accept-Language": "zh-hans"})

    assert page.status_code == 409
    assert "不能执行“归档研究”" in page.content.decode()
