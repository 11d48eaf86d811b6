"""The page of one's tokens: make one, see it once, take it back."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from frame.models import ApiToken
from study.models import Study
from tests.rest.caller import Caller, account

NEW = {"name": "My notebook", "scopes": ["read", "write"], "days": "30"}


PASSWORD = "a long and good one"


@pytest.fixture
def ana(study: Study) -> User:
    user = account("ana", study)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def client(ana: User) -> Client:
    """Return ana's browser; she has just given her password anew."""
    client = Client()
    client.force_login(ana)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def text(page: Any) -> str:
    return str(page.content.decode())


def test_without_tokens_the_page_says_how_to_make_one(client: Client) -> None:
    page = client.get("/account/tokens/")
    assert "You have no tokens" in text(page)
    assert 'href="/account/tokens/new"' in text(page)


def test_a_new_token_is_shown_once_and_works(client: Client) -> None:
    made = client.post("/account/tokens/new", NEW)
    key = re.search(r"discern_[\w-]+", text(made))
    assert key is not None
    assert "no-store" in made["Cache-Control"]
    about = Caller(key[0]).get("me").json()
    assert (about["token"], about["scopes"]) == ("My notebook", ["read", "write"])
    listed = text(client.get("/account/tokens/"))
    assert "My notebook" in listed
    assert key[0] not in listed


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("scopes", []), ("scopes", ["all"]), ("days", "367")]
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(
    client: Client, field: str, value: Any
) -> None:
    page = client.post("/account/tokens/new", {**NEW, "name": "Typed", field: value})
    assert page.status_code == 400
    assert "errorlist" in text(page)
    assert field == "name" or "Typed" in text(page)
    assert not ApiToken.objects.exists()


def test_a_token_is_revoked_once_asked(client: Client) -> None:
    made = client.post("/account/tokens/new", NEW)
    key = re.search(r"discern_[\w-]+", text(made))
    assert key is not None
    path = f"/account/tokens/{ApiToken.objects.get().pk}/revoke"
    assert "My notebook" in text(client.get(path))
    assert Caller(key[0]).get("me").status_code == 200
    assert client.post(path).status_code == 302
    assert Caller(key[0]).get("me").status_code == 401
    assert "revoked" in text(client.get("/account/tokens/"))


def test_nobody_sees_or_revokes_the_tokens_of_others(client: Client, study: Study) -> None:
    client.post("/account/tokens/new", NEW)
    other = Client()
    other.force_login(account("bea", study))
    assert "My notebook" not in text(other.get("/account/tokens/"))
    path = f"/account/tokens/{ApiToken.objects.get().pk}/revoke"
    assert other.post(path).status_code == 404
    assert ApiToken.objects.get().is_valid


@pytest.mark.parametrize("path", ["/account/tokens/", "/account/tokens/new", "/api/"])
def test_a_stranger_is_asked_to_sign_in(db: None, path: str) -> None:
    page = Client().get(path)
    assert page.status_code == 302
    assert "/account/login/" in page["Location"]


def test_a_token_is_made_by_who_gives_the_password_anew_and_by_nobody_else(ana: User) -> None:
    client = Client()
    client.force_login(ana)
    reply = client.post("/account/tokens/new", NEW)
    assert reply.headers["Location"].startswith("/account/reauthenticate/")
    assert not ApiToken.objects.exists()
