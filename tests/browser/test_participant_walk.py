"""A whole session, from the link to the completion code, in a real browser."""

from typing import Any

import pytest

from annotation.domain.session import Status
from tests.browser.visitor import CONTINUE, SUBMIT, Visitor, short_study, visiting
from tests.factories import make_invitation

pytestmark = pytest.mark.browser


def tab_to(page: Any, text: str) -> None:
    """Reach a button as somebody without a mouse does."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement?.textContent ?? ''")
        if text in focused and page.evaluate("document.activeElement.tagName") != "MAIN":
            return
    raise AssertionError(f"Tab does not reach {text!r}.")


def press_by_keyboard(page: Any, text: str) -> None:
    tab_to(page, text)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def finish_by_keyboard(visitor: Visitor, verdict: str) -> None:
    keyboard = visitor.page.keyboard
    heading = visitor.page.evaluate("document.activeElement.id")
    assert heading == "question-heading"
    keyboard.press(verdict)
    keyboard.press("Enter")
    visitor.wait_for_ratings()
    assert visitor.page.evaluate("document.activeElement.id") == "ratings-heading"
    keyboard.press("4")
    if visitor.page.locator("#ratings fieldset:not([hidden])").count() > 1:
        keyboard.press("Tab")
        keyboard.press("2")
    keyboard.press("Enter")
    visitor.page.wait_for_selector("#ratings", state="hidden")


def test_a_whole_session_by_keyboard_alone(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        page = visitor.open().page
        press_by_keyboard(page, "Begin")
        press_by_keyboard(page, "I agree and want to take part")
        press_by_keyboard(page, "Start practice")
        for index in range(2):
            visitor.wait_for_position(f"Practice {index + 1} of 2")
            finish_by_keyboard(visitor, "1")
        page.wait_for_selector("h1:has-text('The practice is over')")
        press_by_keyboard(page, "Start")
        for index in range(9):
            visitor.wait_for_position(f"Question {index + 1} of 9")
            finish_by_keyboard(visitor, "2")
        code = page.wait_for_selector("#completion-code").text_content()
        session = visitor.session
        assert session.status == Status.COMPLETED
        assert code == session.completion_code
        assert [a.verdict for a in visitor.answers] == [False] * 9
        assert {a.confidence for a in visitor.answers} == {4}
        assert {a.helpfulness for a in visitor.answers} == {2, None}
        assert not any(a.timed_out for a in visitor.answers)


def test_the_session_goes_on_in_chinese(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        page = visitor.open().page
        page.click("button[value=zh-hans]")
        page.wait_for_selector("html[lang=zh-hans]")
        for button in ("开始", "我同意并愿意参加", "开始练习"):
            visitor.press(button)
        visitor.wait_for_position("练习第 1 题，共 2 题")
        assert page.locator("#justification-heading").text_content() == "AI 的推理过程"
        page.click("footer button[value=en]")
        visitor.wait_for_position("Practice 1 of 2")


def test_declining_is_a_dignified_end(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.open().press("Begin")
        visitor.press("I do not agree")
        visitor.page.wait_for_selector("h1:has-text('You have decided not to take part')")
        assert visitor.session.status == Status.DECLINED


def test_without_a_free_template_one_can_try_again(live: str, chromium: Any) -> None:
    invitation = make_invitation(short_study(), templates=0)
    with visiting(chromium, live, invitation=invitation, expected=("409", "400", "503")) as visitor:
        visitor.open().press("Begin")
        visitor.press("I agree and want to take part")
        visitor.page.wait_for_selector("h1:has-text('No place is free')")
        visitor.page.click("a.primary")
        visitor.page.wait_for_selector("h1:has-text('Before you take part')")


def test_pages_around_the_items_work_without_scripts(live: str, chromium: Any) -> None:
    with visiting(chromium, live, java_script_enabled=False) as visitor:
        visitor.open()
        for button in ("Begin", "I agree and want to take part", "Start practice"):
            visitor.press(button)
        assert "needs JavaScript" in visitor.page.locator("noscript .card").text_content()


def test_a_key_that_is_held_down_does_not_carry_into_the_ratings(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_items()
        keyboard = visitor.page.keyboard
        keyboard.press("2")
        keyboard.down("Enter")
        visitor.wait_for_ratings()
        keyboard.down("4")
        for _ in range(5):
            keyboard.down("Enter")  # the browser's repeats
            keyboard.down("4")
        assert visitor.chosen("confidence") == "4"
        assert visitor.chosen("helpfulness") is None
        keyboard.up("4")
        keyboard.press("2")
        assert (visitor.chosen("confidence"), visitor.chosen("helpfulness")) == ("2", None)
        keyboard.press("Tab")
        keyboard.press("4")
        assert (visitor.chosen("confidence"), visitor.chosen("helpfulness")) == ("2", "4")
        keyboard.down("Enter")
        assert visitor.page.locator("#ratings").is_visible()  # still the press of Stage 1
        keyboard.up("Enter")
        keyboard.press("Enter")
        visitor.wait_for_position("Question 2 of 9")


def test_shortcuts_can_be_switched_off_and_stay_off(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_practice()
        page = visitor.page
        page.click("#judgment [data-switch=shortcuts]")
        page.reload()
        visitor.wait_for_item()
        assert page.get_attribute("#judgment [data-switch]", "aria-checked") == "false"
        page.keyboard.press("1")
        assert visitor.chosen("verdict") is None


def test_the_button_says_why_it_cannot_be_pressed(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_practice()
        page = visitor.page
        assert page.get_attribute(SUBMIT, "aria-disabled") == "true"
        assert page.get_attribute(SUBMIT, "aria-describedby") == "judgment-notes"
        assert visitor.note() == "Choose “Correct” or “Incorrect”, then submit."
        page.locator(SUBMIT).click(force=True)
        page.locator("#judgment label").nth(1).click()
        assert page.get_attribute(SUBMIT, "aria-disabled") == "false"
        assert visitor.note() == ""


def test_a_double_click_judges_once_and_skips_nothing(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_items()
        page = visitor.page
        page.locator("#judgment label").first.dblclick()
        page.locator(SUBMIT).dblclick()
        visitor.wait_for_ratings()
        assert visitor.chosen("confidence") is None
        for scale in page.locator("#ratings fieldset:not([hidden])").all():
            scale.locator("label").nth(2).click()
        page.locator(CONTINUE).dblclick()
        visitor.wait_for_position("Question 2 of 9")
        page.wait_for_timeout(300)
        assert visitor.chosen("verdict") is None
        assert [a.verdict for a in visitor.answers] == [True, None]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_an_item_page_stays_light(live: str, chromium: Any, language: str) -> None:
    with visiting(chromium, live) as visitor:
        page = visitor.open().page
        for selector in (
            f"button[value={language}]",
            "button.primary",
            "button[value=yes]",
            "form.actions .primary",
        ):
            with page.expect_navigation():
                page.click(selector)
        page.wait_for_selector(f"html[lang={language}]")
        visitor.wait_for_item()
        sizes: dict[str, int] = {}
        page.on("response", lambda reply: sizes.update({reply.url: len(reply.body())}))
        page.reload()
        visitor.wait_for_item()
        page.wait_for_timeout(100)
        assert all(url.startswith(live) for url in sizes), "third parties"
        assert sum(sizes.values()) < 60_000, sizes
