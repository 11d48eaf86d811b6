"""Participants never receive more than their screen shows."""

import json

import pytest

from annotation.models import Presentation
from study.models import Item
from tests.cast import Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def participant() -> Participant:
    participant = Participant(make_invitation())
    participant.reach_items()
    return participant


def test_a_whole_session_carries_no_code_category_or_truth(participant: Participant) -> None:
    heard = []
    for index in range(9):
        heard.append(participant.next(index).json())
        shown = heard[-1]["presentation"]
        heard.append(participant.judge(shown["id"], True).json())
        helpful = 3 if "helpfulness" in heard[-1]["presentation"]["asks"] else None
        heard.append(participant.rate(shown["id"], 3, helpful).json())
        heard.append(participant.state())
    for word in ("category", "condition", "is_correct", "gold", "kind", "code", "attention"):
        assert word not in json.dumps(_without_content(heard))


def _without_content(replies: object) -> object:
    if isinstance(replies, dict):
        return {key: _without_content(v) for key, v in replies.items() if key != "content"}
    return [_without_content(reply) for reply in replies] if isinstance(replies, list) else replies


def test_the_justification_of_an_ao_item_is_never_sent(participant: Participant) -> None:
    for index in range(9):
        content = participant.next(index).json()["presentation"]["content"]
        row = Presentation.objects.get(index=index)
        assert ("justification" in content) is (row.condition == "AJ")
        participant.finish_item(index)


def test_content_is_in_the_reply_to_next_only(participant: Participant) -> None:
    shown = participant.next(0).json()["presentation"]
    others = [
        participant.state(),
        participant.draft(shown["id"], 1, True).json(),
        participant.judge(shown["id"], True).json(),
    ]
    assert all("content" not in reply["presentation"] for reply in others)
    assert all("Question of" not in json.dumps(reply) for reply in others)


def test_no_item_is_handed_out_ahead_of_time(participant: Participant) -> None:
    reply = participant.next(1)
    assert (reply.status_code, reply.json()["error"]) == (409, "not_this_item")
    assert "content" not in json.dumps(reply.json())
    assert not Presentation.objects.exists()


def test_an_item_remembers_that_somebody_has_seen_it(participant: Participant) -> None:
    participant.next(0)
    seen = set(Item.objects.exclude(first_shown_at=None).values_list("code", flat=True))
    assert seen == {"PRA01", "PRA02", Presentation.objects.get().item.code}


@pytest.mark.parametrize(
    ("message", "body"),
    [
        ("next", {}),
        ("next", {"expected_index": -1}),
        ("stage1", {"presentation": "x", "submission_id": "no", "value": True, "reason": "user"}),
        ("stage1", {"presentation": "x", "value": "perhaps"}),
        ("stage2", {"presentation": "x"}),
    ],
)
def test_a_message_of_the_wrong_shape_names_its_fields(
    participant: Participant, message: str, body: dict[str, object]
) -> None:
    reply = participant.send("POST", message, **body)
    assert reply.status_code == 400
    assert reply.json()["error"] == "invalid"
    assert reply.json()["fields"]
    assert reply.json()["progress"] == {"index": 0, "total": 9}


def test_a_message_nested_too_deeply_is_refused(participant: Participant) -> None:
    reply = participant.client.post(
        f"{participant.path}api/next", "[" * 200_000, content_type="application/json"
    )
    assert (reply.status_code, reply.json()["error"]) == (400, "parse_error")


def test_a_stranger_is_told_nothing_about_the_messages(participant: Participant) -> None:
    token = participant.path.split("/")[2]
    changed = ("2" if token[-1] != "2" else "3") + token[1:]
    for path in (f"/j/{changed}/api/stage1", "/j/nonsense/api/stage1"):
        assert participant.client.post(path, {}, content_type="application/json").status_code == 404
    assert participant.client.options(f"{participant.path}api/next").status_code == 405


def test_an_unknown_presentation_is_refused_with_the_state_beside_it(
    participant: Participant,
) -> None:
    participant.next(0)
    reply = participant.judge("practice-0", True)
    assert (reply.status_code, reply.json()["error"]) == (409, "not_this_item")
    assert reply.json()["presentation"]["stage"] == "stage1"
