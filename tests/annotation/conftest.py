"""A participant at the first item, at noon."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from tests.cast import NOON, Participant
from tests.factories import make_invitation


@pytest.fixture
def participant(at: Callable[[datetime], None]) -> Participant:
    """Return somebody who has just pressed "Start", at noon on the database's clock."""
    at(NOON)
    participant = Participant(make_invitation())
    participant.reach_items()
    return participant


@pytest.fixture
def shown(participant: Participant) -> dict[str, Any]:
    """Return the first item as the page received it, at noon."""
    presentation: dict[str, Any] = participant.next(0).json()["presentation"]
    return presentation
