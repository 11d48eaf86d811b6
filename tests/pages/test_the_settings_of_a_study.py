import tomllib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from study.domain.design_file import read_design
from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.models import Study
from study.selectors import current_version
from study.services.studies import freeze, note_pilot, revise_design
from tests.factories import SMALL, make_study
from tests.pages.conftest import Member
from tests.study.test_the_form_of_a_part_of_the_design import sent

pytestmark = pytest.mark.django_db
HOME = "/studies/small/settings/"


def save(client: Client, study: Study, part: str = "timing", **changes: str) -> Any:
    data = sent(part, current_version(study).design, **changes)
    return client.post(f"{HOME}{part}/", data.dict(), follow=True)


def said(reply: Any) -> str:
    text: str = reply.content.decode()
    return text


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.mark.parametrize("role", Role)
def test_every_member_reads_every_part(role: Role, study: Study, member: Member) -> None:
    client = member(study, role)

    for part in ("", "bank/", "templates/", "timing/", "practice/", "consent/", "presentation/"):
        assert client.get(HOME + part).status_code == 200
    page = said(client.get(HOME + "timing/"))
    assert ("<form" in page.split("<main")[1]) is (role is not Role.ANALYST)
    assert "K.6.1" in page


def test_an_analyst_changes_nothing(study: Study, member: Member) -> None:
    client = member(study, Role.ANALYST)

    assert save(client, study, grace_seconds="5").status_code == 403
    for page in ("title/", "file/"):
        assert client.post(HOME + page, {"title": "x", "toml": "x"}).status_code == 403
    assert current_version(study).design.timing.grace_seconds == 3


def test_a_version_nobody_has_begun_on_is_rewritten_and_the_page_says_so(
    study: Study, member: Member
) -> None:
    client = member(study, Role.RESEARCHER)
    assert "Nobody has begun on version 1 yet" in said(client.get(HOME + "timing/"))

    page = said(save(client, study, grace_seconds="5"))

    assert "Saved: version 1 holds" in page
    assert (current_version(study).number, current_version(study).design.timing.grace_seconds) == (
        1,
        5,
    )
    entry = study.audit_entries.get(action="study.design_revised")
    assert entry.actor is not None
    assert entry.actor.username == "researcher-of-small"


@pytest.mark.parametrize("begin", [freeze, note_pilot])
def test_a_version_somebody_has_begun_on_stays_and_the_page_says_so(
    begin: Any, study: Study, member: Member
) -> None:
    client = member(study, Role.RESEARCHER)
    begin(current_version(study), timezone.now())
    assert "saving a change makes version 2" in said(client.get(HOME + "timing/"))

    assert "Saved: version 2 holds" in said(save(client, study, grace_seconds="5"))
    assert study.versions.get(number=1).design.timing.grace_seconds == 3


def test_what_is_wrong_is_told_beside_the_field_and_nothing_typed_is_lost(
    study: Study, member: Member
) -> None:
    client = member(study, Role.RESEARCHER)

    reply = save(client, study, ao_hard_seconds="90", grace_seconds="7")

    assert reply.status_code == 422
    page = said(reply)
    assert "expected more than “AO: warning after (seconds)”, which is 180." in page
    assert 'value="90"' in page
    assert 'value="7"' in page
    assert current_version(study).design.timing.grace_seconds == 3


def test_back_to_the_papers_value_saves_nothing_and_keeps_what_was_typed(
    study: Study, member: Member
) -> None:
    client = member(study, Role.RESEARCHER)
    save(client, study, grace_seconds="9")
    assert "Back to the usual value" in said(client.get(HOME + "timing/"))

    reply = save(client, study, ao_soft_seconds="100", paper="grace_seconds")

    assert reply.status_code == 200
    assert 'value="3"' in said(reply)
    assert 'value="100"' in said(reply)
    assert current_version(study).design.timing.grace_seconds == 9


def test_another_layout_is_warned_of(study: Study, member: Member) -> None:
    client = member(study, Role.RESEARCHER)

    page = said(save(client, study, "templates", opening_condition="AO"))

    assert "The layout of sessions is another one" in page


