from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from study.domain.design import StudyDesign
from study.domain.presets import PRESETS
from study.domain.roles import Role
from study.models import Study
from study.permissions import role_in
from study.selectors import current_version
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("ada"))
    return client


def make(client: Client, **fields: Any) -> Any:
    return client.post("/studies/new/", {"title": "A study", "start": "paper", **fields})


def said(reply: Any) -> str:
    text: str = reply.content.decode()
    return text


@pytest.mark.parametrize("preset", PRESETS)
def test_it_starts_from_a_preset_as_a_draft_that_its_maker_owns(preset: str, ada: Client) -> None:
    reply = make(ada, start=preset, slug="mine")

    study = Study.objects.get(slug="mine")
    assert reply.headers["Location"] == "/studies/mine/"
    assert current_version(study).design == PRESETS[preset].design
    assert study.status == "draft"
    assert role_in(User.objects.get(), study) is Role.OWNER


def test_its_short_name_is_made_of_the_title_and_never_taken_twice(ada: Client) -> None:
    for _ in range(3):
        make(ada, title="Proofs & Errors")

    assert sorted(Study.objects.values_list("slug", flat=True)) == [
        "proofs-errors",
        "proofs-errors-2",
        "proofs-errors-3",
    ]


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"slug": "small"}, "There is a study of this name"),
        ({"slug": "not a slug"}, "valid “slug”"),
        ({"slug": "new"}, "taken by a page"),
        ({"title": "数学证明"}, "Give a short name of Latin letters"),
        ({"title": ""}, "This field is required"),
        ({"start": "copy"}, "Choose the study to copy"),
        ({"start": "toml"}, "Choose a file, or type a design"),
        ({"start": "nothing"}, "Select a valid choice"),
    ],
)
def test_what_is_missing_or_taken_is_said_and_nothing_is_made(
    fields: dict[str, str], complaint: str, ada: Client
) -> None:
    make_study()

    reply = make(ada, **fields)

    assert reply.status_code == 422
    assert complaint in said(reply)
    assert Study.objects.count() == 1


def test_a_design_as_toml_names_what_differs_from_the_paper(ada: Client) -> None:
    make(ada, start="toml", slug="mine", toml="[timing]\nao_hard_seconds = 300\n")

    design = current_version(Study.objects.get()).design
    assert design.timing.ao_hard_seconds == 300
    assert design.consent == StudyDesign().consent


def test_every_problem_of_the_toml_is_told_at_once_and_nothing_typed_is_lost(ada: Client) -> None:
    text = b"[timing]\nao_hard_secs = 9\n[bank]\nitems_per_category = 1\n"

    reply = make(
        ada,
        title="Kept <title>",
        slug="kept",
        start="toml",
        file=SimpleUploadedFile("d.toml", text),
    )

    page = said(reply)
    assert reply.status_code == 422
    assert "timing.ao_hard_secs: no such key" in page
    assert "expected at most bank.items_per_category" in page
    for kept in ("Kept &lt;title&gt;", 'value="kept"', "ao_hard_secs = 9"):
        assert kept in page
    assert not Study.objects.exists()


def test_a_copy_of_a_study_one_sees(member: Member) -> None:
    study = make_study()
    client = member(study, Role.RESEARCHER)

    make(client, start="copy", source=study.pk, slug="copied", with_items="on")
    make(client, start="copy", source=study.pk, slug="bare")

    assert Study.objects.get(slug="copied").items.count() == study.items.count()
    assert not Study.objects.get(slug="bare").items.exists()


def test_a_study_one_does_not_see_cannot_be_copied(ada: Client) -> None:
    study = make_study()

    reply = make(ada, start="copy", source=study.pk)

    assert reply.status_code == 422
    assert Study.objects.count() == 1


def test_who_may_only_read_a_study_copies_it_from_neither_page(member: Member) -> None:
    study = make_study()
    client = member(study, Role.ANALYST)

    assert client.get("/studies/small/duplicate/").status_code == 403
    assert make(client, start="copy", source=study.pk).status_code == 422
    assert Study.objects.count() == 1


def test_the_page_of_a_study_duplicates_it(member: Member) -> None:
    study = make_study()
    client = member(study, Role.RESEARCHER)
    assert "Copy of A small study" in said(client.get("/studies/small/duplicate/"))

    reply = client.post(
        "/studies/small/duplicate/", {"title": "Copy of A small study", "with_items": "on"}
    )

    assert reply.headers["Location"] == "/studies/copy-of-a-small-study/"
    copy = Study.objects.get(slug="copy-of-a-small-study")
    assert copy.items.count() == study.items.count()
    assert (
        client.post("/studies/small/duplicate/", {"title": "x", "slug": "small"}).status_code == 200
    )
    assert Study.objects.count() == 2
