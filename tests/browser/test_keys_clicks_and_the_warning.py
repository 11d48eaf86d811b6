"""Copying, pasting, keys and clicks on a monitored page, and the page's own warning dialogue."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from annotation.models import ViolationEvent
from tests.annotation.monitored import monitored_invitation
from tests.browser.plain_chromium import until
from tests.browser.test_participant_interruptions import AWAY
from tests.browser.test_participant_pages import WCAG
from tests.browser.visitor import CHOICES, Visitor, visiting
from tests.cast import Participant

pytestmark = pytest.mark.browser
SELECT_THE_QUESTION = "getSelection().selectAllChildren(document.querySelector('#question'))"
FOCUSED = "document.activeElement.value ?? document.activeElement.id"


@pytest.fixture
def visitor(live: str, chromium: Any) -> Iterator[Visitor]:
    """Return somebody at the first item of a monitored study."""
    invitation = monitored_invitation()
    Participant(invitation).reach_items()
    with visiting(chromium, live, invitation=invitation, expected=AWAY) as visitor:
        visitor.open().wait_for_item()
        yield visitor


def kinds() -> list[str]:
    return list(ViolationEvent.objects.order_by("pk").values_list("kind", flat=True))


def wait_for(*expected: str) -> None:
    """Wait for exactly these events; delivery takes a moment."""
    until(lambda: len(kinds()) >= len(expected), " ".join(expected))
    assert kinds() == list(expected)


def warning(visitor: Visitor) -> Any:
    visitor.page.wait_for_selector("#warning[open]")
    return visitor.page.locator("#warning")


def test_copying_counts_with_a_selection_and_not_without(visitor: Visitor) -> None:
    page = visitor.page
    page.keyboard.press("Control+c")  # nothing to copy
    page.keyboard.press("Control+v")
    wait_for("paste_attempt")
    page.evaluate(SELECT_THE_QUESTION)
    page.keyboard.press("Control+c")
    wait_for("paste_attempt", "copy_attempt")
    assert visitor.session.moderate_count == 2


def test_pasting_and_the_right_click_are_moderate(visitor: Visitor) -> None:
    page = visitor.page
    page.keyboard.press("Control+v")
    page.locator("#question").click(button="right")
    wait_for("paste_attempt", "right_click")
    session = visitor.session
    assert (session.severe_count, session.moderate_count) == (0, 2)
    raw = ViolationEvent.objects.get(kind="right_click").raw
    assert raw == [["contextmenu pointer", 0]]
    assert page.locator("#warning[open]").count() == 0  # only severe acts are warned of


def test_the_developer_tools_are_told_by_their_keys(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Control+Shift+i")
    visitor.page.keyboard.press("F12")  # within two seconds: the same
    visitor.page.keyboard.press("Control+v")  # something else, after it
    wait_for("devtools_open", "paste_attempt")


def test_ordinary_work_is_no_event(visitor: Visitor) -> None:
    visitor.page.keyboard.press("1")
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_ratings()
    visitor.page.locator("#question").dblclick()  # selects a word
    visitor.rate()
    visitor.wait_for_position("Question 2 of 9")
    visitor.page.keyboard.press("Control+v")  # the first that is reported
    wait_for("paste_attempt")


def test_a_screenshot_key_is_one_severe_act_and_a_dialogue_says_so(visitor: Visitor) -> None:
    visitor.page.keyboard.press("PrintScreen")
    words = warning(visitor).inner_text()
    assert "A key for taking screenshots was pressed." in words
    assert "1 of 3" in words
    wait_for("screenshot_attempt")


def test_the_warning_is_read_out_passes_an_audit_and_is_left_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    visitor.choose(2)
    page.locator(CHOICES).nth(1).locator("input").focus()
    page.keyboard.press("PrintScreen")
    dialog = warning(visitor)
    assert dialog.get_attribute("role") == "alertdialog"
    assert page.evaluate(FOCUSED) == "warning-heading"
    found = Axe().run(page, options=WCAG).response["violations"]
    assert [each["id"] for each in found] == []
    page.keyboard.press("Enter")  # a key for the page below closes nothing unread
    assert dialog.is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == ""  # the field
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#warning", state="hidden")
    assert page.evaluate(FOCUSED) == "false"  # the choice that had the focus
    assert visitor.chosen("verdict") == "false"


def test_what_one_does_in_the_warning_is_no_act_and_what_one_says_there_is_kept(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.keyboard.press("PrintScreen")
    warning(visitor)
    field = page.locator("#warning-text")
    field.fill("1 It was my cat.")
    field.press("Control+a")
    field.press("Control+c")
    field.press("Control+v")
    field.click(button="right")
    page.locator("#warning button").click()
    wait_for("screenshot_attempt", "warning_shown")
    seen = ViolationEvent.objects.get(kind="screenshot_attempt")
    until(lambda: ViolationEvent.objects.exclude(disputed_text="").exists(), "the dispute")
    seen.refresh_from_db()
    assert seen.disputed_text == "1 It was my cat."
    shown = ViolationEvent.objects.get(kind="warning_shown")
    assert (shown.not_counted, shown.severity) == ("no_violation", "none")
    assert shown.duration_ms > 0
    session = visitor.session
    assert (session.severe_count, session.moderate_count) == (1, 0)


def test_the_clock_of_the_item_runs_on_under_the_warning(visitor: Visitor) -> None:
    page = visitor.page
    page.keyboard.press("PrintScreen")
    warning(visitor)
    before = page.locator("#clock time").text_content()
    page.wait_for_function(
        "(before) => document.querySelector('#clock time').textContent !== before", arg=before
    )


def test_what_happened_without_network_is_told_by_the_page_that_comes_after(
    live: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.context.set_offline(True)
    page.locator("#question").click(button="right")
    page.wait_for_function("Object.keys(localStorage).some((key) => key.includes('events'))")
    page.close()
    assert kinds() == []
    visitor.page.context.set_offline(False)
    visitor.page = visitor.page.context.new_page()
    visitor.open().wait_for_item()
    wait_for("right_click")
    visitor.page.wait_for_function(
        "!Object.keys(localStorage).some((key) => key.includes('events'))"
    )


def test_an_answer_that_was_lost_on_its_way_back_counts_nothing_twice(visitor: Visitor) -> None:
    sent: list[str] = []

    def lose_the_first_answer(route: Any) -> None:
        sent.append(route.request.post_data_json["events"][0]["id"])
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    visitor.page.route("**/api/events", lose_the_first_answer)
    visitor.page.keyboard.press("PrintScreen")
    assert "1 of 3" in warning(visitor).inner_text()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert (kinds(), visitor.session.severe_count) == (["screenshot_attempt"], 1)


def test_after_the_last_submission_nothing_is_watched(live: str, chromium: Any) -> None:
    invitation = monitored_invitation()
    participant = Participant(invitation)
    participant.reach_items()
    for index in range(8):
        participant.finish_item(index)
    with visiting(chromium, live, invitation=invitation, expected=AWAY) as visitor:
        visitor.open().wait_for_item()
        visitor.judge()
        held: list[Any] = []
        visitor.page.route("**/api/stage2", lambda route: held.append(route))
        visitor.rate()
        until(lambda: held or visitor.page.wait_for_timeout(20), "the last submission")
        visitor.page.keyboard.press("PrintScreen")
        visitor.page.wait_for_timeout(300)  # an event would be sent at once
        held[0].continue_()
        visitor.page.wait_for_selector("#item", state="detached")
    assert kinds() == []


def test_what_a_session_leaves_in_the_browser_opens_nothing(visitor: Visitor) -> None:
    page = visitor.page
    page.route("**/api/events", lambda route: route.abort())
    page.keyboard.press("PrintScreen")
    page.wait_for_function("Object.keys(localStorage).some((key) => key.includes('events'))")
    stored = page.evaluate("JSON.stringify(localStorage)")
    token = visitor.url.rstrip("/").rsplit("/", 1)[1]
    assert token not in stored
    page.unroute("**/api/events")
    warning(visitor)


def test_the_watch_begins_however_late_it_is_loaded(visitor: Visitor) -> None:
    held: list[Any] = []
    page = visitor.page
    page.route("**/watch.js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    visitor.wait_for_item()
    with page.expect_response("**/api/heartbeat"):
        held[0].continue_()
    page.keyboard.press("PrintScreen")
    warning(visitor)
