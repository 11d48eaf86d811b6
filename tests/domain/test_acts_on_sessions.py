"""What can be done with a session follows from its status and the facts beside it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.acts import Act, Facts, objection, possible, require
from annotation.domain.session import RUNNING, Status
from study.domain.errors import IllegalMove

OVER = set(Status) - RUNNING
ALLOWED = {
    Act.ABANDON: RUNNING,
    Act.WITHDRAW: RUNNING,
    Act.RESTART: set(Status) - {Status.WITHDRAWN, Status.DECLINED, Status.SCREENED_OUT},
    Act.REINSTATE: {Status.TERMINATED, Status.ABANDONED},
    Act.RELEASE: OVER - {Status.COMPLETED},
    Act.INVALIDATE: OVER,
    Act.REVALIDATE: set(),
}
facts = st.builds(Facts, st.sampled_from(Status), *[st.booleans()] * 6)


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("status", Status)
def test_the_status_decides(act: Act, status: Status) -> None:
    holder = Facts(status, has_template=True)
    assert (objection(act, holder) == "") is (status in ALLOWED[act])


@given(facts)
def test_what_is_possible_is_what_nothing_speaks_against(here: Facts) -> None:
    for act in Act:
        if act in possible(here):
            require(act, here)
        else:
            with pytest.raises(IllegalMove, match=r"\.$"):
                require(act, here)


@given(facts)
def test_nothing_is_done_with_a_session_that_was_restarted(here: Facts) -> None:
    assert possible(replace(here, is_superseded=True)) == []


@given(facts)
def test_a_session_is_either_made_invalid_or_valid(here: Facts) -> None:
    acts = possible(here)
    assert not {Act.INVALIDATE, Act.REVALIDATE} <= set(acts)
    if not here.is_superseded and here.status in OVER:
        assert {Act.INVALIDATE, Act.REVALIDATE} & set(acts)


@given(facts)
def test_nobody_at_work_loses_a_template(here: Facts) -> None:
    if here.status in RUNNING:
        assert Act.RELEASE not in possible(here)


def test_a_completed_session_is_released_only_once_it_does_not_count() -> None:
    completed = Facts(Status.COMPLETED, has_template=True)
    assert Act.RELEASE not in possible(completed)
    assert Act.RELEASE in possible(replace(completed, is_invalid=True))
    assert Act.RELEASE in possible(replace(completed, is_test=True))


@pytest.mark.parametrize("act", [Act.RESTART, Act.REINSTATE])
def test_nobody_is_led_back_by_a_link_that_leads_nowhere(act: Act) -> None:
    here = Facts(Status.TERMINATED, has_template=True)
    assert objection(act, here) == ""
    assert objection(act, replace(here, is_revoked=True)) == "The invitation was taken back."
