"""Pages say in words what was done; whoever computes with the log gets the codes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.domain.session import Event
from study.domain.lifecycle import StudyEvent
from study.log_words import ACTIONS, name_of
from tests.factories import make_study

ROOT = Path(__file__).parents[2]
EVENTS = {"study.": StudyEvent, "session.": Event}


def recorded(path: Path) -> Iterator[str]:
    """Yield the actions that a file gives to `record`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(
                func=ast.Name(id="record"), args=[_, ast.Constant(value=str(action)), *_]
            ):
                yield action
            case ast.Call(
                func=ast.Name(id="record"),
                args=[_, ast.JoinedStr(values=[ast.Constant(value=str(noun)), _]), *_],
            ):
                yield from (f"{noun}{event}" for event in EVENTS[noun])
            case ast.Call(func=ast.Name(id="record")):
                pytest.fail(f"{path}: an action this test cannot read: {ast.unparse(node)}")


def test_every_action_has_words_and_no_words_are_left_over() -> None:
    sources = [
        path
        for app in ("frame", "study", "annotation", "analysis", "config")
        for path in (ROOT / app).rglob("*.py")
    ]

    assert {action for path in sources for action in recorded(path)} == set(ACTIONS)


def test_an_action_without_words_shows_its_code() -> None:
    assert name_of("study.tried") == "study.tried"


@pytest.mark.django_db
def test_the_page_says_words_and_the_csv_codes(client: Client) -> None:
    study = make_study()
    client.force_login(User.objects.create_superuser("operator"))
    address = reverse("log", args=[study.slug])

    page = client.get(address).content.decode()
    csv = b"".join(client.get(address, {"format": "csv"})).decode()

    assert '<span title="study.created">Study created</span>' in page
    assert '<option value="study.created">Study created</option>' in page
    assert "study.created" in csv
    assert "Study created" not in csv


@pytest.mark.django_db
def test_the_words_are_in_the_viewers_language(client: Client) -> None:
    study = make_study()
    client.force_login(User.objects.create_superuser("operator"))

    page = client.get(
        reverse("log", args=[study.slug]), headers={"Accept-Language": "zh-hans"}
    ).content.decode()

    assert '<span title="study.created">创建研究</span>' in page
