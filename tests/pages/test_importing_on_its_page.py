"""Import through the page: all errors, or what would change; then exactly that, or nothing."""

import csv
import io
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from study.domain.roles import Role
from study.item_bank.fields import FIELDS
from study.item_bank.sample import as_csv as sample_csv
from study.item_bank.sample import as_jsonl as sample_jsonl
from study.models import Item, Study
from study.pages import importing, item_words
from study.services import uploads
from study.services.members import set_role
from tests.factories import make_study
from tests.pages.conftest import Member
from tests.study.test_reading_an_item_file import MAIN, as_csv, jsonl

pytestmark = pytest.mark.django_db
PAGE = "/studies/small/items/import/"
OTHER: dict[str, Any] = {**MAIN, "code": "TP02", "question": "What is $3+3$?"}


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media" / "imports"


@pytest.fixture
def study(media: Path) -> Study:
    study = make_study()
    Item.objects.all().delete()
    return study


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def upload(client: Client, name: str, data: bytes, **options: Any) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile(name, data)}, **options)


def look(client: Client, name: str, data: bytes) -> tuple[str, str]:
    """Upload a file; return the address of what it would change, and that page."""
    address = upload(client, name, data)["Location"]
    return address, shown(client, address)


def shown(client: Client, address: str) -> str:
    reply = client.get(address)
    assert reply.status_code == 200
    return " ".join(reply.content.decode().split())


def agree(client: Client, address: str) -> str:
    agreed = client.get(address).context["outlook"].result.fingerprint
    return client.post(address, {"agreed": agreed}, follow=True).content.decode()


def rows(tmp_path: Path, *items: dict[str, Any]) -> bytes:
    return jsonl(tmp_path, *items).read_bytes()


def test_a_good_file_is_looked_at_first_and_imported_when_that_is_agreed_to(
    study: Study, researcher: Client, tmp_path: Path, media: Path
) -> None:
    address, page = look(researcher, "bank.jsonl", rows(tmp_path, MAIN, OTHER))
    assert "<b>2</b> <span>to be created</span>" in page
    assert "TP01, TP02" in page
    assert not study.items.exists()
    assert "Imported: 2 items created, 0 changed." in agree(researcher, address)
    assert set(study.items.values_list("code", flat=True)) == {"TP01", "TP02"}
    entry = study.audit_entries.get(action="items.imported")
    assert entry.after is not None
    assert (str(entry.actor), entry.after["file"]) == ("researcher-of-small", "bank.jsonl")
    assert list(media.rglob("*.jsonl")) == []


def test_pressing_the_button_twice_imports_once_and_does_not_call_it_a_failure(
    study: Study, researcher: Client, tmp_path: Path
) -> None:
    address, _ = look(researcher, "bank.jsonl", rows(tmp_path, MAIN))
    agreed = {"agreed": researcher.get(address).context["outlook"].result.fingerprint}
    researcher.post(address, agreed)
    again = researcher.post(address, agreed, follow=True).content.decode()
    assert "This file was imported." in again
    assert study.audit_entries.filter(action="items.imported").count() == 1


def test_all_errors_of_a_file_are_listed_and_nothing_is_imported(
    study: Study, researcher: Client, tmp_path: Path
) -> None:
    wrong = {**OTHER, "category": "XX", "is_correct": "perhaps"}
    address, page = look(researcher, "bank.jsonl", rows(tmp_path, MAIN, wrong))
    assert "2 errors: nothing can be imported." in page
    assert "expected true or false" in page
    assert 'name="agreed"' not in page
    text = researcher.get(f"{address}?format=csv").getvalue().decode()
    found = list(csv.DictReader(io.StringIO(text)))
    assert {(row["What"], row["Row"], row["Field"]) for row in found} == {
        ("error", "2", "category"),
        ("error", "2", "is_correct"),
    }
    researcher.post(address, {"agreed": ""})
    assert not study.items.exists()


