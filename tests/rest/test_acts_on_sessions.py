"""Programs act on sessions as researchers do on their pages."""

import pytest

from annotation.services.releasing import release
from annotation.services.restarting import restart
from annotation.services.validity import invalidate
from study.models import AuditEntry, Study
from tests.acts import at_work, completed, do, terminated
from tests.rest.caller import Caller

pytestmark = pytest.mark.django_db
SESSIONS = "studies/small/sessions"
BODY = {"reason": "a good reason"}


@pytest.mark.parametrize(("act", "status"), [("abandon", "abandoned"), ("withdraw", "withdrawn")])
def test_a_session_is_ended(study: Study, owner: Caller, act: str, status: str) -> None:
    session = at_work(study=study).session
    answer = owner.post(f"{SESSIONS}/{session.pk}/{act}", BODY)
    assert (answer.status_code, answer.json()["status"]) == (200, status)
    entry = AuditEntry.objects.get(action=f"session.{act}")
    assert (entry.reason, str(entry.actor)) == ("a good reason", "owner")


def test_a_restarted_session_is_answered_with_the_new_one(study: Study, owner: Caller) -> None:
    person = terminated(study=study)
    old = person.session
    answer = owner.post(f"{SESSIONS}/{old.pk}/restart", BODY)
    assert answer.status_code == 201
    assert answer.json()["id"] == person.session.pk != old.pk
    assert owner.get(f"{SESSIONS}/{old.pk}").json()["superseded_at"] is not None


def test_a_terminated_session_is_released_and_reinstated(study: Study, owner: Caller) -> None:
    session = terminated(study=study).session
    released = owner.post(f"{SESSIONS}/{session.pk}/release", BODY).json()
    assert (released["status"], released["template"]) == ("terminated", 1)
    assert released["released_at"] is not None
    reinstated = owner.post(f"{SESSIONS}/{session.pk}/reinstate", BODY).json()
    assert (reinstated["status"], reinstated["released_at"]) == ("active", None)


def test_a_completed_session_is_made_invalid_and_valid_again(study: Study, owner: Caller) -> None:
    session = completed(study=study).session
    assert owner.post(f"{SESSIONS}/{session.pk}/invalidate", BODY).json()["invalidated_at"]
    assert owner.post(f"{SESSIONS}/{session.pk}/revalidate", BODY).json()["invalidated_at"] is None


def test_what_is_not_possible_says_why(study: Study, owner: Caller) -> None:
    session = completed(study=study).session
    answer = owner.post(f"{SESSIONS}/{session.pk}/release", BODY)
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal_move")
    assert "as long as it counts" in answer.json()["detail"]
    assert owner.post(f"{SESSIONS}/{session.pk}/release", {}).status_code == 400


def test_a_restart_that_is_sent_twice_under_one_key_is_done_once(
    study: Study, owner: Caller
) -> None:
    session = terminated(study=study).session
    first, second = (
        owner.post(f"{SESSIONS}/{session.pk}/restart", BODY, idempotency_key="once")
        for _ in range(2)
    )
    assert first.json() == second.json()
    assert owner.get(SESSIONS).json()["count"] == 2


def test_what_does_not_count_is_there_and_is_asked_for_by_name(study: Study, owner: Caller) -> None:
    counting = completed(study=study)
    invalid, restarted = completed(study=study), completed(study=study)
    broken_off = terminated(study=study)
    do(invalidate, invalid)
    do(restart, restarted)
    do(release, broken_off)

    def found(query: str) -> tuple[int, int]:
        sessions = owner.get(f"{SESSIONS}?{query}").json()["count"]
        answers = owner.get(f"studies/small/answers?{query}").json()["count"]
        return sessions, answers

    assert found("") == (5, 9 + 9 + 9 + 2)
    assert found("status=completed&counts=true") == (1, 9)
    assert found("counts=false") == (3, 9 + 9 + 2)
    assert found("invalidated=true") == (1, 9)
    assert found("superseded=true") == (1, 9)
    assert found("released=true") == (1, 2)
    (session,) = owner.get(f"{SESSIONS}?status=completed&counts=true").json()["results"]
    assert session["id"] == counting.session.pk
    assert (session["template_rank"], session["templates_free"]) == (1, 1)
    answer = owner.get("studies/small/answers?invalidated=true").json()["results"][0]
    assert answer["invalidated_at"] is not None
