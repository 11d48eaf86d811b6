from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from annotation.domain.stages import is_past
from annotation.models import Presentation
from annotation.services import answers
from tests.cast import NOON, Participant

pytestmark = pytest.mark.django_db


def test_a_reload_shows_the_draft(participant: Participant, shown: dict[str, Any]) -> None:
    participant.draft(shown["id"], 1, True)
    participant.draft(shown["id"], 2, False)
    state = participant.state()["presentation"]
    assert (state["draft"], state["draft_seq"]) == (False, 2)


def test_an_older_draft_that_arrives_late_changes_nothing(
    participant: Participant, shown: dict[str, Any]
) -> None:
    participant.draft(shown["id"], 5, True)
    reply = participant.draft(shown["id"], 3, False)
    assert reply.status_code == 200
    assert participant.state()["presentation"]["draft"] is True


def test_a_draft_is_taken_within_the_grace_and_refused_after_it(
    participant: Participant, shown: dict[str, Any], at: Callable[[datetime], None]
) -> None:
    at(NOON + timedelta(seconds=242))
    assert participant.draft(shown["id"], 1, True).status_code == 200
    at(NOON + timedelta(seconds=244))
    reply = participant.draft(shown["id"], 2, False)
    assert reply.status_code == 409
    assert reply.json()["presentation"]["verdict"] is True


def test_a_draft_for_another_item_is_refused(
    participant: Participant, shown: dict[str, Any]
) -> None:
    participant.finish_item(0)
    participant.next(1)
    reply = participant.draft(shown["id"], 1, True)
    assert (reply.status_code, reply.json()["error"]) == (409, "not_this_item")
    assert Presentation.objects.get(index=1).draft is None


def test_half_made_ratings_survive_a_reload(
    participant: Participant, shown: dict[str, Any]
) -> None:
    participant.judge(shown["id"], True)
    participant.send(
        "PUT", "draft2", presentation=shown["id"], seq=1, confidence=2, helpfulness=None
    )
    assert participant.state()["presentation"]["ratings_draft"] == {
        "confidence": 2,
        "helpfulness": None,
    }


def test_a_draft_rating_outside_the_scale_is_refused(
    participant: Participant, shown: dict[str, Any]
) -> None:
    participant.judge(shown["id"], True)
    reply = participant.send("PUT", "draft2", presentation=shown["id"], seq=1, confidence=6)
    assert (reply.status_code, reply.json()["error"]) == (409, "invalid_rating")


def test_a_draft_that_lost_against_another_tab_hears_what_is_stored(
    participant: Participant, shown: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def another_tab_first(*arguments: Any) -> bool:
        Presentation.objects.filter(draft_seq=0).update(draft=False, draft_seq=1)
        return is_past(*arguments)

    monkeypatch.setattr(answers, "is_past", another_tab_first)
    reply = participant.draft(shown["id"], 1, True).json()["presentation"]
    assert (reply["draft"], reply["draft_seq"]) == (False, 1)