def test_the_same_again_is_no_change(study: Study, member: Member) -> None:
    assert "Nothing was changed." in said(save(member(study, Role.RESEARCHER), study))
    assert not study.audit_entries.filter(action="study.design_revised").exists()


def test_an_archived_study_is_read_only(study: Study, member: Member) -> None:
    client = member(study, Role.OWNER)
    Study.objects.update(status=StudyStatus.ARCHIVED.value)

    assert "nothing of it can be changed" in said(client.get(HOME))
    assert "<form" not in said(client.get(HOME + "timing/")).split("<main")[1]
    reply = save(client, study, grace_seconds="5")
    assert reply.status_code == 409
    assert "Nothing was changed" in said(reply)
    assert current_version(study).design.timing.grace_seconds == 3


def test_the_title_is_changed_and_an_empty_one_refused(study: Study, member: Member) -> None:
    client = member(study, Role.RESEARCHER)

    assert "This field is required" in said(client.post(HOME + "title/", {"title": " "}))
    assert "Another title" in said(
        client.post(HOME + "title/", {"title": "Another title"}, follow=True)
    )
    assert Study.objects.get().title == "Another title"


def test_a_design_goes_out_as_toml_and_comes_back(study: Study, member: Member) -> None:
    client = member(study, Role.RESEARCHER)

    out = client.get(HOME + "design.toml")
    design = read_design(tomllib.loads(said(out)))
    assert design == current_version(study).design
    assert out["Content-Disposition"] == 'attachment; filename="small-v1.toml"'

    text = said(out).replace("grace_seconds = 3", "grace_seconds = 6")
    file = SimpleUploadedFile("design.toml", text.encode())
    page = said(client.post(HOME + "file/", {"file": file}, follow=True))
    assert "Saved: version 1 holds" in page
    assert current_version(study).design.timing.grace_seconds == 6


def test_what_a_file_does_not_name_stays(study: Study, member: Member) -> None:
    client = member(study, Role.RESEARCHER)
    save(client, study, "practice", items="1")

    client.post(HOME + "file/", {"toml": "[timing]\ngrace_seconds = 8\n"})

    design = current_version(study).design
    assert (design.practice.items, design.timing.grace_seconds) == (1, 8)


def test_everything_wrong_with_a_file_is_told_at_once_and_its_text_can_be_mended(
    study: Study, member: Member
) -> None:
    client = member(study, Role.RESEARCHER)
    text = "[timing]\nao_hard_secs = 9\ngrace_seconds = -1\n[colour]\nred = 1\n"

    reply = client.post(HOME + "file/", {"file": SimpleUploadedFile("d.toml", text.encode())})

    assert reply.status_code == 422
    page = said(reply)
    for words in ("timing.ao_hard_secs: no such key", "at least 0", "[colour]: no such section"):
        assert words in page
    assert "ao_hard_secs = 9" in page


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({"toml": "a = = b"}, "This is not TOML"),
        ({"toml": "  "}, "Choose a file, or type a design"),
        ({"file": SimpleUploadedFile("d.toml", b"\xff\xfe\x00")}, "no text in UTF-8"),
        ({"file": SimpleUploadedFile("d.toml", b"#" * 1_000_001)}, "too large for a design"),
    ],
)
def test_what_is_no_design_is_refused(
    sent: Any, complaint: str, study: Study, member: Member
) -> None:
    reply = member(study, Role.RESEARCHER).post(HOME + "file/", sent)

    assert reply.status_code == 422
    assert complaint in said(reply)


def test_who_saves_at_the_same_moment_as_somebody_else_undoes_nothing(
    study: Study, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, looked_at = member(study, Role.RESEARCHER), current_version(study)
    monkeypatch.setattr("study.pages.settings.current_version", lambda _: looked_at)
    stale = sent("timing", looked_at.design, grace_seconds="5")
    revise_design(study, read_design({**SMALL, "consent": {"institution": "A university"}}))

    reply = client.post(f"{HOME}timing/", stale.dict())

    assert reply.status_code == 409
    assert "Somebody changed the design meanwhile" in said(reply)
    assert current_version(study).design.consent.institution == "A university"
