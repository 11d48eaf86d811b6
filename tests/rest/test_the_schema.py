"""The schema is valid and true: no answer that it does not describe, and never a fault of ours."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from annotation.models import ParticipantSession
from study.models import Study
from tests.rest.caller import Caller, account

EXAMPLES = 6
"""Per operation, valid and invalid ones; and all that the schema's limits suggest."""

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

schema = schemathesis.openapi.from_dict(
    SchemaGenerator().get_schema(public=True), config=SchemathesisConfig.from_dict(CONFIG)
)
schema.app = get_wsgi_application()


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


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_answer_is_a_fault_or_undescribed(
    case: Any,
    owner: Caller,
    there: dict[str, Any],
    one_connection: None,
    unthrottled: None,
) -> None:
    person = "/participants/" in case.operation.path
    known = {**there, "code": "P002" if person else "TP01"}
    if "PATH" not in _negated(case):
        case.path_parameters.update(
            {name: known[name] for name in case.path_parameters if name in known}
        )
    beyond = f"{case.operation.method.upper()} {case.operation.path}" in RULES_BEYOND_A_SCHEMA
    case.call_and_validate(
        headers={"Authorization": f"Bearer {owner.key}"},
        excluded_checks=[positive_data_acceptance] if beyond else [],
    )


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
