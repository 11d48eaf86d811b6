"""What the pages say about time, practice and recording is what holds for this participant."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.domain.session import Status
from annotation.models import ParticipantSession
from study.domain.vocabulary import ItemKind
from study.models import Participant as Person
from study.models import Study
from tests.annotation.monitored import make_violation
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db

FACTOR_2_5 = Decimal("2.5")
ONE_LIMIT = {
    "ao_soft_seconds": 60,
    "ao_hard_seconds": 90,
    "aj_soft_seconds": 60,
    "aj_hard_seconds": 90,
}
TWO_LIMITS = {**ONE_LIMIT, "aj_soft_seconds": 180, "aj_hard_seconds": 240}


def text_of(page: Any) -> str:
    """Return what a page says, with single spaces, whatever its markup's line breaks."""
    return " ".join(page.content.decode().split())


def somebody(study: Study, time_factor: Decimal | None = Decimal(1)) -> Participant:
    participant = Participant(make_invitation(study))
    Person.objects.update(time_factor=time_factor)
    return participant


def instructions_and_ready(participant: Participant) -> tuple[str, str]:
    participant.consent()
    instructions = text_of(participant.look())
    participant.practise()
    return instructions, text_of(participant.look())


def test_one_limit_for_both_kinds_of_items_is_named_once() -> None:
    instructions, ready = instructions_and_ready(somebody(make_study(timing=ONE_LIMIT)))
    assert "Plan 1 minute for each question." in instructions
    assert "After 1 minute 30 seconds your current choice is submitted" in instructions
    assert "1 minute for each question, 1 minute 30 seconds at most." in ready
    assert "1:12" in instructions  # the clock in the pictures


def test_two_limits_are_both_named() -> None:
    instructions, ready = instructions_and_ready(somebody(make_study(timing=TWO_LIMITS)))
    assert (
        "Where you see only the answer, plan 1 minute; after 1 minute 30 seconds your current "
        "choice is submitted for you. Where you also see the reasoning, plan 3 minutes; there it "
        "is submitted after 4 minutes." in instructions
    )
    assert "Where you see only the answer: 1 minute, 1 minute 30 seconds at most." in ready
    assert "Where you also see the reasoning: 3 minutes, 4 minutes at most." in ready


def test_a_time_factor_is_in_every_time_that_is_named() -> None:
    participant = somebody(make_study(timing=ONE_LIMIT), FACTOR_2_5)
    assert "About 36 minutes" in text_of(participant.look())  # 9 items of 96 seconds, times 2.5
    participant.press("begin")
    assert "it takes about 36 minutes" in text_of(participant.look())
    instructions, ready = instructions_and_ready(participant)
    assert "Plan 2 minutes 30 seconds for each question." in instructions
    assert "2 minutes 30 seconds for each question, 3 minutes 45 seconds at most." in ready


def test_whoever_has_no_limit_is_told_so_and_reads_of_no_clock() -> None:
    participant = somebody(make_study(), None)
    assert "About 14 minutes" in text_of(participant.look())
    for page in instructions_and_ready(participant):
        assert "There is no time limit for you, and no clock." in page
        assert "clock starts" not in page
        assert "does not wait" not in page
        assert "at most" not in page
        assert "3:12" not in page


def test_times_are_told_in_chinese_too() -> None:
    participant = somebody(make_study(timing=TWO_LIMITS), FACTOR_2_5)
    participant.client.cookies["django_language"] = "zh-hans"
    instructions, ready = instructions_and_ready(participant)
    assert "只显示答案的题目，建议用时 2 分钟 30 秒；满 3 分钟 45 秒时" in instructions
    assert "附有推理过程的题目：建议 7 分钟 30 秒，最长 10 分钟。" in ready


def test_what_an_item_is_expected_to_take_is_a_setting() -> None:
    study = make_study(timing={"expected_seconds_per_item": 200})
    assert "About 30 minutes" in text_of(somebody(study).look())


@pytest.mark.parametrize("monitoring", [False, True])
def test_monitoring_is_told_only_where_it_happens(monitoring: bool) -> None:
    integrity = {"monitoring": monitoring, "severe_threshold": 7}
    participant = somebody(make_study(integrity=integrity))
    participant.press("begin")
    consent = text_of(participant.look())
    participant.decide("yes")
    instructions = text_of(participant.look())
    ParticipantSession.objects.update(
        status=Status.TERMINATED, ended_at=participant.session.entered_at
    )
    if monitoring:
        make_violation(participant.session)
    ended = text_of(participant.look())
    assert ("Whether you leave the page while you work" in consent) is monitoring
    assert ("too often ends the session (limit: 7)" in consent) is monitoring
    assert ("Leaving the page repeatedly can end the session." in instructions) is monitoring
    assert ("The page was left more often" in ended) is monitoring
    assert ("look at what was recorded" in ended) is monitoring
    for page in (consent, instructions, ended):
        assert ("screenshot" in page or "left" in page) is monitoring


@pytest.mark.parametrize("status", [Status.ABANDONED, Status.TERMINATED])
def test_who_was_ended_by_researchers_hears_of_no_reason_that_was_not_there(status: Status) -> None:
    participant = somebody(make_study(integrity={"monitoring": True}))
    participant.press("begin")
    ParticipantSession.objects.update(status=status, ended_at=participant.session.entered_at)
    ended = text_of(participant.look())
    assert "The session was closed before its end." in ended
    assert "The page was left more often" not in ended


def test_who_declines_is_told_everything_that_was_stored() -> None:
    participant = somebody(make_study())
    participant.press("begin")
    participant.decide("no")
    said = text_of(participant.look())
    assert "Only the decision" not in said
    assert "your decision, when you made it, and which text you had read in which language" in said


@pytest.mark.parametrize(("in_the_bank", "said"), [(2, "2 questions"), (1, "1 question")])
def test_as_much_practice_is_announced_as_there_is(in_the_bank: int, said: str) -> None:
    participant = somebody(with_practice(in_the_bank))
    participant.press("begin")
    assert f"(practice questions: {in_the_bank})" in text_of(participant.look())
    instructions, ready = instructions_and_ready(participant)
    assert f"The practice is {said}." in instructions
    assert "The practice is over" in ready


def test_no_practice_is_announced_where_the_bank_has_none() -> None:
    participant = somebody(with_practice(0))
    participant.press("begin")
    assert "practice" not in text_of(participant.look())
    instructions, ready = instructions_and_ready(participant)
    assert "ractice" not in instructions
    assert "ractice" not in ready


def with_practice(count: int) -> Study:
    """Return a study whose design asks for two practice items, with so many in its bank."""
    study = make_study()
    practice = study.items.filter(kind=ItemKind.PRACTICE).order_by("code")
    practice.filter(pk__in=practice.values("pk")[count:]).update(retired_at=study.created_at)
    return study
