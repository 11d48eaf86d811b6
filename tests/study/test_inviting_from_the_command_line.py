import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from study.services.invitations import revoke
from tests.factories import make_study

pytestmark = pytest.mark.django_db

LINE = re.compile(r"P\d{3}\thttps://study\.example/j/[a-z0-9]{28}/")


@pytest.fixture(autouse=True)
def _served_there(settings: Any) -> None:
    settings.BASE_URL = "https://study.example"


def invite(*args: str) -> list[str]:
    out = StringIO()
    call_command("invite", "small", *args, stdout=out)
    return out.getvalue().splitlines()


def test_each_invitation_is_a_line_with_code_and_link() -> None:
    make_study()

    lines = invite("--count", "3")

    assert [line.split("\t")[0] for line in lines] == ["P001", "P002", "P003"]
    assert all(LINE.fullmatch(line) for line in lines)
    path = lines[0].split("study.example")[1]
    assert Client().get(path).status_code == 200


def test_the_same_links_are_shown_again_and_none_is_made() -> None:
    study = make_study()
    lines = invite("--count", "2")

    assert invite("--show") == lines
    assert study.invitations.count() == 2


def test_a_link_that_was_taken_back_is_not_shown() -> None:
    study = make_study()
    lines = invite("--count", "2")
    revoke(study.invitations.get(participant__code="P001"), "mistake")

    assert invite("--show") == lines[1:]


def test_pilot_invitations_are_marked_and_shown_apart() -> None:
    study = make_study()
    invite("--count", "1")

    pilot = invite("--count", "1", "--test")

    assert study.invitations.filter(is_test=True).count() == 1
    assert invite("--show", "--test") == pilot


@pytest.mark.parametrize("args", [["--count", "0"], ["--count", "x"], []])
def test_a_number_that_is_none_is_refused(args: list[str]) -> None:
    make_study()

    with pytest.raises(CommandError):
        invite(*args)


def test_an_unknown_study_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match="There is no study 'small'"):
        invite("--count", "1")
