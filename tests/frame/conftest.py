"""What tests of accounts may ask for."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _no_attempts_yet(settings: Any, request: pytest.FixtureRequest) -> None:
    """Count the attempts to sign in of each test by themselves."""
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": request.node.nodeid}}
