"""The schema is valid and true: no answer that it does not describe, and never a fault of ours."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from annotation.models import ParticipantSession
from study.models import Study
from tests.rest.caller import Caller, account

EXAMPLES = 5
"""Of every operation, with valid and with invalid data."""

RULES_BEYOND_A_SCHEMA = {
    "POST /api/v1/studies",  # settings of a design that contradict each other
    "PUT /api/v1/studies/{slug}/design",
    "POST /api/v1/studies/{slug}/item-imports",  # what a file holds
}
CONFIG = {
    "generation": {"allow-extra-parameters": False, "allow-x00": False},
    "checks": {
        # 422: the same idempotency key was generated before
        "positive_data_acceptance": {"expected-statuses": ["2xx", 403, 404, 409, 422]}
    },
}


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Let requests run in the test's own transaction, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def there(filled: Study) -> dict[str, Any]:
    """Return path parameters that lead to something that is there."""
    colleague = account("colleague", filled)
    session = ParticipantSession.objects.get()
    return {"slug": "small", "number": 1, "session": session.pk, "user": colleague.pk}


@pytest.mark.parametrize("mode", GenerationMode)
def test_no_answer_is_a_fault_or_undescribed(
    mode: GenerationMode,
    owner: Caller,
    there: dict[str, Any],
    one_connection: None,
    unthrottled: None,
) -> None:
    schema = schemathesis.openapi.from_dict(
        SchemaGenerator().get_schema(public=True), config=SchemathesisConfig.from_dict(CONFIG)
    )
    schema.app = get_wsgi_application()
    load_all_checks()
    asked = 0
    operations: Any = schema.get_all_operations()
    for found in operations:
        before = transaction.savepoint()
        asked += _ask(found.ok(), mode, there, {"Authorization": f"Bearer {owner.key}"})
        transaction.savepoint_rollback(before)
    assert asked > 100


def _ask(
    operation: Any, mode: GenerationMode, there: dict[str, Any], headers: dict[str, str]
) -> int:
    known = {**there, "code": "P002" if "/participants/" in operation.path else "TP01"}
    excluded = [positive_data_acceptance] if operation.label in RULES_BEYOND_A_SCHEMA else []
    asked = 0

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        nonlocal asked
        asked += 1
        if "PATH" not in _negated(case):
            for name in known.keys() & case.path_parameters.keys():
                case.path_parameters[name] = known[name]
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    try:
        ask()
    except Unsatisfiable:  # nothing of it can be wrong
        assert mode.is_negative
    return asked


def _negated(case: Any) -> set[str]:
    return {
        location.name
        for location, component in case.meta.components.items()
        if not component.mode.is_positive
    }


def test_the_schema_is_valid_and_made_without_a_warning() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO())


@pytest.mark.django_db
def test_the_schema_and_its_page_need_somebody_who_is_known(owner: Caller) -> None:
    assert Caller().get("schema").status_code == 401
    assert owner.get("schema").status_code == 200
    page = Caller().client.get("/api/")
    assert page.status_code == 302
    assert page["Location"].startswith("/account/login/")


def test_every_address_of_the_api_is_in_the_schema_and_no_message_of_participants() -> None:
    described = set(SchemaGenerator().get_schema(public=True)["paths"])
    routes = {str(pattern.name) for pattern in _patterns() if str(pattern.name).startswith("api-")}
    assert len(described) == len(routes - {"api-docs", "api-schema"})
    assert all(path.startswith("/api/v1/") for path in described)


def _patterns(resolver: Any = None) -> Any:
    for pattern in (resolver or get_resolver()).url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _patterns(pattern)
        else:
            yield pattern
