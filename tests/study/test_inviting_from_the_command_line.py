import os
import re
import sys
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from annotation.services.entry import begin, decline, give_consent, wording
from study.management.commands.invite import open_invitations
from study.services.invitations import revoke
from study.services.templates import generate_templates
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


def test_one_link_is_shown_by_its_code() -> None:
    study = make_study()
    lines = invite("--count", "2")

    assert invite("--show", "P002") == lines[1:]
    revoke(study.invitations.get(participant__code="P002"), "mistake")
    with pytest.raises(CommandError, match="P002 was taken back"):
        invite("--show", "P002")


def test_more_invitations_than_templates_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    study = make_study()
    generate_templates(study, {}, 3, seed=1)

    invite("--count", "3")
    assert capsys.readouterr().err == ""
    revoke(study.invitations.get(participant__code="P001"), "mistake")
    invite("--count", "4")

    assert capsys.readouterr().err == (
        "warning: 6 open invitations, 3 free templates: "
        "manage.py generate_templates small --count 3\n"
    )


def test_who_holds_a_template_or_has_ended_is_no_open_invitation() -> None:
    study = make_study()
    generate_templates(study, {}, 3, seed=1)
    invite("--count", "3")
    now = timezone.now()
    holder, decliner = (
        begin(study.invitations.get(participant__code=code), "en", now) for code in ("P001", "P002")
    )
    assert open_invitations(study) == 3

    give_consent(holder, wording(holder, "en"), now)
    decline(decliner, wording(decliner, "en"), now)

    assert open_invitations(study) == 1


def test_thousands_are_invited_only_when_they_are_meant() -> None:
    study = make_study()

    with pytest.raises(CommandError, match=r"1001 people at once .* --yes"):
        invite("--count", "1001")
    assert not study.invitations.exists()
    assert len(invite("--count", "1001", "--yes")) == 1001


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


def test_a_renewed_link_replaces_the_old_one() -> None:
    study = make_study()
    old, other = invite("--count", "2")

    (new,) = invite("--renew", "P001")

    assert LINE.fullmatch(new)
    assert new != old
    assert invite("--show") == [new, other]
    assert study.audit_entries.filter(action="invitation.renewed").count() == 1


def test_an_invitation_taken_back_is_closed_with_its_reason_in_the_log() -> None:
    study = make_study()
    (line,) = invite("--count", "1")

    (said,) = invite("--revoke", "P001", "--reason", "asked by mail")

    assert "P001 is taken back" in said
    assert Client().get(line.split("study.example")[1]).status_code == 410
    assert study.audit_entries.get(action="invitation.revoked").reason == "asked by mail"


def test_what_was_taken_back_is_neither_renewed_nor_taken_back_again() -> None:
    study = make_study()
    invite("--count", "1")
    invite("--revoke", "P001", "--reason", "mistake")

    with pytest.raises(CommandError, match=r"P001 was taken back before"):
        invite("--revoke", "P001", "--reason", "again")
    with pytest.raises(CommandError, match=r"taken back.* manage.py invite small --count 1"):
        invite("--renew", "P001")
    assert study.audit_entries.filter(action="invitation.revoked").count() == 1
    assert study.invitations.get().generation == 1


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--revoke", "P001"], "Say why"),
        (["--renew", "P009"], "There is no participant 'P009' in small"),
        (["--revoke", "P001", "--reason", "bad\udcff"], "is not UTF-8"),
        (["--renew", "P001", "--count", "1"], "not allowed with"),
    ],
)
def test_what_is_missing_or_wrong_is_one_clear_line(args: list[str], complaint: str) -> None:
    study = make_study()
    invite("--count", "1")

    with pytest.raises(CommandError, match=complaint):
        invite(*args)
    assert study.invitations.get().revoked_at is None


@pytest.mark.parametrize("args", [["--count", "0"], ["--count", "x"], []])
def test_a_number_that_is_none_is_refused(args: list[str]) -> None:
    make_study()

    with pytest.raises(CommandError):
        invite(*args)


def test_an_unknown_study_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match="There is no study 'small'"):
        invite("--count", "1")


def test_a_reader_that_has_seen_enough_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_study()
    invite("--count", "3")
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does when it has its lines
    with os.fdopen(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        call_command("invite", "small", "--show")
        assert os.path.samestat(os.fstat(pipe.fileno()), os.stat(os.devnull))


def test_a_study_whose_name_is_not_utf_8_is_unknown_too() -> None:
    with pytest.raises(CommandError, match="There is no study"):
        call_command("invite", "bad\udcff", "--show")
