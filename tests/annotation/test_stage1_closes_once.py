"""Whoever closes Stage 1 first wins; everybody else gets the same answer."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from annotation.models import Presentation
from annotation.services.closing import sweep
from tests.cast import NOON, Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db
At = Callable[[datetime], None]


def row() -> Presentation:
    return Presentation.objects.get(index=0)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_the_clock_starts_when_the_content_is_handed_out(
    participant: Participant, shown: dict[str, Any]
) -> None:
    assert row().presented_at == NOON
    assert (shown["soft_in_ms"], shown["hard_in_ms"]) == (180_000, 240_000)


def test_asking_again_returns_the_same_item_with_the_same_deadline(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    at(after(100))
    again = participant.next(0).json()["presentation"]
    assert again["id"] == shown["id"]
    assert again["hard_in_ms"] == 140_000
    assert again["content"] == shown["content"]


def test_a_later_change_of_the_design_does_not_move_an_open_item(
    participant: Participant, shown: dict[str, Any]
) -> None:
    version = participant.session.version
    version.design_json = version.design_json.replace("240", "999")
    version.save()
    assert participant.state()["presentation"]["hard_in_ms"] == 240_000


def test_a_repeated_submission_gets_the_same_answer(
    participant: Participant, shown: dict[str, Any]
) -> None:
    submission = str(uuid.uuid4())
    first = participant.judge(shown["id"], True, submission_id=submission)
    again = participant.judge(shown["id"], False, submission_id=submission)
    other = participant.judge(shown["id"], False)
    assert first.status_code == again.status_code == other.status_code == 200
    verdicts = [reply.json()["presentation"]["verdict"] for reply in (first, again, other)]
    assert verdicts == [True, True, True]


def test_a_submission_after_hard_and_grace_is_kept_for_audit_only(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    participant.draft(shown["id"], 1, False)
    at(after(243.5))
    reply = participant.judge(shown["id"], True, reason="timer").json()["presentation"]
    assert (reply["verdict"], reply["timed_out"]) == (False, True)
    assert row().late_value is True
    assert row().rt_seconds == 240


@pytest.mark.parametrize("swept_first", [False, True])
def test_what_comes_too_late_is_kept_whether_or_not_a_sweeper_was_first(
    participant: Participant, shown: dict[str, Any], at: At, swept_first: bool
) -> None:
    participant.draft(shown["id"], 1, False)
    at(after(243.5))
    if swept_first:
        assert sweep() == 1
    for value in (True, False):
        participant.judge(shown["id"], value, client_rt_ms=243_400)
    kept = row()
    assert (kept.verdict, kept.late_value, kept.closed_by) == (False, True, "")
    assert (kept.rt_seconds, kept.client_rt_seconds) == (240, 243.4)
    assert (kept.closed_at, kept.stage2_at) == (after(240), after(243.5))


def test_at_the_very_limit_null_is_not_yet_taken(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    at(after(240))
    assert participant.judge(shown["id"], None, reason="timer").json()["error"] == "no_verdict"
    at(after(240.001))
    participant.judge(shown["id"], None, reason="timer")
    assert (row().verdict, row().timed_out) == (None, True)


@pytest.mark.parametrize("way", ["state", "stage1", "next"])
def test_the_ratings_time_starts_when_they_are_first_shown(
    participant: Participant, shown: dict[str, Any], at: At, way: str
) -> None:
    at(after(1000))
    sweep()
    at(after(2000))
    if way == "state":
        participant.state()
    elif way == "stage1":
        participant.judge(shown["id"], True, reason="timer")
    else:
        participant.next(0)
    at(after(2006))
    participant.rate(shown["id"], 3, 3)
    assert row().confidence_rt_seconds == 6


def test_a_timer_within_the_grace_closes_with_its_value_and_timed_out(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    at(after(240.4))
    participant.judge(shown["id"], True, reason="timer", client_rt_ms=240_150)
    assert (row().verdict, row().timed_out, row().rt_seconds) == (True, True, 240)


def test_a_repeat_for_an_item_finished_long_ago_hears_what_is_open_now(
    participant: Participant, shown: dict[str, Any]
) -> None:
    participant.judge(shown["id"], True)
    participant.rate(shown["id"], 3, 3)
    now_open = participant.next(1).json()["presentation"]["id"]
    for repeat in (participant.judge(shown["id"], True), participant.rate(shown["id"], 3, 3)):
        assert repeat.status_code == 200
        assert repeat.json()["presentation"]["id"] == now_open


def test_nothing_chosen_is_refused_before_the_limit(
    participant: Participant, shown: dict[str, Any]
) -> None:
    for reason in ("user", "timer"):
        reply = participant.judge(shown["id"], None, reason=reason)
        assert (reply.status_code, reply.json()["error"]) == (409, "no_verdict")
    assert row().state == "stage1"


def test_a_closed_tab_is_swept_after_hard_and_grace_with_its_draft(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    participant.draft(shown["id"], 1, True)
    at(after(242.9))
    assert sweep() == 0
    at(after(243.1))
    assert (sweep(), sweep()) == (1, 0)
    assert (row().verdict, row().timed_out, row().rt_seconds) == (True, True, 240)
    assert row().closed_at == after(240)


def test_a_closed_tab_without_a_choice_is_null_and_never_false(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    at(after(300))
    sweep()
    assert row().verdict is None


def test_any_request_of_the_session_closes_what_is_overdue_without_a_sweeper(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    at(after(1000))
    state = participant.state()["presentation"]
    assert (state["stage"], state["verdict"], state["timed_out"]) == ("stage2", None, True)


def test_the_next_item_starts_only_when_the_participant_is_back(
    participant: Participant, shown: dict[str, Any], at: At
) -> None:
    at(after(1000))
    sweep()
    assert Presentation.objects.count() == 1
    assert participant.next(0).json()["presentation"]["stage"] == "stage2"
    participant.rate(shown["id"], 3, 3)
    assert participant.next(1).json()["presentation"]["hard_in_ms"] == 240_000


def test_a_row_that_cannot_be_closed_does_not_hold_up_the_others(
    participant: Participant, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    from annotation.services import closing

    second = Participant(make_invitation(participant.invitation.study))
    second.reach_items()
    participant.next(0)
    second.next(0)
    bad = Presentation.objects.earliest("id").pk
    close = closing.close_overdue

    def close_or_fail(presentation_id: int, now: datetime) -> bool:
        if presentation_id == bad:
            raise RuntimeError("a bad row")
        return close(presentation_id, now)

    monkeypatch.setattr(closing, "close_overdue", close_or_fail)
    at(after(300))
    assert sweep() == 1


def test_a_participant_with_a_time_factor_has_longer_limits(at: At) -> None:
    at(NOON)
    participant = Participant(make_invitation())
    person = participant.invitation.participant
    person.time_factor = 2
    person.save()
    participant.reach_items()
    assert participant.next(0).json()["presentation"]["hard_in_ms"] == 480_000


def test_a_participant_without_a_limit_has_no_clock_and_is_never_swept(at: At) -> None:
    at(NOON)
    participant = Participant(make_invitation())
    person = participant.invitation.participant
    person.time_factor = None
    person.save()
    participant.reach_items()
    shown = participant.next(0).json()["presentation"]
    assert shown["hard_in_ms"] is None
    at(after(100_000))
    assert sweep() == 0
    participant.judge(shown["id"], True)
    assert (row().verdict, row().timed_out, row().rt_seconds) == (True, False, 100_000)
