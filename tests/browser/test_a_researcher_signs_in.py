"""The researcher's login works in a real browser, with its cookies and its CSRF check."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import make_invitation

pytestmark = pytest.mark.browser


def test_signing_in_leads_to_the_studies_and_the_invitation_links(live: str, chromium: Any) -> None:
    make_invitation()
    User.objects.create_superuser("researcher", password="a long password")
    context = chromium.new_context()
    page = context.new_page()
    page.goto(live)
    page.click("#sign-in")
    page.fill("#id_username", "researcher")
    page.fill("#id_password", "a long password")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url == f"{live}/admin/"
    page.goto(f"{live}/admin/study/invitation/")
    assert "/j/" in page.text_content("#result_list")
    context.close()
