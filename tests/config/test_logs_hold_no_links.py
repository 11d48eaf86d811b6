import logging
from typing import Any

import pytest
from django.test import Client

from config.logs import HideLinks
from study import links


@pytest.mark.django_db
def test_a_refused_request_is_logged_without_the_secret_part_of_its_link(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.handler.addFilter(HideLinks())
    token = links.token("abcdefgh", 1)
    with caplog.at_level(logging.WARNING):
        Client().get(f"/j/{token}/api/state")
    assert "/j/abcdefgh…/api/state" in caplog.text
    assert token not in caplog.text


def test_every_handler_hides_links(settings: Any) -> None:
    handlers = settings.LOGGING["handlers"]
    assert all("hide_links" in handler["filters"] for handler in handlers.values())
