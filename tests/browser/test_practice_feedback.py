"""Where the design asks for it, practice says whether a judgment was right; else it never does."""

from typing import Any

import pytest

from tests.browser.visitor import CHOICES, CONTINUE, SUBMIT, Visitor, short_study, visiting

pytestmark = pytest.mark.browser


def practise_once(visitor: Visitor) -> None:
    """Judge and rate the first practice item, which is right, as correct."""
    page = visitor.page
    page.locator(CHOICES).first.click()
    page.click(SUBMIT)
    visitor.wait_for_ratings()
    page.locator("#ratings fieldset:not([hidden]) label").nth(3).click()
    page.click(CONTINUE)


def test_feedback_follows_the_ratings_and_waits_to_be_read(live: str, chromium: Any) -> None:
    study = short_study(practice={"feedback": True})
    with visiting(chromium, live, study) as visitor:
        visitor.reach_practice()
        practise_once(visitor)
        heading = visitor.page.wait_for_selector("#feedback-heading", state="visible")
        assert heading.text_content() == "Your judgment was right."
        assert visitor.page.evaluate("document.activeElement.id") == "feedback-heading"
        assert visitor.page.locator("button.primary:visible").all_text_contents() == ["Continue"]
        visitor.page.click("#feedback button")
        visitor.wait_for_position("Practice 2 of 2")
        visitor.judge()
        assert visitor.page.locator(CONTINUE).is_visible()


def test_without_it_practice_goes_on_and_says_nothing(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_practice()
        practise_once(visitor)
        visitor.wait_for_position("Practice 2 of 2")
        assert visitor.page.locator("#feedback").is_hidden()
