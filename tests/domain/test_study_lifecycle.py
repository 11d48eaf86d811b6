import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.domain.lifecycle import (
    MOVES,
    IllegalStudyMove,
    NotAdmitting,
    PeopleUnderway,
    StudyArchived,
    StudyEvent,
    StudyStatus,
    admit,
    events_from,
    move,
    require_nobody_underway,
    require_writable,
)

STATUSES = st.sampled_from(StudyStatus)
EVENTS = st.sampled_from(StudyEvent)


@given(STATUSES, EVENTS)
def test_a_move_is_in_the_table_or_refused(status: StudyStatus, event: StudyEvent) -> None:
    if (status, event) in MOVES:
        assert move(status, event) is MOVES[status, event]
        assert event in events_from(status)
    else:
        assert event not in events_from(status)
        with pytest.raises(IllegalStudyMove):
            move(status, event)


@given(st.lists(EVENTS, max_size=30))
def test_no_way_leads_back_to_a_draft_or_past_closing_to_the_archive(
    events: list[StudyEvent],
) -> None:
    status = StudyStatus.DRAFT
    for event in events:
        if (status, event) not in MOVES:
            continue
        before, status = status, move(status, event)
        assert status is not StudyStatus.DRAFT
        assert status is not StudyStatus.ARCHIVED or before is StudyStatus.CLOSED


def test_every_status_can_be_reached_and_left() -> None:
    assert set(MOVES.values()) | {StudyStatus.DRAFT} == set(StudyStatus)
    assert all(events_from(status) for status in StudyStatus)


@given(STATUSES)
def test_people_begin_in_an_open_study_only_and_pilots_in_all_but_the_archive(
    status: StudyStatus,
) -> None:
    for is_test, open_to in (
        (False, {StudyStatus.OPEN}),
        (True, set(StudyStatus) - {StudyStatus.ARCHIVED}),
    ):
        if status in open_to:
            admit(status, is_test=is_test)
        else:
            with pytest.raises(NotAdmitting) as refusal:
                admit(status, is_test=is_test)
            assert refusal.value.status is status


@given(STATUSES)
def test_only_the_archive_is_closed_to_changes(status: StudyStatus) -> None:
    if status is not StudyStatus.ARCHIVED:
        require_writable(status)
    else:
        with pytest.raises(StudyArchived):
            require_writable(status)


def test_nobody_may_be_underway_in_a_study_that_is_archived() -> None:
    require_nobody_underway(0)
    with pytest.raises(PeopleUnderway, match=r"Under way: 3\."):
        require_nobody_underway(3)