def test_errors_can_be_sorted(study: Study, researcher: Client, tmp_path: Path) -> None:
    wrong = [{**OTHER, "code": f"X{n}", "is_correct": "no idea"} for n in range(3)]
    address, page = look(researcher, "bank.jsonl", rows(tmp_path, *wrong))
    assert "sort=row" in page
    notes = researcher.get(f"{address}?sort=-row").context["notes"]
    assert next(row.record.row for row in notes.rows) == 3


def test_changed_items_are_shown_field_by_field(
    study: Study, researcher: Client, tmp_path: Path
) -> None:
    address, _ = look(researcher, "bank.jsonl", rows(tmp_path, MAIN, OTHER))
    agree(researcher, address)
    changed = {**OTHER, "question": "What is $3+4$?", "level": "5"}
    address, page = look(researcher, "bank.jsonl", rows(tmp_path, MAIN, changed))
    assert "<del>What is $3+<mark>3</mark>$?</del>" in page
    assert "<ins>What is $3+<mark>4</mark>$?</ins>" in page
    assert "<b>1</b> <span>to be changed</span>" in page
    assert "<b>1</b> <span>as they are</span>" in page
    reply = researcher.get(f"{address}?format=csv&of=changes")
    found = list(csv.DictReader(io.StringIO(reply.getvalue().decode())))
    assert {row["Field"]: row["In the file"] for row in found} == {
        "question": "What is $3+4$?",
        "level": "5",
    }
    assert "0 items created, 1 changed" in agree(researcher, address)
    assert study.items.get(code="TP02").level == "5"


def test_what_was_shown_to_people_cannot_change(
    study: Study, researcher: Client, tmp_path: Path
) -> None:
    agree(researcher, look(researcher, "bank.jsonl", rows(tmp_path, MAIN))[0])
    study.items.update(first_shown_at=timezone.now())
    _, page = look(researcher, "bank.jsonl", rows(tmp_path, {**MAIN, "answer": "5"}))
    assert "TP01 has been shown and stays as it was" in page


def test_when_the_bank_has_changed_meanwhile_it_is_looked_at_again(
    study: Study, researcher: Client, tmp_path: Path
) -> None:
    address, page = look(researcher, "bank.jsonl", rows(tmp_path, MAIN, OTHER))
    agreed = researcher.get(address).context["outlook"].result.fingerprint
    agree(researcher, look(researcher, "bank.jsonl", rows(tmp_path, MAIN))[0])
    page = researcher.post(address, {"agreed": agreed}, follow=True).content.decode()
    assert "the items have changed" in page
    assert set(study.items.values_list("code", flat=True)) == {"TP01"}
    assert "1 items created" in agree(researcher, address)


def test_csv_and_a_zip_with_images_can_be_uploaded(
    study: Study, researcher: Client, tmp_path: Path
) -> None:
    address, _ = look(researcher, "bank.csv", as_csv(tmp_path, MAIN).read_bytes())
    agree(researcher, address)
    picture, packed = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (4, 5)).save(picture, "PNG")
    with_image = {**OTHER, "image": "figures/one.png", "image_alt": "a square"}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bank/items.jsonl", rows(tmp_path, with_image))
        archive.writestr("bank/figures/one.png", picture.getvalue())
        archive.writestr("__MACOSX/bank/._items.jsonl", b"noise")
    agree(researcher, look(researcher, "bank.zip", packed.getvalue())[0])
    image = study.items.get(code="TP02").image
    assert image is not None
    assert (image.width, image.height) == (4, 5)


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("bank.xlsx", b"x", "Expected a .csv, .jsonl or .zip file."),
        (".csv", b"x", "Expected a .csv"),
        ("bank.csv", b"", "The submitted file is empty."),
        ("bank.zip", b"no zip at all", "The zip cannot be read"),
        ("bank.zip", zipped(**{"a.png": b"x"}), "it holds 0"),
        ("bank.zip", zipped(**{"a.csv": b"x", "b.csv": b"x"}), "it holds 2"),
    ],
)
def test_what_cannot_be_an_item_file_is_said_beside_the_field(
    researcher: Client, media: Path, name: str, data: bytes, words: str
) -> None:
    reply = upload(researcher, name, data)
    assert reply.status_code == 400
    assert words in reply.content.decode()
    assert not media.exists() or list(media.iterdir()) == []


