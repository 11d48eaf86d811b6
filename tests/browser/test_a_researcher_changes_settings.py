"""The settings pages in a real browser: keys, what is announced, what axe finds."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.models import Study
from study.selectors import current_version
from study.services.members import set_role
from tests.factories import make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = (
    "/studies/",
    "/studies/new/",
    "/studies/small/",
    "/studies/small/settings/",
    "/studies/small/settings/timing/",
    "/studies/small/settings/consent/",
    "/studies/small/settings/file/",
    "/studies/small/settings/versions/",
    "/studies/small/settings/versions/1/",
    "/studies/small/settings/status/open/",
    "/studies/small/duplicate/",
)


@pytest.fixture
def study(transactional_db: None) -> Study:
    return make_study(status=StudyStatus.DRAFT)


@pytest.fixture
def page(live: str, chromium: Any, study: Study) -> Iterator[Any]:
    """Return an owner's page."""
    owner = User.objects.create_user("ada")
    set_role(study, owner, Role.OWNER, by=None)
    client = Client()
    client.force_login(owner)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = chromium.new_context(base_url=live)
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live}])
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: Any, page: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    for address in PAGES:
        page.goto(address)
        found = Axe().run(page).response["violations"]
        assert [(address, each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_nothing_runs_over_on_a_telephone(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for address in PAGES:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_enter_in_a_field_saves_and_does_not_go_back_to_the_papers_value(
    page: Any, study: Study
) -> None:
    page.goto("/studies/small/settings/timing/")
    save_by_enter(page, "[name=grace_seconds]", "7")
    assert current_version(study).design.timing.grace_seconds == 7

    save_by_enter(page, "[name=ao_soft_seconds]", "100")
    assert current_version(study).design.timing.grace_seconds == 7
    assert current_version(study).design.timing.ao_soft_seconds == 100


def save_by_enter(page: Any, field: str, value: str) -> None:
    page.fill(field, value)
    with page.expect_navigation():  # the page before may say that it was saved, too
        page.press(field, "Enter")
    page.wait_for_selector(".message.success")


def test_a_field_that_is_wrong_is_tied_to_its_complaint(page: Any) -> None:
    page.goto("/studies/small/settings/timing/")
    page.fill("[name=ao_hard_seconds]", "90")
    with page.expect_navigation():
        page.click(".buttons button")

    field = page.locator("[name=ao_hard_seconds]")
    assert field.get_attribute("aria-invalid") == "true"
    described = field.get_attribute("aria-describedby").split()
    words = " ".join(page.locator(f"#{each}").inner_text() for each in described)
    assert "which is 180" in words
