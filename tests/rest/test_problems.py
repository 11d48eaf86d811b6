"""Every error of the API has one shape, whatever went wrong."""

from typing import Any

import pytest
from django.conf import LazySettings

from study.models import Study
from study.rest import studies
from tests.rest.caller import Caller

SHAPE = {"type", "title", "status", "detail", "instance", "code"}


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Check the shape of a refusal and return it."""
    assert answer["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert told.keys() - {"errors"} == SHAPE
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code)
    assert told["type"] == f"urn:discern:problem:{code}"
    assert told["instance"] == answer.wsgi_request.path
    return told


@pytest.mark.parametrize("path", ["nothing", "studies/small/nothing", "studies/", "../v2/x"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address(owner: Caller, path: str, method: str) -> None:
    problem(owner.ask(method, path), 404, "not_found")
    problem(Caller().ask(method, path), 404, "not_found")


def test_a_method_that_is_not_there(owner: Caller) -> None:
    answer = owner.ask("DELETE", "studies/small/items")
    problem(answer, 405, "method_not_allowed")
    assert "GET" in answer["Allow"]
    problem(owner.ask("OPTIONS", "me"), 405, "method_not_allowed")


def test_an_answer_that_cannot_be_had_in_this_type(owner: Caller) -> None:
    problem(owner.ask("GET", "me", headers={"Accept": "text/html"}), 406, "not_acceptable")


def test_a_body_of_a_type_that_is_not_read(owner: Caller) -> None:
    answer = owner.ask("POST", "studies/small/participants", b"count=1", content_type="text/x")
    problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff",
        b'{"count": NaN}',
        b"[" * 100_000,
        b'{"count": 1, "is_test": "\\ud800"}',
    ],
)
def test_a_body_that_is_no_json(owner: Caller, body: bytes) -> None:
    problem(owner.ask("POST", "studies/small/participants", body), 400, "parse_error")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "count"),
        ({"count": 0}, "count"),
        ({"count": "1"}, "count"),
        ({"count": True}, "count"),
        ({"count": 501}, "count"),
        ({"count": 1, "is_test": "yes"}, "is_test"),
        ({"count": 1, "istest": True}, "istest"),
        ([], ""),
        ("x", ""),
    ],
)
def test_a_wrong_field_is_named(owner: Caller, body: object, field: str) -> None:
    told = problem(owner.post("studies/small/participants", body), 400, "invalid")
    assert [error["field"] for error in told["errors"]] == [field]
    assert told["errors"][0]["message"]


def test_wrong_codes_are_named_by_their_place(owner: Caller) -> None:
    body = {"codes": ["TP01", 7], "reason": "x"}
    told = problem(owner.post("studies/small/item-retirements", body), 400, "invalid")
    assert [error["field"] for error in told["errors"]] == ["codes.1"]


@pytest.mark.parametrize(
    "query", ["kin=main", "kind=none", "page=0", "page=x", "page_size=501", "retired=yes", "sort=x"]
)
def test_a_parameter_that_cannot_be_had_is_refused_not_ignored(owner: Caller, query: str) -> None:
    told = problem(owner.get(f"studies/small/items?{query}"), 400, "invalid")
    assert told["errors"][0]["field"] == query.partition("=")[0]


def test_a_page_beyond_the_last(owner: Caller) -> None:
    problem(owner.get("studies/small/items?page=9"), 404, "not_found")


def test_a_broken_rule_has_the_rules_code(owner: Caller) -> None:
    body = {"event": "reopen", "reason": "x"}
    problem(owner.post("studies/small/status", body), 409, "illegal_study_move")


def test_every_wrong_setting_of_a_design_is_named(owner: Caller) -> None:
    design = {"timing": {"ao_hard_seconds": 1, "nothing": 2}, "bonk": {}}
    told = problem(owner.ask("PUT", "studies/small/design", design), 400, "invalid_design")
    fields = [error["field"] for error in told["errors"]]
    assert {"timing.ao_hard_seconds", "timing.nothing", "bonk"} <= set(fields)


def test_a_slug_that_is_taken(owner: Caller) -> None:
    again = {"slug": "small", "title": "Again"}
    told = problem(owner.post("studies", again), 409, "already_exists")
    assert [error["field"] for error in told["errors"]] == ["slug"]


def test_too_large_a_body(owner: Caller, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    body = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + b"b" * 99 + b"\r\n--x--\r\n"
    answer = owner.ask(
        "POST", "studies/small/item-imports", body, content_type="multipart/form-data; boundary=x"
    )
    problem(answer, 413, "too_large")


def test_a_fault_of_ours_is_told_without_its_details_and_noted(
    owner: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(account: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(studies, "studies_of", fail)
    told = problem(owner.get("studies"), 500, "fault")
    assert "secret" not in str(told)
    assert "a secret detail" in caplog.text


def test_too_many_requests_wait(
    owner: Caller, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"user": "3/min", "anon": "2/min"})
    for _ in range(3):
        assert owner.get("me").status_code == 200
    refused = owner.get("me")
    problem(refused, 429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    wrong = Caller("discern_guess")
    assert [wrong.get("me").status_code for _ in range(3)] == [401, 401, 429]
