"""What counts attempts to sign in is shared by all processes: Redis, as the settings say."""

import os
from uuid import uuid4

import pytest
from django.core.cache.backends.redis import RedisCache

from config import settings


@pytest.mark.skipif("REDIS_URL" not in os.environ, reason="no Redis is named")
def test_a_count_of_one_process_goes_on_in_another() -> None:
    configured = settings.CACHES["default"]
    assert configured["BACKEND"].endswith("RedisCache")
    here, there = (
        RedisCache(configured["LOCATION"], {"KEY_PREFIX": configured["KEY_PREFIX"]})
        for _ in range(2)
    )
    key = f"test:{uuid4()}"
    here.set(key, 1, timeout=10)
    assert there.incr(key) == 2
    assert here.get(key) == 2
