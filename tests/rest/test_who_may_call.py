"""A token never does more than its owner's role and its own scopes; anything else is refused."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from frame.api.scopes import Scope
from frame.api.tokens import make_token, revoke_token
from frame.models import ApiToken
from study.domain.roles import Role
from study.models import Study
from tests.factories import make_study
from tests.rest.caller import Caller, account, caller

INVITE = {"count": 1}


def test_without_a_token_one_is_told_what_to_bring(study: Study) -> None:
    answer = Caller().get("studies")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"] == 'Bearer realm="api"'


@pytest.mark.parametrize("key", ["discern_wrong", "", "a b", "\xff"])
def test_a_key_that_is_none_opens_nothing(study: Study, key: str) -> None:
    answer = Caller().ask("GET", "studies", headers={"Authorization": f"Bearer {key}"})
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


@pytest.mark.parametrize("path", ["me", "studies/small/participants", "studies/other", "nothing"])
def test_no_answer_is_kept_on_the_way(study: Study, owner: Caller, path: str) -> None:
    for asks in (owner, Caller()):
        assert "no-store" in asks.get(path)["Cache-Control"]


def test_an_expired_token_opens_nothing(study: Study, owner: Caller) -> None:
    assert owner.get("studies").status_code == 200
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert owner.get("studies").status_code == 401


def test_a_revoked_token_opens_nothing_and_the_others_still_do(study: Study) -> None:
    user = account("owner", study)
    token, key = make_token(user, "lost", tuple(Scope), 1)
    other = caller(user)
    revoke_token(token)
    assert Caller(key).get("studies").status_code == 401
    assert other.get("studies").status_code == 200


def test_the_token_of_a_deactivated_account_opens_nothing(study: Study, owner: Caller) -> None:
    User.objects.update(is_active=False)
    assert owner.get("studies").status_code == 401


def test_keys_are_kept_as_hashes_only(study: Study, owner: Caller) -> None:
    assert owner.key is not None
    row = ApiToken.objects.values().get()
    secret = owner.key.removeprefix("discern_")
    assert not any(secret[:12] in str(value) for value in row.values())


def test_the_last_use_is_noted_and_reading_again_costs_no_write(
    study: Study, owner: Caller
) -> None:
    owner.get("me")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    owner.get("me")
    assert ApiToken.objects.get().last_used_at == first


@pytest.mark.parametrize(
    ("scope", "method", "path", "body"),
    [
        (Scope.READ, "GET", "studies/small", None),
        (Scope.READ, "GET", "studies/small/answers", None),
        (Scope.WRITE, "POST", "studies/small/participants", INVITE),
        (Scope.MANAGE, "POST", "studies/small/status", {"event": "pause", "reason": "Lunch."}),
    ],
)
def test_a_token_does_only_what_its_scopes_say(
    study: Study, scope: Scope, method: str, path: str, body: object
) -> None:
    user = account("owner", study)
    without = caller(user, *(other for other in Scope if other is not scope))
    refused = without.ask(method, path, body)
    assert (refused.status_code, refused.json()["code"]) == (403, "missing_scope")
    assert scope.value in refused.json()["detail"]
    assert caller(user, scope).ask(method, path, body).status_code < 300


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "studies/small/participants", INVITE),
        ("POST", "studies/small/templates", {"count": 1}),
        ("PATCH", "studies/small", {"title": "Mine"}),
        ("PUT", "studies/small/design", {}),
        ("POST", "studies/small/item-retirements", {"codes": ["TP01"], "reason": "x"}),
        ("POST", "studies/small/status", {"event": "pause", "reason": "x"}),
        ("POST", "studies/small/duplicate", {"slug": "copy", "title": "Copy"}),
    ],
)
def test_a_token_of_all_scopes_does_not_more_than_its_owners_role(
    study: Study, analyst: Caller, method: str, path: str, body: object
) -> None:
    answer = analyst.ask(method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


def test_a_stranger_cannot_tell_a_study_from_none(study: Study) -> None:
    make_study("theirs")
    stranger = caller(account("stranger"))
    for path in ("studies/small", "studies/none", "studies/small/items", "studies/small/log"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert stranger.get("studies").json()["results"] == []


def test_rows_of_another_study_are_not_found_under_ones_own(study: Study, owner: Caller) -> None:
    other = make_study("theirs")
    stranger = account("stranger", other, Role.ANALYST)
    assert owner.get("studies/small/items/TP01").status_code == 200
    assert owner.get(f"studies/small/members/{stranger.pk}").status_code == 405
    answer = owner.ask("PUT", f"studies/small/members/{stranger.pk}", {"role": "owner"})
    assert answer.status_code == 404


def test_me_says_who_what_and_where(study: Study) -> None:
    user = account("ana", study, Role.RESEARCHER)
    about = caller(user, Scope.READ, Scope.WRITE).get("me").json()
    assert about["username"] == "ana"
    assert about["token"] == "test"
    assert about["scopes"] == ["read", "write"]
    assert about["studies"] == [{"slug": "small", "title": study.title, "role": "researcher"}]


def test_who_is_signed_in_needs_no_token_but_a_csrf_token_to_write(study: Study) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("owner", study))
    signed_in = Caller(client=client)
    assert signed_in.get("me").json()["token"] is None
    refused = signed_in.post("studies/small/participants", INVITE)
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    client.get("/api/")
    csrf = client.cookies["csrftoken"].value
    taken = signed_in.ask(
        "POST", "studies/small/participants", INVITE, headers={"X-CSRFToken": csrf}
    )
    assert taken.status_code == 201
