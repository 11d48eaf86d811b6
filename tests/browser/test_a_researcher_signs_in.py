"""The researcher's login works in a real browser: cookies, CSRF check and content policy."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.browser.visitor import listen
from tests.factories import make_invitation

pytestmark = pytest.mark.browser
PASSWORD = "a long password"


@pytest.fixture
def page(live: str, chromium: Any) -> Iterator[Any]:
    """Return a page on which an operator has signed in; no complaint of its console is allowed."""
    make_invitation()
    User.objects.create_superuser("researcher", password=PASSWORD)
    context = chromium.new_context()
    context.set_default_timeout(10_000)
    page = context.new_page()
    problems: list[str] = []
    listen(page, problems)
    page.goto(live)
    page.click("#sign-in")
    page.fill("#id_login", "researcher")
    page.fill("#id_password", PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    yield page
    assert problems == []
    context.close()


def test_signing_in_leads_to_the_studies_and_the_invitation_links(live: str, page: Any) -> None:
    assert page.url == f"{live}/studies/"
    page.goto(f"{live}/admin/study/invitation/")
    assert "/j/" in page.text_content("#result_list")


def test_a_second_factor_is_set_up_and_then_asked_for(live: str, page: Any) -> None:
    page.goto(f"{live}/account/")
    page.click("text=Set it up")
    page.fill("#id_password", PASSWORD)
    page.click("button:has-text('Go on')")
    drawing = page.locator(".qr svg")
    box = drawing.bounding_box()
    assert box["width"] == pytest.approx(box["height"])
    assert box["width"] > 150
    page.fill("#id_code", now(page.text_content(".key")))
    page.click("button:has-text('Switch it on')")
    codes = page.locator(".codes code")
    expect(codes).to_have_count(10)
    recovery = codes.first.text_content()
    assert Authenticator.objects.filter(type="totp").exists()

    page.click(".pull summary")
    with page.expect_navigation():
        page.click("button:has-text('Sign out')")
    page.goto(f"{live}/account/login/")
    page.fill("#id_login", "researcher")
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/2fa/authenticate/")
    page.fill("#id_code", recovery)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{live}/studies/")


def now(secret: str) -> str:
    """Return the code that an app shows for a key."""
    return str(format_hotp_value(hotp_value(secret.strip(), int(time.time()) // 30)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_accounts_and_members_pass_the_accessibility_audit(
    live: str, page: Any, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live}/account/reauthenticate/?next=/account/2fa/totp/activate/")
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector(".qr")
    for path in (
        "/account/2fa/totp/activate/",
        "/account/",
        "/account/email/",
        "/account/sessions/",
        "/account/password/change/",
        "/studies/small/settings/members/",
    ):
        page.goto(live + path)
        found = Axe().run(page).response["violations"]
        assert [(path, violation["id"]) for violation in found] == []
