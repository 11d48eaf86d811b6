"""One item's page: everything that is known of it, where it is used, what happened to it."""

from pathlib import Path

import pytest
from django.test import Client

from study.domain.roles import Role
from study.models import Item, ItemImage, Study
from study.services.items import import_items
from study.services.retiring import restore_items, retire_items
from study.services.templates import generate_templates
from tests.factories import make_study
from tests.pages.conftest import Member
from tests.study.test_reading_an_item_file import MAIN, jsonl

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def analyst(study: Study, member: Member) -> Client:
    return member(study, Role.ANALYST)


def page_of(client: Client, item: Item) -> str:
    reply = client.get(f"/studies/small/items/{item.pk}/")
    assert reply.status_code == 200
    return " ".join(reply.content.decode().split())


def test_it_shows_the_item_as_rendered_and_as_written(study: Study, analyst: Client) -> None:
    item = study.items.get(code="TN01")
    Item.objects.filter(pk=item.pk).update(
        question="What is $x$?", question_html="<p>What is <math>x</math>?</p>", gold_answer="<42>"
    )
    page = page_of(analyst, item)
    assert "<p>What is <math>x</math>?</p>" in page
    assert "What is $x$?" in page
    assert "<code>&lt;42&gt;</code>" in page
    assert "wrong (G = 0)" in page


def test_it_leads_to_its_neighbours_and_to_items_of_the_same_problem(
    study: Study, analyst: Client
) -> None:
    item, twin = study.items.get(code="TP01"), study.items.get(code="FN01")
    Item.objects.filter(pk=twin.pk).update(problem_id="TP01")
    page = page_of(analyst, item)
    assert "← TN02" in page
    assert "TP02 →" in page
    assert f'shared with <a href="/studies/small/items/{twin.pk}/">FN01</a>' in page


def test_it_says_where_it_is_used(study: Study, analyst: Client) -> None:
    generate_templates(study, {}, 2, seed=1)
    slots = study.items.get(code="TP01").slots
    page = page_of(analyst, study.items.get(code="TP01"))
    for condition in ("AO", "AJ"):
        number = slots.filter(condition=condition).count()
        assert f"{number} template{'' if number == 1 else 's'} as {condition}" in page
    assert 'href="/studies/small/templates/T1/"' in page
    assert "everybody practises" in page_of(analyst, study.items.get(code="PRA01"))


def test_its_history_names_the_imports_that_touched_it_and_its_retirements(
    study: Study, analyst: Client, tmp_path: Path
) -> None:
    import_items(study, jsonl(tmp_path, {**MAIN, "code": "NEW1"}))
    retire_items(study, ["NEW1"], "wrong gold answer")
    restore_items(study, ["NEW1"], "it was right")
    page = page_of(analyst, study.items.get(code="NEW1"))
    told = [page.index(word) for word in ("item.restored", "item.retired", "items.imported")]
    assert told == sorted(told)
    assert "wrong gold answer" in page
    assert "items.imported" not in page_of(analyst, study.items.get(code="TP01"))


def test_its_figure_is_for_members_only(study: Study, analyst: Client) -> None:
    image = ItemImage.objects.create(
        sha256="0" * 64, media_type="image/png", width=2, height=3, data=b"picture"
    )
    item = study.items.get(code="TP01")
    Item.objects.filter(pk=item.pk).update(image=image, image_alt="a figure")
    address = f"/studies/small/items/{item.pk}/image"
    assert f'<img src="{address}" alt="a figure" width="2" height="3">' in page_of(analyst, item)
    reply = analyst.get(address)
    assert (reply.content, reply["Content-Type"]) == (b"picture", "image/png")
    assert Client().get(address).status_code == 302
    assert analyst.get(f"/studies/small/items/{item.pk + 1}/image").status_code == 404


def test_an_item_of_another_study_is_not_found(study: Study, analyst: Client) -> None:
    other = make_study("other").items.get(code="TP01")
    assert analyst.get(f"/studies/small/items/{other.pk}/").status_code == 404
