"""What a participant's open page does when a researcher acts on their session."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.domain.session import Event
from annotation.models import ParticipantSession
from annotation.services.moves import make_move
from annotation.services.reinstating import reinstate
from annotation.services.restarting import restart
from tests.browser.visitor import CHOICES, SUBMIT, Visitor, visiting

pytestmark = pytest.mark.browser
REFUSED = ("409",)
CONSENT = "button[name=decision][value=yes]"


def end(visitor: Visitor) -> None:
    make_move(visitor.session, Event.TERMINATE, timezone.now())


def undo(visitor: Visitor) -> ParticipantSession:
    return reinstate(visitor.session, timezone.now(), reason="a call", actor=None)


def test_a_restarted_session_leads_the_open_page_to_the_consent(live: str, chromium: Any) -> None:
    with visiting(chromium, live, expected=REFUSED) as visitor:
        visitor.reach_items()
        restart(visitor.session, timezone.now(), reason="somebody else sat there", actor=None)
        visitor.page.locator(CHOICES).first.click()
        visitor.page.wait_for_selector(CONSENT)
        with visitor.page.expect_navigation():
            visitor.page.locator(CONSENT).click()
        assert visitor.session.status == "instructed"


def test_a_reinstated_session_shows_its_item_again_with_the_choice_and_the_whole_time(
    live: str, chromium: Any
) -> None:
    with visiting(chromium, live, expected=REFUSED) as visitor:
        visitor.reach_items()
        visitor.choose(2)
        end(visitor)
        visitor.page.locator(CHOICES).first.click()
        visitor.page.wait_for_selector("h1:has-text('Your session was ended')")
        undo(visitor)
        visitor.page.reload()
        visitor.wait_for_item()
        assert visitor.chosen("verdict") == "false"
        (answer,) = visitor.answers
        assert answer.hard_deadline is not None
        assert answer.hard_deadline - answer.presented_at == timedelta(seconds=240)
        visitor.page.locator(SUBMIT).click()
        visitor.wait_for_ratings()
        visitor.rate()
        visitor.wait_for_position("Question 2 of 9")
        assert [each.verdict for each in visitor.answers] == [False, None]


def test_a_page_that_noticed_nothing_goes_on_when_it_comes_back_into_view(
    live: str, chromium: Any
) -> None:
    with visiting(chromium, live, expected=REFUSED) as visitor:
        visitor.reach_items()
        end(visitor)
        undo(visitor)
        with visitor.page.expect_response("**/api/next"):
            visitor.page.evaluate("dispatchEvent(new Event('focus'))")
        visitor.finish_item()
        visitor.wait_for_position("Question 2 of 9")
        assert visitor.answers[0].state == "done"
