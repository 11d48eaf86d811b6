"""The item bank in a real browser: import through its page, then preview what was imported."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import ParticipantSession
from study.domain.roles import Role
from study.models import Item, Study
from study.services.members import set_role
from tests.browser.test_participant_pages import WCAG
from tests.browser.visitor import Visitor, listen, settle
from tests.factories import make_invitation, make_study
from tests.study.test_reading_an_item_file import MAIN, jsonl

pytestmark = pytest.mark.browser


@pytest.fixture
def study(transactional_db: None, settings: Any, tmp_path: Path) -> Study:
    settings.MEDIA_ROOT = tmp_path / "media"
    return make_study()


BOTH_SCHEMES = pytest.mark.parametrize("page", ["light", "dark"], indirect=True)


@pytest.fixture
def page(request: Any, live: str, chromium: Any, study: Study) -> Iterator[Any]:
    """Return a researcher's page; whatever its console complains about is a failure."""
    user = User.objects.create_user("researcher")
    set_role(study, user, Role.RESEARCHER, by=None)
    client = Client()
    client.force_login(user)
    context = chromium.new_context(color_scheme=getattr(request, "param", "light"))
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}
    context.add_cookies([cookie])
    context.set_default_timeout(10_000)
    shown, problems = context.new_page(), list[str]()
    listen(shown, problems)
    yield shown
    context.close()
    assert problems == []


def audit(page: Any) -> list[str]:
    settle(page)
    found = Axe().run(page, options=WCAG).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes']]}" for each in found]


def choose(page: Any, file: Path) -> None:
    page.set_input_files("input[type=file]", file)
    with page.expect_navigation():
        page.click("main button.primary")


@BOTH_SCHEMES
def test_errors_first_then_the_mended_file(
    live: str, page: Any, study: Study, tmp_path: Path
) -> None:
    Item.objects.all().delete()
    page.goto(f"{live}/studies/small/items/")
    assert audit(page) == []
    page.click("main a.primary:has-text('Import items')")
    page.wait_for_selector("input[type=file]")
    assert audit(page) == []
    choose(page, jsonl(tmp_path, MAIN, {**MAIN, "category": "XX"}))
    page.wait_for_selector(".problems:has-text('nothing can be imported')")
    assert "is not one of TP, TN, FP, FN" in page.text_content("table")
    assert audit(page) == []
    page.click(".problems a.primary")
    page.wait_for_selector("input[type=file]")
    choose(page, jsonl(tmp_path, MAIN, {**MAIN, "code": "TP02", "question": "What is $3+3$?"}))
    page.wait_for_selector(".figures")
    assert audit(page) == []
    page.click("main button:has-text('Import')")
    page.wait_for_selector(".message.success")
    assert audit(page) == []
    assert set(study.items.values_list("code", flat=True)) == {"TP01", "TP02"}
    page.click("a:has-text('TP02')")
    page.wait_for_selector("h1:has-text('TP02')")
    assert audit(page) == []


@BOTH_SCHEMES
@pytest.mark.parametrize(("condition", "scales"), [("AO", 1), ("AJ", 2)])
def test_a_preview_by_keyboard_to_its_end(
    live: str, page: Any, study: Study, condition: str, scales: int
) -> None:
    item = study.items.get(code="FP01")
    page.goto(f"{live}/studies/small/items/{item.pk}/preview/{condition}/")
    page.wait_for_selector("#position:has-text('Preview 1 of 1')")
    assert page.locator("#justification-card").is_visible() is (condition == "AJ")
    assert ("Reason of FP01" in page.content()) is (condition == "AJ")
    assert page.text_content("#clock time").startswith(("4:0", "3:5"))
    assert audit(page) == []
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ratings:not([hidden])")
    assert page.locator("#ratings fieldset:not([hidden])").count() == scales
    assert audit(page) == []
    page.keyboard.press("4")
    if scales == 2:
        page.keyboard.press("Tab")
        page.keyboard.press("5")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{live}/studies/small/items/{item.pk}/")
    assert not ParticipantSession.objects.exists()


def test_a_preview_speaks_both_languages(live: str, page: Any, study: Study) -> None:
    item = study.items.get(code="FP01")
    page.goto(f"{live}/studies/small/items/{item.pk}/preview/AJ/")
    page.click("footer button[value=zh-hans]")
    page.wait_for_selector("#justification-heading:has-text('AI 的推理过程')")
    page.click("footer button[value=en]")
    page.wait_for_selector("#position:has-text('Preview 1 of 1')")


def test_a_pilot_opens_in_a_new_tab_and_is_marked_on_the_item_page(
    live: str, page: Any, study: Study
) -> None:
    make_invitation(study)  # with a template
    page.goto(f"{live}/studies/small/people/pilot/")
    assert audit(page) == []
    with page.expect_popup() as opened:
        page.click("main button.primary")
    opened.value.wait_for_url("**/j/**")
    pilot = Visitor(opened.value, opened.value.url, study.invitations.get(is_test=True))
    for button in ("Begin", "I agree and want to take part", "Start practice"):
        pilot.press(button)
    pilot.wait_for_item()
    assert pilot.page.locator(".mark-line:has-text('Nothing of this counts.')").is_visible()
    assert audit(pilot.page) == []
