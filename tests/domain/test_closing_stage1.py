"""How Stage 1 closes: the table of the protocol, line by line, and what holds for every input."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.stages import (
    Closing,
    NoVerdict,
    Reason,
    RtSource,
    Submission,
    check_submission,
    close_by_submission,
    close_by_time,
    deadlines,
    is_past,
)
from study.domain.design import StudyDesign
from study.domain.vocabulary import Condition

SHOWN = datetime(2026, 11, 30, 12, tzinfo=UTC)
DUE = deadlines(StudyDesign().timing, Condition.AJ, 1.0, SHOWN)
values = st.sampled_from([True, False, None])
moments = st.floats(min_value=0, max_value=2000, allow_nan=False)
client_times = st.none() | st.floats(min_value=-1e9, max_value=1e9, allow_nan=False)


def after(seconds: float) -> datetime:
    return SHOWN + timedelta(seconds=seconds)


def close(
    seconds: float,
    value: bool | None,
    *,
    reason: Reason = Reason.USER,
    draft: bool | None = None,
    client_seconds: float | None = None,
) -> Closing:
    return close_by_submission(
        Submission(value, reason, client_seconds),
        now=after(seconds),
        presented_at=SHOWN,
        hard=DUE.hard,
        closes_at=DUE.closes_at,
        draft=draft,
    )


def test_the_papers_limits_are_three_and_four_minutes() -> None:
    assert (DUE.soft, DUE.hard, DUE.closes_at) == (after(180), after(240), after(243))


def test_a_time_factor_multiplies_both_limits_but_not_the_grace() -> None:
    due = deadlines(StudyDesign().timing, Condition.AO, 1.5, SHOWN)
    assert (due.soft, due.hard, due.closes_at) == (after(270), after(360), after(363))


def test_a_participant_without_a_limit_has_no_deadline() -> None:
    due = deadlines(StudyDesign().timing, Condition.AO, None, SHOWN)
    assert (due.soft, due.hard, due.closes_at) == (None, None, None)


def test_up_to_the_hard_limit_the_value_counts_and_nothing_timed_out() -> None:
    closing = close(240, True, reason=Reason.TIMER)
    assert (closing.verdict, closing.timed_out, closing.rt_seconds) == (True, False, 240)


@pytest.mark.parametrize("reason", Reason)
def test_within_the_grace_the_value_counts_and_only_the_timer_times_out(reason: Reason) -> None:
    closing = close(242, False, reason=reason)
    assert closing.verdict is False
    assert closing.timed_out is (reason is Reason.TIMER)
    assert (closing.rt_seconds, closing.rt_source) == (240, RtSource.LIMIT)


@pytest.mark.parametrize("draft", [True, False, None])
@pytest.mark.parametrize("reason", Reason)
def test_after_the_grace_the_draft_is_recorded_whatever_is_sent(
    draft: bool | None, reason: Reason
) -> None:
    closing = close(243.001, True, reason=reason, draft=draft)
    assert closing.verdict is draft
    assert closing.timed_out
    assert closing.rt_seconds == 240


def test_a_timer_that_knows_no_choice_falls_back_on_the_draft() -> None:
    assert close(241, None, reason=Reason.TIMER, draft=False).verdict is False


def test_time_alone_records_the_draft_or_null_never_false_for_null() -> None:
    assert DUE.hard is not None
    assert close_by_time(SHOWN, DUE.hard, None).verdict is None


@pytest.mark.parametrize("limit_is_over", [False, True])
def test_a_participant_cannot_submit_nothing(limit_is_over: bool) -> None:
    with pytest.raises(NoVerdict):
        check_submission(Submission(None, Reason.USER, None), limit_is_over=limit_is_over)


def test_a_timer_cannot_claim_the_limit_before_it_is_over() -> None:
    assert not is_past(after(240), DUE.hard)
    with pytest.raises(NoVerdict):
        check_submission(Submission(None, Reason.TIMER, None), limit_is_over=False)
    check_submission(Submission(None, Reason.TIMER, None), limit_is_over=True)


def test_the_clients_time_is_recorded_within_two_seconds_of_the_servers() -> None:
    near, far = close(60, True, client_seconds=58.5), close(60, True, client_seconds=57.9)
    assert (near.rt_seconds, near.rt_source) == (58.5, RtSource.CLIENT)
    assert (far.rt_seconds, far.rt_source) == (60, RtSource.SERVER)


@given(moments, values, st.sampled_from(Reason), values, client_times)
def test_a_response_time_is_never_negative_nor_above_the_limit(
    seconds: float,
    value: bool | None,
    reason: Reason,
    draft: bool | None,
    client_seconds: float | None,
) -> None:
    closing = close(seconds, value, reason=reason, draft=draft, client_seconds=client_seconds)
    assert 0 <= closing.rt_seconds <= 240


@given(moments, values, st.sampled_from(Reason), values)
def test_the_verdict_is_the_value_or_the_draft_and_nothing_else(
    seconds: float, value: bool | None, reason: Reason, draft: bool | None
) -> None:
    closing = close(seconds, value, reason=reason, draft=draft)
    assert closing.verdict is value or closing.verdict is draft
    assert closing.timed_out is (seconds > 243 or (seconds > 240 and reason is Reason.TIMER))


@given(moments, st.sampled_from(Reason))
def test_null_is_recorded_only_by_time_and_then_as_timed_out(
    seconds: float, reason: Reason
) -> None:
    submission = Submission(None, reason, None)
    try:
        check_submission(submission, limit_is_over=is_past(after(seconds), DUE.hard))
    except NoVerdict:
        return
    assert close(seconds, None, reason=reason).timed_out
