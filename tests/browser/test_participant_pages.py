"""Every page a participant can see: accessible in both schemes, readable on the smallest screen."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from annotation.domain.session import Status
from annotation.models import ParticipantSession
from study.models import Invitation
from study.rendering import render, tex
from tests.browser.visitor import CHOICES, Visitor, settle, short_study, visiting

pytestmark = pytest.mark.browser
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
ENDS = (Status.TERMINATED, Status.ABANDONED, Status.WITHDRAWN, Status.SCREENED_OUT)
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
Look = Callable[[str], None]


def walk(visitor: Visitor, look: Look) -> None:
    """Visit every page and every state of the item page, in the order of a session."""
    page = visitor.open().page
    look("invitation")
    visitor.press("Begin")
    look("consent")
    visitor.press("I agree and want to take part")
    look("instructions")
    visitor.press("Start practice")
    visitor.wait_for_item()
    look("practice")
    for index in range(2):
        visitor.wait_for_position(f"Practice {index + 1} of 2")
        visitor.finish_item()
    page.wait_for_selector("h1:has-text('The practice is over')")
    look("ready")
    visitor.press("Start")
    visitor.wait_for_position("Question 1 of 9")
    look("item with reasoning")
    page.locator(CHOICES).nth(1).click()
    look("item with a choice")
    visitor.judge(2)
    look("ratings")
    visitor.rate()
    visitor.wait_for_position("Question 2 of 9")
    look("item, answer only")
    look_at_the_ends(visitor, look)


def look_at_the_ends(visitor: Visitor, look: Look) -> None:
    session = ParticipantSession.objects.filter(pk=visitor.session.pk)
    for status in (Status.COMPLETED, Status.DECLINED, *ENDS):
        session.update(status=status.value, completion_code="K7QM2RXD", ended_at=timezone.now())
        visitor.open()
        look(status.value)
    visitor.page.goto(visitor.url[:-3] + "xx/")
    look("unknown link")
    Invitation.objects.update(revoked_at=timezone.now())
    visitor.open()
    look("revoked")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_audit_finds_nothing(live: str, chromium: Any, scheme: str) -> None:
    found: dict[str, list[str]] = {}

    def audit(name: str) -> None:
        settle(visitor.page)
        results = Axe().run(visitor.page, options=WCAG).response["violations"]
        if results:
            found[name] = [
                f"{each['id']}: {[node['html'][:120] for node in each['nodes']]}"
                for each in results
            ]

    with visiting(chromium, live, color_scheme=scheme, expected=("404", "410")) as visitor:
        walk(visitor, audit)
    assert found == {}


@pytest.mark.parametrize("width", [360, 180], ids=["phone", "phone at 200 %"])
def test_no_page_scrolls_sideways(live: str, chromium: Any, width: int) -> None:
    wide: dict[str, int] = {}

    def measure(name: str) -> None:
        if over := visitor.page.evaluate(OVERFLOW):
            wide[name] = over

    screen = {"width": width, "height": 740}
    with visiting(chromium, live, viewport=screen, expected=("404", "410")) as visitor:
        walk(visitor, measure)
    assert wide == {}


def test_a_wide_formula_scrolls_inside_its_card_and_by_keyboard(live: str, chromium: Any) -> None:
    with visiting(chromium, live, viewport={"width": 360, "height": 740}) as visitor:
        visitor.reach_practice()
        visitor.page.evaluate("() => fetch(document.querySelector('main').dataset.api + 'state')")
        formula = "<math display=block>" + "<mi>a</mi><mo>+</mo>" * 80 + "<mi>z</mi></math>"
        visitor.page.route("**/api/next", lambda route: with_question(route, f"<p>{formula}</p>"))
        visitor.page.reload()
        visitor.wait_for_item()
        assert visitor.page.evaluate(OVERFLOW) == 0
        reachable = "#question[tabindex='0'], #question [tabindex='0']"
        assert visitor.page.locator(reachable).count() > 0


INLINE = """() => [...document.querySelectorAll("#question math:not([display=block])")]
    .filter((formula) => formula.scrollWidth > formula.clientWidth + 1)
    .map((formula) => ({
        isMarked: formula.dataset.wide?.trim() === "right" && formula.tabIndex === 0,
        hint: getComputedStyle(formula).boxShadow,
    }))"""


def test_no_formula_of_the_demo_is_cut_off_on_a_phone_without_a_sign(
    live: str, chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = Path(__file__).parents[2] / "study" / "demo" / "items.jsonl"
    lines = bank.read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["justification"] for line in lines]

    def cut_off() -> list[dict[str, Any]]:
        html = "<hr>".join(render(text).html for text in texts if text)
        page.unroute("**/api/next")
        page.route("**/api/next", lambda route: with_question(route, html))
        page.reload()
        visitor.wait_for_item()
        assert page.evaluate(OVERFLOW) == 0
        found: list[dict[str, Any]] = page.evaluate(INLINE)
        return found

    with visiting(chromium, live, viewport={"width": 360, "height": 740}) as visitor:
        visitor.reach_practice()
        page = visitor.page
        broken = cut_off()
        assert all(each["isMarked"] and "inset" in each["hint"] for each in broken)
        monkeypatch.setattr(tex, "pieces", lambda whole: [whole])
        whole = cut_off()
        assert len(broken) * 4 <= len(whole)
        assert all(each["isMarked"] and "inset" in each["hint"] for each in whole)
        formula = page.query_selector("#question math[data-wide]")
        formula.evaluate("(element) => (element.scrollLeft = element.scrollWidth)")
        page.wait_for_function("(element) => element.dataset.wide.trim() === 'left'", arg=formula)


def with_question(route: Any, html: str) -> None:
    reply = route.fetch()
    body = reply.json()
    body["presentation"]["content"]["question"] = html
    route.fulfill(response=reply, json=body)


def test_items_keep_their_own_language_whatever_the_interface_speaks(
    live: str, chromium: Any
) -> None:
    study = short_study(bank={"items_per_category": 2, "language": "de"})
    with visiting(chromium, live, study) as visitor:
        visitor.reach_practice()
        spoken = "() => [...document.querySelectorAll('.content')].map((part) => part.lang)"
        assert visitor.page.evaluate(spoken) == ["de"] * 3
        assert visitor.page.get_attribute("html", "lang") == "en"
