"""Which reported events count, how often, and what they lead to, whatever the network does."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from random import Random
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.violations import (
    RELATIVE,
    REPORTABLE,
    SEVERITY,
    SHORTEST_MS,
    Circumstances,
    Judgment,
    Kind,
    NotCounted,
    Recorded,
    Severity,
    ends_session,
    is_gap,
    judge,
    objection,
)

AT_WORK = Circumstances(is_monitored=True, is_active=True)
own_objections = st.none() | st.sampled_from(sorted(set(NotCounted) - RELATIVE))
events = st.lists(
    st.builds(
        Recorded,
        id=st.uuids(),
        act=st.sampled_from([UUID(int=number) for number in range(4)]),
        kind=st.sampled_from(list(Kind)),
        begun_at=st.datetimes(timezones=st.just(UTC)),
        objection=own_objections,
        is_excused=st.booleans(),
    ),
    max_size=12,
    unique_by=lambda event: event.id,
)


def recorded(
    number: int, kind: Kind, act: int | None = None, *, is_excused: bool = False
) -> Recorded:
    begun_at = datetime(2026, 11, 30, 12, number, tzinfo=UTC)
    return Recorded(
        UUID(int=100 - number), UUID(int=act or number), kind, begun_at, None, is_excused
    )


def counts(judgment: Judgment) -> tuple[int, int]:
    return judgment.severe, judgment.moderate


def test_severity_is_as_in_the_paper() -> None:
    severe = {kind.value for kind in Kind if SEVERITY[kind] is Severity.SEVERE}
    moderate = {kind.value for kind in Kind if SEVERITY[kind] is Severity.MODERATE}
    assert severe == {"tab_switch", "visibility_hidden", "screenshot_attempt"}
    assert moderate == {
        *("window_blur", "copy_attempt", "paste_attempt", "right_click", "devtools_open")
    }


def test_a_page_cannot_report_a_gap_of_its_own_monitoring() -> None:
    assert Kind.MONITORING_GAP not in REPORTABLE
    assert Kind.WARNING_SHOWN in REPORTABLE


@pytest.mark.parametrize("kind", list(SHORTEST_MS))
def test_being_away_counts_from_its_shortest_time_on(kind: Kind) -> None:
    least = SHORTEST_MS[kind]
    assert objection(kind, least, AT_WORK) is None
    assert objection(kind, least - 1, AT_WORK) is NotCounted.TOO_SHORT


@pytest.mark.parametrize("kind", [Kind.SCREENSHOT_ATTEMPT, Kind.COPY_ATTEMPT, Kind.RIGHT_CLICK])
def test_a_key_or_a_click_takes_no_time_and_counts(kind: Kind) -> None:
    assert objection(kind, 0, AT_WORK) is None


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (Circumstances(is_monitored=False, is_active=True), NotCounted.MONITORING_OFF),
        (Circumstances(is_monitored=True, is_active=False), NotCounted.NOT_ACTIVE),
        (Circumstances(is_monitored=True, is_active=True, is_exempt=True), NotCounted.EXEMPT),
    ],
)
def test_nothing_counts_unmonitored_outside_the_items_or_for_who_is_exempt(
    held: Circumstances, why: NotCounted
) -> None:
    for kind in set(Kind) - {Kind.WARNING_SHOWN, Kind.MONITORING_GAP}:
        assert objection(kind, 60_000, held) is why


def test_gaps_and_warnings_never_count() -> None:
    for kind, is_active in product((Kind.WARNING_SHOWN, Kind.MONITORING_GAP), (True, False)):
        held = Circumstances(is_monitored=True, is_active=is_active)
        assert objection(kind, 600_000, held) is NotCounted.NO_VIOLATION


def test_a_screenshot_and_the_tool_that_took_the_focus_are_one_act() -> None:
    key = recorded(1, Kind.SCREENSHOT_ATTEMPT, act=9)
    tool = recorded(2, Kind.VISIBILITY_HIDDEN, act=9)
    judgment = judge([key, tool])
    assert counts(judgment) == (1, 0)
    assert judgment.standings == {key.id: None, tool.id: NotCounted.DUPLICATE}


def test_no_blur_counts_beside_a_severe_event_of_its_act() -> None:
    blur = recorded(1, Kind.WINDOW_BLUR, act=9)
    hidden = recorded(2, Kind.TAB_SWITCH, act=9)
    assert counts(judge([blur])) == (0, 1)
    judgment = judge([blur, hidden])
    assert counts(judgment) == (1, 0)
    assert judgment.standings[blur.id] is NotCounted.DUPLICATE


def test_excusing_an_event_excuses_its_act_and_no_other() -> None:
    key = recorded(1, Kind.SCREENSHOT_ATTEMPT, act=9, is_excused=True)
    tool = recorded(2, Kind.VISIBILITY_HIDDEN, act=9)
    other = recorded(3, Kind.TAB_SWITCH)
    judgment = judge([key, tool, other])
    assert counts(judgment) == (1, 0)
    assert judgment.standings[tool.id] is NotCounted.EXCUSED


@given(events, st.randoms(use_true_random=False), st.integers(min_value=1, max_value=4))
def test_the_order_and_the_number_of_deliveries_change_nothing(
    delivered: list[Recorded], random: Random, times: int
) -> None:
    again = delivered * times
    random.shuffle(again)
    assert judge(again) == judge(delivered)


@given(events)
def test_an_act_counts_at_most_once_and_only_by_an_event_without_objection(
    delivered: list[Recorded],
) -> None:
    judgment = judge(delivered)
    counted = [event for event in delivered if judgment.standings[event.id] is None]
    assert len({event.act for event in counted}) == len(counted)
    assert all(event.objection is None for event in counted)
    assert not {event.act for event in counted} & {e.act for e in delivered if e.is_excused}
    severities = [SEVERITY[event.kind] for event in counted]
    assert counts(judgment) == (
        severities.count(Severity.SEVERE),
        severities.count(Severity.MODERATE),
    )


@given(events)
def test_what_counts_is_the_gravest_of_its_act(delivered: list[Recorded]) -> None:
    judgment = judge(delivered)
    for event in delivered:
        if judgment.standings[event.id] is None and SEVERITY[event.kind] is not Severity.SEVERE:
            rivals = [r for r in delivered if r.act == event.act and r.objection is None]
            assert all(SEVERITY[rival.kind] is not Severity.SEVERE for rival in rivals)


@given(events, st.integers(min_value=1, max_value=5))
def test_moderate_events_never_end_a_session(delivered: list[Recorded], threshold: int) -> None:
    moderate = [e for e in delivered if SEVERITY[e.kind] is not Severity.SEVERE]
    assert not ends_session(judge(moderate).severe, threshold)


@given(events, events)
def test_an_excuse_never_raises_the_count(delivered: list[Recorded], more: list[Recorded]) -> None:
    excused = [replace(event, is_excused=True) for event in more]
    unexcused = [replace(event, is_excused=False) for event in more]
    assert judge([*delivered, *excused]).severe <= judge([*delivered, *unexcused]).severe


def test_the_session_ends_at_the_threshold_and_not_before() -> None:
    assert [ends_session(count, 3) for count in range(5)] == [False, False, False, True, True]


def test_a_hidden_page_may_be_silent_for_longer() -> None:
    assert not is_gap(35, was_visible=True)
    assert is_gap(35.1, was_visible=True)
    assert not is_gap(75, was_visible=False)
    assert is_gap(75.1, was_visible=False)
