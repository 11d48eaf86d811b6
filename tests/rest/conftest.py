"""A study with an owner, templates, people and answers."""

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.throttling import SimpleRateThrottle

from study.domain.roles import Role
from study.models import Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_study
from tests.rest.caller import Caller, account, caller


@pytest.fixture(autouse=True)
def _uncounted(_test_settings: None) -> None:
    """Let no test be held up by what another one asked."""
    cache.clear()


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def owner(study: Study) -> Caller:
    return caller(account("owner", study))


@pytest.fixture
def analyst(study: Study) -> Caller:
    return caller(account("analyst", study, Role.ANALYST))


@pytest.fixture
def unthrottled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let anybody ask as often as they like."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"user": None, "anon": None})


def fill(study: Study) -> None:
    """Give a study templates, people, and one session with some answers."""
    generate_templates(study, {}, 3, seed=1)
    first, *_ = invite(study, 3)
    person = Participant(first)
    person.reach_items()
    for index in range(3):
        person.finish_item(index)


@pytest.fixture
def filled(study: Study) -> Study:
    fill(study)
    return study


def codes_of(answer: Any) -> list[str]:
    """Return the codes of a page."""
    return [row["code"] for row in answer.json()["results"]]
