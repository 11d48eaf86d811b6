"""The clock on the screen: the soft limit warns, the hard limit submits, nothing moves."""

from typing import Any

import pytest

from study.models import Participant
from tests.browser.visitor import CHOICES, SUBMIT, short_study, visiting
from tests.factories import make_invitation

pytestmark = pytest.mark.browser
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            window.shifts.push([value, sources.map(({ node }) => node?.nodeName)]);
        }
    }).observe({ type: "layout-shift" });
}"""


def hurried(soft: int, hard: int) -> Any:
    """Return a study without practice, which would cost its short limits too."""
    return short_study(soft, hard, practice={"items": 0})


def test_without_a_choice_the_time_out_is_recorded_as_none(live: str, chromium: Any) -> None:
    with visiting(chromium, live, hurried(1, 2)) as visitor:
        visitor.reach_items()
        visitor.wait_for_ratings()
        answer = visitor.answers[0]
        assert (answer.verdict, answer.timed_out, answer.closed_by) == (None, True, "timer")
        assert visitor.page.locator("[data-when=timed-out-empty]").is_visible()
        recorded = visitor.page.locator(".recorded").inner_text()
        assert recorded.startswith("Your judgment: none.")
        visitor.rate()
        visitor.wait_for_position("Question 2 of 9")


def test_the_latest_choice_is_submitted_when_the_time_is_up(live: str, chromium: Any) -> None:
    with visiting(chromium, live, hurried(1, 2)) as visitor:
        visitor.reach_items()
        page = visitor.page
        page.locator(CHOICES).nth(0).click()
        page.locator(CHOICES).nth(1).click()
        held: list[Any] = []
        page.route("**/api/stage1", lambda route: held.append(route))
        page.wait_for_selector("#judgment [data-note=over][data-shown]")
        assert page.locator(CHOICES).first.locator("input").is_disabled()
        assert page.locator("#clock time").text_content() == "0:00"
        page.wait_for_timeout(400)
        assert page.locator("#voice").text_content() == "Time is up. Saving your last choice…"
        assert page.locator("#ratings").is_hidden()
        held[0].continue_()
        visitor.wait_for_ratings()
        answer = visitor.answers[0]
        assert (answer.verdict, answer.timed_out, answer.rt_seconds) == (False, True, 2.0)
        assert page.locator("[data-when=timed-out]").is_visible()
        assert page.evaluate("document.activeElement.id") == "ratings-heading"
        recorded = "The time ran out. The choice you had made last was recorded."
        assert page.locator("#voice").text_content() == recorded


def test_the_soft_limit_warns_in_three_ways_and_moves_nothing(live: str, chromium: Any) -> None:
    with visiting(
        chromium, live, hurried(2, 60), viewport={"width": 360, "height": 740}
    ) as visitor:
        visitor.reach_items()
        page = visitor.page
        clock = page.locator("#clock")
        assert clock.get_attribute("data-phase") == "open"
        calm = clock.evaluate("(element) => getComputedStyle(element).color")
        page.locator(CHOICES).nth(0).click()
        page.wait_for_timeout(600)  # shifts right after an input would not count
        page.evaluate(SHIFTS)
        button = page.locator(SUBMIT).bounding_box()
        page.wait_for_selector("#clock[data-phase=soft]")
        page.wait_for_timeout(200)
        assert page.evaluate("window.shifts") == []
        assert page.locator(SUBMIT).bounding_box() == button
        assert clock.evaluate("(element) => getComputedStyle(element).color") != calm
        mark = "(element) => getComputedStyle(element.firstElementChild, '::before').content"
        assert clock.evaluate(mark) == '"!"'
        assert visitor.note().startswith("Please decide now.")
        assert page.locator("#voice").text_content() == "58 seconds left. Please decide."


@pytest.mark.parametrize("height", [740, 1400])
def test_nothing_moves_when_the_item_arrives_and_the_ratings_open(
    live: str, chromium: Any, height: int
) -> None:
    screen = {"width": 1280, "height": height}
    with visiting(chromium, live, hurried(1, 2), viewport=screen) as visitor:
        visitor.page.add_init_script(f"({SHIFTS})()")
        visitor.reach_items()
        visitor.wait_for_ratings()
        visitor.page.wait_for_timeout(300)
        assert visitor.page.evaluate("window.shifts") == []


def test_away_past_the_limit_leads_to_the_ratings(live: str, chromium: Any) -> None:
    with visiting(chromium, live, hurried(1, 2), expected=("ERR_INTERNET",)) as visitor:
        visitor.reach_items()
        page = visitor.page
        visitor.choose(1)
        page.context.set_offline(True)
        page.wait_for_selector("#judgment [data-note=over][data-shown]")
        page.wait_for_timeout(4500)  # past the grace too
        page.context.set_offline(False)
        visitor.wait_for_ratings()
        answer = visitor.answers[0]
        assert (answer.verdict, answer.timed_out) == (True, True)


def test_whoever_has_no_limit_sees_no_clock(live: str, chromium: Any) -> None:
    invitation = make_invitation(hurried(1, 2))
    Participant.objects.update(time_factor=None)
    with visiting(chromium, live, invitation=invitation) as visitor:
        visitor.reach_items()
        visitor.page.wait_for_timeout(2500)
        assert visitor.page.locator("#clock").is_hidden()
        assert visitor.page.locator("#ratings").is_hidden()
        visitor.finish_item()
        visitor.wait_for_position("Question 2 of 9")


def test_practice_has_a_clock_too(live: str, chromium: Any) -> None:
    with visiting(chromium, live, short_study(1, 2)) as visitor:
        visitor.reach_practice()
        visitor.wait_for_ratings()
        assert visitor.page.locator("[data-when=timed-out-empty]").is_visible()
        visitor.rate()
        visitor.wait_for_position("Practice 2 of 2")