def test_a_file_that_is_too_large_is_refused_with_what_to_do(
    researcher: Client, monkeypatch: pytest.MonkeyPatch, media: Path
) -> None:
    monkeypatch.setattr(uploads, "LARGEST_UPLOAD", 10)
    assert "manage.py import_items" in upload(researcher, "bank.csv", b"x" * 11).content.decode()
    assert list(media.glob("*")) == []


def test_a_zip_that_unpacks_to_too_much_is_refused(
    researcher: Client, monkeypatch: pytest.MonkeyPatch, media: Path
) -> None:
    monkeypatch.setattr(uploads, "_LARGEST_UNPACKED", 1000)
    page = upload(researcher, "bank.zip", zipped(**{"a.csv": b"x" * 1001})).content.decode()
    assert "too large when unpacked" in page
    assert list(media.glob("*")) == []


def test_a_zip_cannot_reach_outside_its_folder(researcher: Client, media: Path) -> None:
    upload(researcher, "bank.zip", zipped(**{"../../escaped.csv": b"x", "a/../../b.csv": b"x"}))
    assert list(media.parent.rglob("*.csv")) == []


def test_a_long_look_says_how_long_it_takes_and_goes_on_by_itself(
    researcher: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_LOOKED_AT_A_SECOND", 20)
    monkeypatch.setattr(importing, "_IMPORTED_A_SECOND", 20)
    address, page = look(researcher, "bank.jsonl", rows(tmp_path, MAIN))
    assert "This takes about" in page
    assert '<meta http-equiv="refresh" content="0; url=?checked=1">' in page
    assert "The import takes about" in shown(researcher, f"{address}?checked=1")


def test_an_upload_is_its_owners_and_its_studys(
    study: Study, researcher: Client, member: Member, tmp_path: Path
) -> None:
    address, _ = look(researcher, "bank.jsonl", rows(tmp_path, MAIN))
    gone = "This file is no longer here."
    owner = member(study, Role.OWNER)
    assert gone in owner.get(address, follow=True).content.decode()
    other = make_study("other")
    set_role(other, User.objects.get(username="researcher-of-small"), Role.RESEARCHER, by=None)
    moved = address.replace("small", "other")
    assert gone in researcher.get(moved, follow=True).content.decode()
    assert gone in owner.post(address, follow=True).content.decode()
    assert not study.items.exists()


def test_what_nobody_came_back_to_is_removed_after_an_hour(
    researcher: Client, tmp_path: Path, media: Path
) -> None:
    look(researcher, "bank.jsonl", rows(tmp_path, MAIN))
    (old,) = media.iterdir()
    long_ago = time.time() - 3601
    os.utime(old, (long_ago, long_ago))
    look(researcher, "bank.jsonl", rows(tmp_path, MAIN))
    assert old not in list(media.iterdir())
    assert len(list(media.iterdir())) == 1


def test_an_analyst_may_not_import_and_an_archived_study_takes_nothing(
    study: Study, researcher: Client, member: Member
) -> None:
    assert member(study, Role.ANALYST).get(PAGE).status_code == 403
    Study.objects.update(status="archived")
    assert researcher.get(PAGE).status_code == 409


@pytest.mark.parametrize(("form", "text"), [("csv", sample_csv()), ("jsonl", sample_jsonl())])
def test_the_sample_file_can_be_imported_as_it_is(
    study: Study, researcher: Client, form: str, text: str
) -> None:
    reply = researcher.get(f"/studies/small/items/sample.{form}")
    assert reply.content.decode() == text
    agree(researcher, look(researcher, f"sample.{form}", reply.content)[0])
    kinds = set(study.items.values_list("kind", "category"))
    assert len(kinds) == study.items.count() == 7


def test_every_field_of_an_item_file_is_explained() -> None:
    assert list(item_words.FIELDS) == list(FIELDS)
