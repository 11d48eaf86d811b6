"""Reload, back, two tabs, a network that goes away: nothing is lost and nothing is given twice."""

from typing import Any

import pytest

from tests.browser.visitor import CHOICES, CONTINUE, SUBMIT, Visitor, listen, visiting

pytestmark = pytest.mark.browser
AWAY = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_FAILED")


def test_a_reload_keeps_the_choice_and_the_clock(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_items()
        visitor.choose(2)
        before = visitor.answers[0]
        visitor.page.reload()
        visitor.wait_for_item()
        assert visitor.chosen("verdict") == "false"
        assert visitor.page.get_attribute(SUBMIT, "aria-disabled") == "false"
        after = visitor.answers[0]
        assert (after.pk, after.hard_deadline) == (before.pk, before.hard_deadline)


def test_a_choice_made_just_before_a_reload_arrives(live: str, chromium: Any) -> None:
    with visiting(chromium, live, expected=AWAY) as visitor:
        visitor.reach_items()
        with visitor.page.expect_navigation():
            visitor.page.evaluate(
                "() => { document.querySelector('[name=verdict]').click(); location.reload(); }"
            )
        visitor.wait_for_item()
        visitor.wait_for_draft(True)


def test_a_reload_keeps_half_made_ratings(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_items()
        visitor.judge(2)
        with visitor.page.expect_response("**/api/draft2"):
            visitor.page.locator("[data-scale=confidence] label").nth(4).click()
        visitor.page.reload()
        visitor.wait_for_ratings()
        assert (visitor.chosen("confidence"), visitor.chosen("helpfulness")) == ("5", None)
        assert visitor.chosen("verdict") == "false"
        assert visitor.page.locator(CHOICES).first.locator("input").is_disabled()
        visitor.page.locator("[data-scale=helpfulness] label").nth(0).click()
        visitor.page.locator(CONTINUE).click()
        visitor.wait_for_position("Question 2 of 9")
        assert visitor.answers[0].helpfulness == 1


def test_the_back_button_shows_what_is_due_now(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_items()
        visitor.page.goto("about:blank")
        visitor.page.go_back()
        visitor.wait_for_position("Question 1 of 9")
        visitor.wait_for_item()
        assert not visitor.page.evaluate("document.querySelector('[data-concealed]')")
        visitor.finish_item()
        visitor.wait_for_position("Question 2 of 9")


def test_two_tabs_make_one_session(live: str, chromium: Any) -> None:
    with visiting(chromium, live, expected=("409",)) as visitor:
        visitor.reach_items()
        other = Visitor(visitor.page.context.new_page(), visitor.url, visitor.invitation)
        listen(other.page, visitor.problems)
        other.open().wait_for_item()
        # the second tab's choice comes later and wins, although the first has used its number
        visitor.page.bring_to_front()
        visitor.choose(1)
        other.page.bring_to_front()
        other.choose(2)
        other.wait_for_draft(False)
        other.page.locator(SUBMIT).click()
        other.wait_for_ratings()
        # the first tab still shows Stage 1: its submission gets the answer of record
        visitor.page.evaluate("(button) => document.querySelector(button).click()", SUBMIT)
        visitor.wait_for_ratings()
        visitor.page.bring_to_front()
        assert visitor.chosen("verdict") == "false"
        visitor.rate()
        visitor.wait_for_position("Question 2 of 9")
        # and the second tab, coming back into view, learns what is due
        other.page.evaluate("dispatchEvent(new Event('focus'))")
        other.wait_for_position("Question 2 of 9")
        assert [a.verdict for a in visitor.answers] == [False, None]


def test_a_submission_without_network_is_tried_until_it_is_answered(
    live: str, chromium: Any
) -> None:
    with visiting(chromium, live, expected=AWAY) as visitor:
        visitor.reach_items()
        page = visitor.page
        page.context.set_offline(True)
        page.locator(CHOICES).nth(1).click()
        page.wait_for_selector("#saving:has-text('Not saved since')")
        page.locator(SUBMIT).click()
        page.wait_for_timeout(1500)  # one attempt and one retry
        assert page.locator("#ratings").is_hidden()  # never "recorded" before the server says so
        assert page.locator(CHOICES).first.locator("input").is_disabled()
        page.context.set_offline(False)
        visitor.wait_for_ratings()
        page.wait_for_selector("#saving:empty", state="attached")
        assert visitor.answers[0].verdict is False
        visitor.rate()
        visitor.wait_for_position("Question 2 of 9")


def test_a_draft_without_network_is_saved_when_it_is_back(live: str, chromium: Any) -> None:
    with visiting(chromium, live, expected=AWAY) as visitor:
        visitor.reach_items()
        page = visitor.page
        page.context.set_offline(True)
        page.locator(CHOICES).nth(0).click()
        page.locator(CHOICES).nth(1).click()
        page.wait_for_selector("#saving[data-kind=failing]")
        page.context.set_offline(False)
        page.wait_for_selector("#saving:empty", state="attached")
        assert visitor.answers[0].draft is False


def test_an_answer_lost_on_its_way_back_is_not_given_twice(live: str, chromium: Any) -> None:
    with visiting(chromium, live, expected=AWAY) as visitor:
        visitor.reach_items()
        page = visitor.page
        sent: list[Any] = []

        def lose_the_first_answer(route: Any) -> None:
            sent.append(route.request.post_data_json)
            if len(sent) == 1:
                route.fetch()
                route.abort()
            else:
                route.continue_()

        page.route("**/api/stage1", lose_the_first_answer)
        visitor.judge(2)
        assert len(sent) == 2
        assert sent[0] == sent[1]
        assert visitor.answers[0].verdict is False


def test_a_slow_server_is_told_of_and_a_fast_one_is_not(live: str, chromium: Any) -> None:
    with visiting(chromium, live) as visitor:
        visitor.reach_items()
        page = visitor.page
        page.locator(CHOICES).nth(0).click()
        page.wait_for_timeout(600)
        assert page.locator("#saving").text_content() == ""
        held: list[Any] = []
        page.route("**/api/stage1", lambda route: held.append(route))
        page.locator(SUBMIT).click()
        page.wait_for_selector("#saving:has-text('Saving…')")
        held[0].continue_()
        visitor.wait_for_ratings()
        page.wait_for_selector("#saving:empty", state="attached")
