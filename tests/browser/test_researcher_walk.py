"""A researcher works through the shell: by mouse, by keyboard, on a telephone, without scripts."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User

from annotation.models import ViolationEvent
from study.domain.roles import Role
from study.models import Study
from study.services.invitations import invite
from study.services.members import set_role
from tests.annotation.monitored import make_violation
from tests.browser.visitor import listen
from tests.crowd import fill
from tests.factories import make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a long password"
PARTS = ("", "items/", "templates/", "people/", "answers/", "violations/", "settings/", "log/")
ROWS = ".rows tbody tr"


@pytest.fixture
def study(transactional_db: None) -> Study:
    """Return a study with three people who are done, each seen once, and three who wait."""
    study = make_study(integrity={"monitoring": True})
    for session in fill(study, 3):
        make_violation(session)
    invite(study, 3)
    set_role(study, User.objects.create_user("ada", password=PASSWORD), Role.OWNER, by=None)
    return study


def signed_in(context: Any) -> Any:
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.goto("/account/login/")
    page.fill("#id_login", "ada")
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/studies/")
    return page


@pytest.fixture
def page(live: str, chromium: Any, study: Study) -> Iterator[Any]:
    """Return an owner's page; no complaint of its console is allowed."""
    context = chromium.new_context(base_url=live, viewport={"width": 1280, "height": 700})
    page = signed_in(context)
    problems: list[str] = []
    listen(page, problems)
    yield page
    assert problems == []
    context.close()


def focused(page: Any, selector: str) -> bool:
    return bool(page.evaluate("(it) => document.activeElement.matches(it)", selector))


def test_a_table_is_searched_while_typing_cut_to_columns_and_walked_back(page: Any) -> None:
    page.goto("/studies/small/people/")
    search = page.locator("input[type=search]")
    search.press_sequentially("p00")
    page.wait_for_url("**?q=p00&*")
    search.press_sequentially("2")
    page.wait_for_url("**?q=p002&*")
    assert page.locator(ROWS).count() == 1
    assert focused(page, "input[type=search]")

    page.click(".narrow summary")
    page.uncheck("[name=columns][value=status]")
    page.wait_for_selector("th:has-text('Status')", state="detached")
    assert page.locator(".narrow details[open]").count() == 1
    assert focused(page, "[value=status]")
    page.keyboard.press("Escape")
    assert page.locator(".narrow details[open]").count() == 0
    assert focused(page, ".narrow summary")

    page.click("th a:has-text('Person')")
    page.wait_for_url("**sort=-code**")
    assert page.locator(ROWS).count() == 1
    assert page.locator("th:has-text('Status')").count() == 0
    page.go_back()
    page.go_back()
    page.wait_for_selector("th:has-text('Status')")
    assert search.input_value() == "p002"


def test_people_are_chosen_by_keyboard_and_lose_their_links_after_a_reason(
    page: Any, study: Study
) -> None:
    page.goto("/studies/small/people/")
    page.locator(ROWS).first.focus()
    for key in ("End", "x", "k", "ArrowUp", "j", "x"):
        page.keyboard.press(key)
    assert page.locator("[name=selected]:checked").count() == 2
    page.focus("button[value=revoke]")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Take back the invitations of P005, P006')")
    page.focus("[name=reason]")
    page.keyboard.type("Sent to the wrong list.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".message.success")
    assert study.invitations.exclude(revoked_at=None).count() == 2


def test_enter_on_a_row_opens_it_and_the_row_in_focus_is_not_under_the_head(page: Any) -> None:
    page.goto("/studies/small/answers/")
    page.locator(ROWS).first.focus()
    for key in ("End", *["k"] * 40):
        page.keyboard.press(key)
    top, head = page.evaluate(
        """() => [document.activeElement.getBoundingClientRect().top,
                  document.querySelector('.rows thead th').getBoundingClientRect().bottom]"""
    )
    assert top >= head - 1
    page.goto("/studies/small/items/")
    page.locator(ROWS).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/*/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_no_page_runs_over_on_a_telephone(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    seen = ViolationEvent.objects.all()[0]
    for part in (*PARTS, f"sessions/{seen.session_id}/", f"violations/{seen.pk}/excuse/"):
        page.set_viewport_size({"width": 1280, "height": 700})
        page.goto(f"/studies/small/{part}")
        found = Axe().run(page).response["violations"]
        assert [(part, each["id"], each["nodes"][0]["html"]) for each in found] == []
        page.set_viewport_size({"width": 400, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 400, part


def test_on_a_telephone_the_menu_shows_where_one_is(page: Any) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto("/studies/small/log/")
    here = page.locator(".menu [aria-current]").bounding_box()
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= 401


def test_the_head_of_a_table_stays_in_sight_at_the_end_of_its_page(page: Any) -> None:
    page.goto("/studies/small/answers/")
    page.evaluate("document.querySelector('.wide').scrollTo(0, 9999); scrollTo(0, 9999)")
    assert page.locator(".rows thead th").first.bounding_box()["y"] >= 0


def test_a_printed_table_has_all_columns_and_nothing_to_press(page: Any) -> None:
    page.goto("/studies/small/answers/")
    names = page.eval_on_selector_all("[name=columns]", "them => them.map(it => it.value)")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1040, "height": 700})  # A4, its long side
    page.goto("/studies/small/answers/?" + "&".join(f"columns={name}" for name in names))
    assert page.evaluate("document.documentElement.scrollWidth") <= 1040
    assert page.locator(".rows thead th").count() >= len(names)
    pressed = page.locator(":is(button, input, select, summary, nav a):visible")
    assert pressed.count() == 0


def test_without_scripts_a_table_is_narrowed_and_acted_upon(
    live: str, chromium: Any, study: Study
) -> None:
    context = chromium.new_context(base_url=live, java_script_enabled=False)
    page = signed_in(context)
    page.goto("/studies/small/people/")
    page.fill("input[type=search]", "p006")
    page.click(".narrow summary")
    page.uncheck("[name=columns][value=status]")
    page.click(".narrow button")
    page.wait_for_url("**?q=p006&*")
    assert page.locator(ROWS).count() == 1
    assert page.locator("th:has-text('Status')").count() == 0
    page.check("[name=selected]")
    page.click("button[value=revoke]")
    page.fill("[name=reason]", "Sent to the wrong list.")
    page.click("main button.primary")
    assert page.locator(".message.success").inner_text() == "Taken back: P006."
    assert study.invitations.exclude(revoked_at=None).count() == 1
    context.close()
