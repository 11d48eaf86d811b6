"""Real tab switches, minimising, reloads and links, in a browser as people have it."""

import time
from collections.abc import Iterator

import pytest

from annotation.models import Heartbeat, ParticipantSession, ViolationEvent
from study.models import Invitation
from tests.annotation.monitored import monitored_invitation
from tests.browser.plain_chromium import PlainChromium, Tab, plain_chromium, until
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.browser
SHOWN = "!!document.querySelector('#item:not([hidden])')"
WARNED = "document.querySelector('#warning[open]')?.innerText"
AWAY_SECONDS = 0.7
"""Longer than what counts, which is half a second."""


@pytest.fixture(scope="module")
def browser() -> Iterator[PlainChromium]:
    with plain_chromium() as browser:
        yield browser


def at_an_item(browser: PlainChromium, live: str, invitation: Invitation) -> Tab:
    """Open the first item of a session that has come so far otherwise."""
    participant = Participant(invitation)
    participant.reach_items()
    tab = browser.open(live + participant.path)
    tab.wait_for(SHOWN)
    return tab


def events() -> list[ViolationEvent]:
    return list(ViolationEvent.objects.order_by("pk"))


def event_of(kind: str) -> ViolationEvent:
    return until(lambda: ViolationEvent.objects.filter(kind=kind).first(), kind)


def test_a_tab_switch_is_one_severe_act_and_the_page_says_so(
    live: str, browser: PlainChromium
) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    tab.switch_away()
    time.sleep(AWAY_SECONDS)
    tab.come_back()
    words = tab.wait_for(WARNED)
    assert "You left the page" in words
    assert "1 of 3" in words
    (seen,) = events()
    assert (seen.kind, seen.severity, seen.not_counted) == ("tab_switch", "severe", "")
    assert 600 < seen.duration_ms < 20_000
    assert [name for name, _ in seen.raw if name == "hidden"] == ["hidden"]
    assert (seen.ended_at - seen.begun_at).total_seconds() * 1000 == seen.duration_ms


def test_the_third_one_ends_the_session(live: str, browser: PlainChromium) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    for number in (1, 2):
        tab.switch_away()
        time.sleep(AWAY_SECONDS)
        tab.come_back()
        words = tab.wait_for(WARNED)
        assert f"{number} of 3" in words
        assert ("One more ends your session." in words) is (number == 2)
        tab.click("#warning button")
        tab.wait_for("!document.querySelector('#warning[open]')")
    tab.switch_away()
    time.sleep(AWAY_SECONDS)
    tab.come_back()
    tab.wait_for("document.body.innerText.includes('Your session was ended')")
    assert [seen.kind for seen in events() if not seen.not_counted] == ["tab_switch"] * 3


def test_minimising_is_one_severe_act(live: str, browser: PlainChromium) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    tab.minimise()
    time.sleep(AWAY_SECONDS)
    tab.restore()
    assert "This page was out of sight" in tab.wait_for(WARNED)
    assert [seen.kind for seen in events()] == ["visibility_hidden"]


def test_a_glance_of_a_moment_is_logged_and_not_counted(live: str, browser: PlainChromium) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    # the page's clock goes on by 200 ms, however busy the machine is
    tab.ask(
        "Object.defineProperty(document, 'visibilityState', {get: () => window.sight, "
        "configurable: true}); "
        "const now = performance.now.bind(performance); let ahead = 0; "
        "performance.now = () => now() + ahead; "
        "const become = (sight) => { window.sight = sight; "
        "document.dispatchEvent(new Event('visibilitychange')); }; "
        "become('hidden'); ahead = 200; become('visible')"
    )
    seen = event_of("visibility_hidden")
    assert (seen.not_counted, seen.session.severe_count) == ("too_short", 0)
    assert 190 <= seen.duration_ms < 500
    assert not tab.ask(WARNED)


