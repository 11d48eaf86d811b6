import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.session import MOVES, REINSTATABLE, RUNNING, Event, Status, move, reached
from study.domain.errors import IllegalMove

ENDS = set(Status) - RUNNING


@pytest.mark.parametrize(("status", "event"), list(itertools.product(Status, Event)))
def test_a_move_is_legal_exactly_when_the_table_has_it(status: Status, event: Event) -> None:
    if (status, event) in MOVES:
        assert move(status, event) is MOVES[status, event]
    else:
        with pytest.raises(IllegalMove, match=status.value):
            move(status, event)


def test_the_way_of_the_paper_leads_from_entered_to_completed() -> None:
    status = Status.ENTERED
    for event in (Event.BEGIN_CONSENT, Event.CONSENT, Event.START, Event.COMPLETE):
        status = move(status, event)
    assert status is Status.COMPLETED


@pytest.mark.parametrize("end", sorted(ENDS - REINSTATABLE))
def test_nothing_leads_out_of_an_end(end: Status) -> None:
    assert not [event for event in Event if (end, event) in MOVES]


@pytest.mark.parametrize("end", [Status.TERMINATED, Status.ABANDONED])
def test_only_reinstating_leads_out_of_terminated_and_abandoned(end: Status) -> None:
    assert [event for event in Event if (end, event) in MOVES] == [Event.REINSTATE]


@pytest.mark.parametrize(
    ("consented", "started", "back_to"),
    [
        (False, False, Status.CONSENTING),
        (True, False, Status.INSTRUCTED),
        (True, True, Status.ACTIVE),
    ],
)
def test_reinstating_leads_back_to_where_the_session_stood(
    consented: bool, started: bool, back_to: Status
) -> None:
    stood = reached(consented=consented, started=started)
    assert move(Status.ABANDONED, Event.REINSTATE, stood) is back_to


@pytest.mark.parametrize("event", sorted(set(Event) - {Event.REINSTATE}))
def test_no_other_move_is_turned_by_where_the_session_stood(event: Event) -> None:
    for status in Status:
        if (status, event) in MOVES:
            assert move(status, event, Status.CONSENTING) is MOVES[status, event]


@pytest.mark.parametrize("status", sorted(RUNNING))
def test_everybody_who_is_still_here_can_withdraw(status: Status) -> None:
    assert move(status, Event.WITHDRAW) is Status.WITHDRAWN


@given(st.lists(st.sampled_from(Event), max_size=12))
def test_no_sequence_of_events_completes_without_consent_and_start(events: list[Event]) -> None:
    status, made = Status.ENTERED, []
    for event in events:
        try:
            status = move(status, event)
        except IllegalMove:
            continue
        made.append(event)
    if status is Status.COMPLETED:
        started = Event.START in made or Event.REINSTATE in made
        assert started
        assert Event.CONSENT in made or Event.REINSTATE in made
