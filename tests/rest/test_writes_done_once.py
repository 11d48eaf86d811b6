"""A write that is sent again under its key is not done again."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connections
from django.utils import timezone

from frame.api.scopes import Scope
from frame.models import AnsweredWrite
from study.domain.roles import Role
from study.models import AuditEntry, Membership, Participant, Study
from study.services import audit
from tests.factories import make_study
from tests.rest.caller import Caller, account, caller

PEOPLE = "studies/small/participants"
TWO = {"count": 2}


def code(answer: Any) -> tuple[int, str]:
    """Return status and code of a refusal."""
    return answer.status_code, answer.json()["code"]


def test_the_same_request_again_gives_the_stored_answer(study: Study, owner: Caller) -> None:
    first = owner.post(PEOPLE, TWO, idempotency_key="k1")
    again = owner.post(PEOPLE, TWO, idempotency_key="k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Participant.objects.count() == 2
    assert AuditEntry.objects.filter(action="participants.invited").count() == 1


def test_without_a_key_or_under_another_one_it_is_done_again(study: Study, owner: Caller) -> None:
    for key in ("", "", "k1", "k2"):
        owner.post(PEOPLE, TWO, idempotency_key=key)
    assert Participant.objects.count() == 8


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", PEOPLE, {"count": 3}),
        ("POST", "studies/small/templates", TWO),
        ("PUT", "studies/small/design", {}),
    ],
)
def test_another_request_under_the_same_key_is_refused(
    study: Study, owner: Caller, method: str, path: str, body: object
) -> None:
    owner.post(PEOPLE, TWO, idempotency_key="k1")
    headers = {"Idempotency-Key": "k1"}
    assert code(owner.ask(method, path, body, headers=headers)) == (422, "idempotency_key_reused")
    assert Participant.objects.count() == 2


def test_a_refused_write_changed_nothing_and_its_key_is_free(study: Study, owner: Caller) -> None:
    event = {"event": "reopen", "reason": "x"}
    refused = owner.post("studies/small/status", event, idempotency_key="k1")
    assert refused.status_code == 409
    assert not AnsweredWrite.objects.exists()
    assert owner.post(PEOPLE, TWO, idempotency_key="k1").status_code == 201


def test_a_fault_leaves_nothing_behind(
    study: Study, owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("frame.api.idempotency.seal", lambda text: 1 / 0)
    assert owner.post(PEOPLE, TWO, idempotency_key="k1").status_code == 500
    assert not Participant.objects.exists()
    assert not AnsweredWrite.objects.exists()


def test_what_is_stored_shows_no_link(study: Study, owner: Caller) -> None:
    link = owner.post(PEOPLE, {"count": 1}, idempotency_key="k1").json()[0]["link"]
    stored = AnsweredWrite.objects.get()
    assert b"/j/" in link.encode()
    assert b"/j/" not in bytes(stored.answer)
    assert "k1" not in stored.key_digest


def test_after_a_change_of_the_secret_the_answer_is_lost_and_nothing_is_done_twice(
    study: Study, owner: Caller, settings: LazySettings
) -> None:
    owner.post(PEOPLE, TWO, idempotency_key="k1")
    settings.SECRET_KEY = "another one"
    assert code(owner.post(PEOPLE, TWO, idempotency_key="k1")) == (409, "answer_lost")
    assert Participant.objects.count() == 2


def test_a_key_belongs_to_one_account(study: Study, owner: Caller) -> None:
    other = caller(account("other", study))
    owner.post(PEOPLE, TWO, idempotency_key="k1")
    assert other.post(PEOPLE, TWO, idempotency_key="k1").status_code == 201
    assert Participant.objects.count() == 4


def test_a_token_that_may_see_less_gets_no_stored_answer(study: Study) -> None:
    user = account("owner", study)
    caller(user).post(PEOPLE, TWO, idempotency_key="k1")
    blind = caller(user, Scope.READ, Scope.WRITE)
    assert code(blind.post(PEOPLE, TWO, idempotency_key="k1")) == (422, "idempotency_key_reused")


def test_who_has_become_an_analyst_gets_no_stored_answer(study: Study) -> None:
    user = account("owner", study)
    account("second", study)
    mine = caller(user)
    mine.post(PEOPLE, TWO, idempotency_key="k1")
    Membership.objects.filter(user=user).update(role=Role.ANALYST.value)
    assert code(mine.post(PEOPLE, TWO, idempotency_key="k1")) == (403, "permission_denied")


def test_keys_are_forgotten_after_a_day(study: Study, owner: Caller) -> None:
    owner.post(PEOPLE, TWO, idempotency_key="k1")
    AnsweredWrite.objects.update(created_at=timezone.now() - timedelta(hours=24, seconds=1))
    owner.post(PEOPLE, TWO, idempotency_key="k1")
    assert Participant.objects.count() == 4
    assert AnsweredWrite.objects.count() == 1


def test_a_write_whose_process_died_can_be_sent_again_after_a_while(
    study: Study, owner: Caller
) -> None:
    owner.post(PEOPLE, TWO, idempotency_key="k1")
    AnsweredWrite.objects.update(status=None, answer=b"")
    assert code(owner.post(PEOPLE, TWO, idempotency_key="k1")) == (409, "idempotency_key_in_use")
    AnsweredWrite.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    assert owner.post(PEOPLE, TWO, idempotency_key="k1").status_code == 201


@pytest.mark.parametrize("key", ["", "two words", "x" * 256, "schlüssel"])
def test_a_key_that_is_none_is_refused(study: Study, owner: Caller, key: str) -> None:
    answer = owner.ask("POST", PEOPLE, TWO, headers={"Idempotency-Key": key})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "Idempotency-Key"


def test_a_file_sent_again_is_not_imported_again_and_another_is_refused(
    study: Study, owner: Caller
) -> None:
    def send(body: bytes) -> Any:
        headers = {"Idempotency-Key": "k1"}
        path = "studies/small/item-imports"
        kind = "application/x-ndjson"
        return owner.ask("POST", path, body, content_type=kind, headers=headers)

    row = (
        b'{"code": "PRA09", "kind": "practice", "question": "Why?", "justification": "1. So.", '
        b'"answer": "So", "is_correct": true}'
    )
    assert send(row).json()["created"] == ["PRA09"]
    assert send(row).json()["created"] == ["PRA09"]
    assert code(send(row + b"\n")) == (422, "idempotency_key_reused")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_simultaneous_requests_with_one_key_one_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = make_study()
    user = account("owner", study)
    key = caller(user).key
    inside, go_on = threading.Event(), threading.Event()
    record = audit.record

    def slowly(*args: Any, **kwargs: Any) -> Any:
        inside.set()
        assert go_on.wait(20)
        return record(*args, **kwargs)

    monkeypatch.setattr("study.services.invitations.record", slowly)

    def send() -> int:
        try:
            return int(Caller(key).post(PEOPLE, TWO, idempotency_key="k1").status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(send)
        assert inside.wait(20)
        others = [threads.submit(send) for _ in range(3)]
        assert [other.result(20) for other in others] == [409, 409, 409]
        go_on.set()
        assert first.result(20) == 201
    assert send() == 201
    assert Participant.objects.count() == 2