def test_seventeen_items_with_reloads_and_links_are_no_event(
    live: str, browser: PlainChromium
) -> None:
    study = make_study(
        bank={"items_per_category": 4},
        templates={"items_per_category": 4},
        integrity={"monitoring": True},
    )
    tab = at_an_item(browser, live, make_invitation(study))
    address = tab.ask("location.href")
    for index in range(17):
        here = f"{SHOWN} && document.body.innerText.includes('Question {index + 1} of 17')"
        tab.wait_for(here)
        tab.ask("window.isOld = true; location.reload()")
        tab.wait_for(f"!window.isOld && {here}")
        tab.click("#judgment input")
        tab.click("#judgment button.primary")
        tab.wait_for("!!document.querySelector('#ratings:not([hidden])')")
        if index % 5 == 0:
            tab.send("Page.navigate", url="about:blank")
            tab.wait_for("location.href === 'about:blank'")
            tab.send("Page.navigate", url=address)
            tab.wait_for("!!document.querySelector('#ratings:not([hidden])')")
        tab.ask("document.querySelectorAll('#ratings fieldset:not([hidden])')"
                ".forEach((scale) => scale.querySelector('input').click())")  # fmt: skip
        tab.click("#ratings button.primary")
    tab.wait_for("document.readyState === 'complete' && !document.querySelector('#item')")
    session = ParticipantSession.objects.get(version__study=study)
    assert (session.status, session.severe_count, session.moderate_count) == ("completed", 0, 0)
    assert events() == []


def test_the_back_button_which_shows_the_old_page_again_is_no_event(
    live: str, browser: PlainChromium
) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    tab.ask("window.isOld = true")
    tab.send("Page.navigate", url=f"{live}/healthz")
    tab.wait_for("document.body.innerText === 'ok'")
    time.sleep(AWAY_SECONDS)
    tab.ask("history.back()")
    tab.wait_for(f"{SHOWN} && window.isOld")  # the page itself, out of the browser's memory
    time.sleep(AWAY_SECONDS)  # what is over is told after half a second
    tab.ask("document.dispatchEvent(new ClipboardEvent('paste', {bubbles: true}))")
    event_of("paste_attempt")  # it is watched again, and what was before is no event
    assert [seen.kind for seen in events()] == ["paste_attempt"]


def test_who_closes_a_hidden_page_has_left_it(live: str, browser: PlainChromium) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    tab.switch_away()
    time.sleep(AWAY_SECONDS)
    browser.get(f"close/{tab.id}")
    seen = event_of("tab_switch")
    assert [name for name, _ in seen.raw][-1] == "pagehide"
    assert seen.not_counted == ""


def test_another_page_of_ours_in_front_is_a_tab_switch(live: str, browser: PlainChromium) -> None:
    invitation = monitored_invitation()
    tab = at_an_item(browser, live, invitation)
    # without the hint of the window's size, as in other browsers
    tab.ask("Object.defineProperty(window, 'outerHeight', {value: 5000})")
    other = browser.open(tab.ask("location.href"))
    other.wait_for(SHOWN)
    time.sleep(AWAY_SECONDS)
    tab.come_back()
    assert "Another tab" in tab.wait_for(WARNED)
    assert event_of("tab_switch").not_counted == ""


def test_nobody_is_watched_in_practice_or_where_the_study_does_not_monitor(
    live: str, browser: PlainChromium
) -> None:
    practising = Participant(monitored_invitation())
    practising.consent()
    practising.press("instructions")
    at_work = Participant(make_invitation(make_study("quiet")))
    at_work.reach_items()
    for participant in (practising, at_work):
        tab = browser.open(live + participant.path)
        tab.wait_for(SHOWN)
        tab.switch_away()
        time.sleep(AWAY_SECONDS)
        tab.come_back()
        time.sleep(AWAY_SECONDS)
        assert tab.ask("!!document.querySelector('#warning')") is False
    assert events() == []
    assert not Heartbeat.objects.exists()


def test_a_page_gives_signs_of_life(live: str, browser: PlainChromium) -> None:
    tab = at_an_item(browser, live, monitored_invitation())
    beat = until(lambda: Heartbeat.objects.first(), "a heartbeat")
    assert (beat.is_visible, beat.is_focused, beat.last_event_seq) == (True, True, 0)
    assert tab.ask(SHOWN)
