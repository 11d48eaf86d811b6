"""Templates in a real browser: looked at, made, seen on the heat map, walked through."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import expect

from annotation.models import ParticipantSession, Presentation
from study.domain.roles import Role
from study.models import Study
from study.services.members import set_role
from study.services.templates import generate_templates
from tests.browser.visitor import CHOICES, CONTINUE, SUBMIT, listen
from tests.crowd import fill
from tests.factories import make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TEMPLATES = "/studies/small/templates/"
PAGES = ("", "look", "look?count=1", "coverage/", "T1/", "T2/preview/2/", "T2/preview/end/")


@pytest.fixture
def study(transactional_db: None) -> Study:
    return make_study()


@pytest.fixture
def cookie(study: Study, live: str) -> dict[str, str]:
    """Return what signs an owner in."""
    owner = User.objects.create_user("ada")
    set_role(study, owner, Role.OWNER, by=None)
    client = Client()
    client.force_login(owner)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": live}


@pytest.fixture
def page(live: str, chromium: Any, cookie: dict[str, str]) -> Iterator[Any]:
    """Return an owner's page; no complaint of its console is allowed."""
    context = chromium.new_context(base_url=live, viewport={"width": 1280, "height": 700})
    context.set_default_timeout(10_000)
    context.add_cookies([cookie])
    page = context.new_page()
    problems: list[str] = []
    listen(page, problems)
    yield page
    assert problems == []
    context.close()


def look_and_make(page: Any, study: Study) -> None:
    """Go from the board over what would be made to the templates, and to the heat map."""
    page.goto(TEMPLATES)
    page.click("text=Look at what would be made")
    page.wait_for_selector("h2:has-text('6 templates would be made: T1–T6')")
    assert not study.templates.exists()
    page.click("text=Make them")
    page.wait_for_selector(".message.success:has-text('6 templates are made: T1–T6.')")
    assert study.templates.count() == 6
    page.click("text=Coverage item by item")
    expect(page.locator(".heat-map .heat.coming")).to_have_count(16)


def test_from_the_look_over_the_making_to_the_heat_map(page: Any, study: Study) -> None:
    look_and_make(page, study)
    page.check("text=Only what is short")
    page.wait_for_selector("text=No item fits.")
    page.wait_for_url("**short=on")
    page.uncheck("text=Only what is short")
    page.select_option("#narrow_category", "TP")
    page.wait_for_selector("text=2 items")
    page.locator(".heat-map .heat a").first.click()
    page.wait_for_url("**/templates/?shows=TP01+AO&expected=yes")
    assert page.locator(".rows tbody tr").count() == 3


def test_all_of_it_works_without_scripts(
    live: str, chromium: Any, cookie: dict[str, str], study: Study
) -> None:
    context = chromium.new_context(base_url=live, java_script_enabled=False)
    context.add_cookies([cookie])
    page = context.new_page()
    look_and_make(page, study)
    page.check("[name=short]")
    page.click(".narrow button")
    expect(page.locator("text=No item fits.")).to_have_count(1)
    context.close()


def test_too_few_are_made_by_keyboard_after_a_tick_or_as_many_as_suffice(
    page: Any, study: Study
) -> None:
    page.goto(TEMPLATES)
    page.focus("[name=count]")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Look at 6 templates")
    page.focus("text=Make them >> nth=-1")
    page.keyboard.press("Enter")  # the browser asks for the tick first
    assert page.evaluate("document.activeElement.name") == "allow_shortfall"
    assert not study.templates.exists()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=2 templates are made: T1–T2.")
    page.goto(f"{TEMPLATES}look?count=1")
    page.click("text=Look at 4 templates")
    page.wait_for_selector("h2:has-text('4 templates would be made: T3–T6')")


def test_a_template_is_walked_through_as_its_participant_would(page: Any, study: Study) -> None:
    generate_templates(study, {}, 2, seed=1)
    page.goto(f"{TEMPLATES}T1/")
    page.click("text=See it as the participant")
    conditions = study.templates.get(number=1).slots.order_by("position")
    for slot in conditions:
        page.wait_for_selector(f"#position:has-text('Question {slot.position + 1} of 9')")
        page.wait_for_selector(f"#question:has-text('{slot.item.code}')")
        assert page.locator("#justification-card").is_visible() == (slot.condition == "AJ")
        page.locator(CHOICES).first.click()
        page.click(SUBMIT)
        page.wait_for_selector("#ratings:not([hidden])")
        for scale in page.locator("#ratings fieldset:not([hidden])").all():
            scale.locator("label").nth(3).click()
        page.click(CONTINUE)
    page.wait_for_selector("text=That was the last of 9 questions.")
    assert not ParticipantSession.objects.exists()
    assert not Presentation.objects.exists()


def test_a_preview_keeps_its_place_and_is_left_by_links(page: Any, study: Study) -> None:
    generate_templates(study, {}, 2, seed=1)
    page.goto(f"{TEMPLATES}T1/preview/4/")
    page.wait_for_selector("#position:has-text('Question 4 of 9')")
    page.reload()
    page.wait_for_selector("#position:has-text('Question 4 of 9')")
    page.click("[rel=next]")
    page.wait_for_selector("#position:has-text('Question 5 of 9')")
    page.click("[rel=prev]")
    page.wait_for_selector("#position:has-text('Question 4 of 9')")
    page.click("text=Back to T1")
    page.wait_for_selector("h1:has-text('T1')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_no_page_runs_over_on_a_telephone(
    page: Any, study: Study, scheme: str
) -> None:
    fill(study, 1)
    generate_templates(study, {}, 1, seed=2)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for part in PAGES:
        page.set_viewport_size({"width": 1280, "height": 700})
        page.goto(f"{TEMPLATES}{part}")
        if part.endswith("2/"):
            page.wait_for_selector("#item:not([hidden])")
        found = Axe().run(page).response["violations"]
        assert [(part, each["id"], each["nodes"][0]["html"]) for each in found] == []
        page.set_viewport_size({"width": 400, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 400, part


def test_a_printed_heat_map_has_its_colours_and_nothing_to_press(page: Any, study: Study) -> None:
    fill(study, 1)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})
    page.goto(f"{TEMPLATES}coverage/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    assert page.locator(":is(button, input, select, summary, nav a):visible").count() == 0
    cell = page.locator(".heat-map .heat").first
    assert cell.evaluate("it => getComputedStyle(it).printColorAdjust") == "exact"
