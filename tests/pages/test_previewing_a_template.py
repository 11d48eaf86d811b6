"""A member walks through a template in the participant's own screen, and nothing is stored."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from annotation.models import ParticipantSession, Presentation
from study.domain.design_file import read_design
from study.domain.roles import Role
from study.models import AuditEntry, Item, ItemImage, SessionTemplate, Study
from study.selectors import current_version
from study.services.invitations import invite
from study.services.studies import revise_design
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
T1 = "/studies/small/templates/T1/"


@pytest.fixture
def study() -> Study:
    study = make_study()
    generate_templates(study, {}, 2, seed=1)
    return study


@pytest.fixture
def analyst(study: Study, member: Member) -> Client:
    return member(study, Role.ANALYST)


def at(place: int, message: str = "") -> str:
    return f"{T1}preview/{place}/{message}"


def send(client: Client, path: str, **body: Any) -> Any:
    method = "PUT" if "draft" in path else "POST"
    return client.generic(method, path, json.dumps(body), content_type="application/json")


def begin(client: Client, place: int) -> Any:
    return send(client, at(place, "api/next"), expected_index=place - 1).json()


def finish(client: Client, place: int) -> Any:
    """Judge and rate what stands at a place; return what the page is told then."""
    body = {"presentation": "preview", "submission_id": str(uuid.uuid4())}
    judged = send(client, at(place, "api/stage1"), **body, value=True, reason="user").json()
    ratings = dict.fromkeys(judged["presentation"]["asks"], 4)
    return send(client, at(place, "api/stage2"), **body, **ratings).json()


def template(study: Study) -> SessionTemplate:
    return study.templates.get(number=1)


def test_every_place_is_shown_as_its_participant_sees_it(study: Study, analyst: Client) -> None:
    person = Participant(invite(study, 1)[0])
    person.reach_items()
    taken = person.session.template
    assert taken is not None
    for index in range(9):
        real = person.next(index).json()
        place = f"/studies/small/templates/{taken}/preview/{index + 1}/api/next"
        seen = send(analyst, place, expected_index=index).json()
        assert seen["progress"] == real["progress"] == {"index": index, "total": 9}
        mine, theirs = seen["presentation"], real["presentation"]
        assert mine["content"] == theirs["content"]
        assert abs(mine["hard_in_ms"] - theirs["hard_in_ms"]) < 5000
        person.finish_item(index)


def test_the_justification_comes_under_aj_only(study: Study, analyst: Client) -> None:
    slots = template(study).slots.order_by("position")
    for slot in slots:
        content = begin(analyst, slot.position + 1)["presentation"]["content"]
        assert ("justification" in content) == (slot.condition == "AJ")
        page = analyst.get(at(slot.position + 1)).content.decode()
        assert f"Reason of {slot.item.code}" not in page  # it comes with the message, or never
    assert {slot.condition for slot in slots} == {"AO", "AJ"}


def test_the_page_is_the_participants_with_the_way_around_it(analyst: Client) -> None:
    page = analyst.get(at(5)).content.decode()
    for part in ("js/work.js", 'id="judgment"', "Question {n} of {total}", "Nothing is stored."):
        assert part in page
    assert f'rel="prev" href="{at(4)}"' in page
    assert f'rel="next" href="{at(6)}"' in page
    assert f'data-base="{at(6)}"' in page
    assert 'rel="prev"' not in analyst.get(at(1)).content.decode()


def test_a_finished_item_leads_to_the_next_place_and_the_last_to_the_end(analyst: Client) -> None:
    for place in (1, 9):
        over = finish(analyst, place)
        assert over["progress"] == {"index": 9, "total": 9}  # so the page leaves for its `base`
    assert f'data-base="{T1}preview/end/"' in analyst.get(at(9)).content.decode()
    end = analyst.get(f"{T1}preview/end/").content.decode()
    assert "That was the last of 9 questions." in end
    assert f'href="{at(1)}"' in end


def test_opening_a_place_anew_begins_it_anew(analyst: Client) -> None:
    begin(analyst, 3)
    state = analyst.get(at(3, "api/state")).json()
    assert state["progress"] == {"index": 2, "total": 9}
    assert state["presentation"] is None


def test_nothing_at_all_is_stored(study: Study, analyst: Client) -> None:
    entries = AuditEntry.objects.count()
    for place in range(1, 10):
        begin(analyst, place)
        finish(analyst, place)
    analyst.get(f"{T1}preview/end/")
    assert not ParticipantSession.objects.exists()
    assert not Presentation.objects.exists()
    assert not Item.objects.exclude(first_shown_at=None).exists()
    assert AuditEntry.objects.count() == entries
    assert template(study).claimed_at is None


@pytest.mark.parametrize("place", [0, 10])
def test_there_are_no_other_places(analyst: Client, place: int) -> None:
    assert analyst.get(at(place)).status_code == 404
    assert analyst.get(at(place, "api/state")).status_code == 404
    assert analyst.get("/studies/small/templates/T9/preview/1/").status_code == 404
    assert analyst.get("/studies/small/templates/T9/preview/end/").status_code == 404


def revise(study: Study, section: str, **settings: Any) -> None:
    design = current_version(study).design.as_dict()
    design[section] |= settings
    revise_design(study, read_design(design))


def limit(client: Client, number: int) -> Any:
    path = f"/studies/small/templates/T{number}/preview/1/api/next"
    return send(client, path, expected_index=0).json()["presentation"]["hard_in_ms"]


@pytest.fixture
def held(study: Study) -> int:
    """Return the number of a template that somebody works on, so that the design is frozen."""
    person = Participant(invite(study, 1)[0])
    person.reach_items()
    assert person.session.template is not None
    return person.session.template.number


def test_the_clock_is_that_of_who_holds_it_or_of_who_gets_it_next(
    study: Study, held: int, analyst: Client
) -> None:
    revise(study, "timing", aj_soft_seconds=50, aj_hard_seconds=70)
    assert limit(analyst, held) == 240_000
    assert limit(analyst, 3 - held) == 70_000


def test_a_template_of_an_older_layout_is_shown_as_it_was_made(
    study: Study, held: int, analyst: Client
) -> None:
    revise(study, "templates", opening_condition="AO")
    revise(study, "timing", aj_soft_seconds=50, aj_hard_seconds=70)
    assert limit(analyst, 3 - held) == 240_000


def test_a_figure_comes_from_the_items_page(study: Study, analyst: Client) -> None:
    image = ItemImage.objects.create(
        sha256="0" * 64, media_type="image/png", width=2, height=3, data=b"picture"
    )
    Item.objects.update(image=image, image_alt="a figure")
    shown = begin(analyst, 1)["presentation"]["content"]["image"]
    assert analyst.get(shown["url"]).content == b"picture"


def test_strangers_and_visitors_see_no_preview(study: Study, member: Member) -> None:
    stranger = member(make_study("other"), Role.OWNER)
    for client in (stranger, Client()):
        assert client.get(at(1, "api/state")).status_code == 404
        assert send(client, at(1, "api/next"), expected_index=0).status_code == 404
    assert stranger.get(at(1)).status_code == 404
    assert Client().get(at(1)).status_code == 302
