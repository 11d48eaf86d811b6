"""A member looks at an item in the participant's own screen, and nothing is stored."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from annotation.models import ParticipantSession, Presentation
from study.domain.roles import Role
from study.models import AuditEntry, Item, ItemImage, Study
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(timing={"aj_soft_seconds": 50, "aj_hard_seconds": 70})


@pytest.fixture
def analyst(study: Study, member: Member) -> Client:
    return member(study, Role.ANALYST)


def address(study: Study, condition: str, message: str = "") -> str:
    item = study.items.get(code="TP01")
    return f"/studies/small/items/{item.pk}/preview/{condition}/{message}"


def send(client: Client, path: str, **body: Any) -> Any:
    method = "PUT" if "draft" in path else "POST"
    return client.generic(method, path, json.dumps(body), content_type="application/json")


def judge(client: Client, study: Study, condition: str, **more: Any) -> Any:
    body = {"presentation": "preview", "submission_id": str(uuid.uuid4()), "value": True}
    body |= {"reason": "user"}
    return send(client, address(study, condition, "api/stage1"), **{**body, **more})


def rate(client: Client, study: Study, condition: str, **ratings: int) -> Any:
    body = {"presentation": "preview", "submission_id": str(uuid.uuid4())}
    return send(client, address(study, condition, "api/stage2"), **body, **ratings)


def begin(client: Client, study: Study, condition: str) -> dict[str, Any]:
    reply = send(client, address(study, condition, "api/next"), expected_index=0)
    shown: dict[str, Any] = reply.json()["presentation"]
    return shown


def test_the_page_is_the_participants_and_marked_as_a_preview(
    study: Study, analyst: Client
) -> None:
    page = analyst.get(address(study, "AJ")).content.decode()
    assert "<title>Preview TP01 AJ" in page
    assert "Nothing is stored." in page
    assert "Preview {n} of {total}" in page
    for part in ("js/work.js", "css/item.css", 'id="judgment"', 'id="ratings"'):
        assert part in page
    chosen = analyst.get(address(study, "AJ"), headers={"accept-language": "zh-hans"})
    assert "AI 的推理过程" in chosen.content.decode()


def test_an_ao_preview_never_carries_the_justification(study: Study, analyst: Client) -> None:
    assert "justification" not in begin(analyst, study, "AO")["content"]
    assert "Reason of TP01" not in analyst.get(address(study, "AO")).content.decode()
    assert "Reason of TP01" in begin(analyst, study, "AJ")["content"]["justification"]


def test_the_clock_is_the_designs(study: Study, analyst: Client) -> None:
    shown = begin(analyst, study, "AJ")
    assert (shown["soft_in_ms"], shown["hard_in_ms"]) == (50_000, 70_000)


def test_it_goes_through_both_stages_and_then_is_over(study: Study, analyst: Client) -> None:
    for condition, asks in (("AO", ["confidence"]), ("AJ", ["confidence", "helpfulness"])):
        begin(analyst, study, condition)
        ratings = judge(analyst, study, condition).json()["presentation"]
        assert (ratings["verdict"], ratings["asks"]) == (True, asks)
        over = rate(analyst, study, condition, **dict.fromkeys(asks, 4)).json()
        assert over["progress"] == {"index": 1, "total": 1}


def test_it_refuses_what_a_session_refuses(study: Study, analyst: Client) -> None:
    refused = judge(analyst, study, "AO", value=None)
    assert (refused.status_code, refused.json()["error"]) == (409, "no_verdict")
    assert refused.json()["progress"] == {"index": 0, "total": 1}
    assert judge(analyst, study, "AO", value=None, reason="timer").status_code == 200
    assert rate(analyst, study, "AO", confidence=4, helpfulness=4).status_code == 409
    draft = send(
        analyst, address(study, "AO", "api/draft2"), presentation="preview", seq=1, confidence=9
    )
    assert draft.json()["error"] == "invalid_rating"


def test_nothing_at_all_is_stored(study: Study, analyst: Client) -> None:
    entries = AuditEntry.objects.count()
    begin(analyst, study, "AJ")
    send(analyst, address(study, "AJ", "api/draft"), presentation="preview", seq=1, value=True)
    judge(analyst, study, "AJ")
    rate(analyst, study, "AJ", confidence=4, helpfulness=2)
    assert not ParticipantSession.objects.exists()
    assert not Presentation.objects.exists()
    assert not Item.objects.exclude(first_shown_at=None).exists()
    assert AuditEntry.objects.count() == entries
    version = study.versions.get()
    assert (version.frozen_at, version.piloted_at) == (None, None)


def test_a_figure_comes_from_the_items_page(study: Study, analyst: Client) -> None:
    image = ItemImage.objects.create(
        sha256="0" * 64, media_type="image/png", width=2, height=3, data=b"picture"
    )
    Item.objects.filter(code="TP01").update(image=image, image_alt="a figure")
    shown = begin(analyst, study, "AO")["content"]["image"]
    assert analyst.get(shown["url"]).content == b"picture"


def test_strangers_and_visitors_see_no_preview(study: Study, member: Member) -> None:
    stranger = member(make_study("other"), Role.OWNER)
    for client in (stranger, Client()):
        assert client.get(address(study, "AO", "api/state")).status_code == 404
        path = address(study, "AJ", "api/next")
        assert send(client, path, expected_index=0).status_code == 404
    assert stranger.get(address(study, "AO")).status_code == 404
    assert Client().get(address(study, "AO")).status_code == 302


def test_there_are_no_other_conditions(study: Study, analyst: Client) -> None:
    assert analyst.get(address(study, "XX")).status_code == 404
