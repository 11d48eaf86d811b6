"""Signing in, being locked out, and getting back in."""

import re
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from frame.accounts.creation import create_account

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
OTHER = "another long password"


@pytest.fixture
def anna() -> User:
    return create_account("anna", email="anna@lab.example", password=PASSWORD)


def sign_in(client: Client, name: str = "anna", password: str = PASSWORD) -> Any:
    return client.post("/account/login/", {"login": name, "password": password})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def set_password(client: Client, mail: str) -> str:
    """Follow the link of a mail, and return it."""
    found = re.search(r"https?://\S+?(/account/\S+)", mail)
    assert found
    opened = client.get(found[1], follow=True)
    form_at = opened.redirect_chain[-1][0]
    client.post(form_at, {"password1": OTHER, "password2": OTHER})
    return found[1]


@pytest.mark.parametrize("name", ["anna", "Anna", "anna@lab.example", "ANNA@lab.example"])
def test_the_name_or_the_mail_address_signs_in(client: Client, anna: User, name: str) -> None:
    assert sign_in(client, name)["Location"] == "/studies/"
    assert is_in(client)


def test_a_page_asked_for_is_shown_after_signing_in(client: Client, anna: User) -> None:
    asked = client.get("/studies/?q=sum")
    answer = client.post(asked["Location"], {"login": "anna", "password": PASSWORD})
    assert answer["Location"] == "/studies/?q=sum"


def test_nobody_learns_which_names_exist(client: Client, anna: User) -> None:
    wrong = sign_in(client, "anna", "wrong").content.decode()
    unknown = sign_in(client, "nobody", "wrong").content.decode()
    told = "The name or the password is wrong."
    assert told in wrong
    assert told in unknown


def test_five_wrong_passwords_close_the_account_for_five_minutes(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        sign_in(client, password="wrong")
    refused = sign_in(client).content.decode()
    assert "Wait 5 minutes" in refused
    assert not is_in(client)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    sign_in(elsewhere)
    assert not is_in(elsewhere)

    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 5 * 60 + 1)
    sign_in(client)
    assert is_in(client)


def test_guesses_count_for_the_account_whichever_name_and_host_they_use(
    client: Client, anna: User
) -> None:
    for name, host in [
        ("anna", "testserver"),
        ("ANNA", "localhost"),
        ("anna@lab.example", "[::1]"),
    ]:
        for _ in range(2):
            client.post("/account/login/", {"login": name, "password": "wrong"}, HTTP_HOST=host)
    assert "Wait 5 minutes" in sign_in(client).content.decode()


@pytest.mark.parametrize("confirmed", [True, False])
def test_who_claims_the_address_of_another_account_takes_no_guess_off_it(
    client: Client, confirmed: bool
) -> None:
    claims = create_account("mallory", email="m@lab.example", password=OTHER)
    create_account("anna", email="anna@lab.example", password=PASSWORD)
    EmailAddress.objects.filter(email="anna@lab.example").update(verified=confirmed)
    EmailAddress.objects.create(user=claims, email="Anna@lab.example", verified=False)
    for _ in range(5):
        sign_in(client, "anna@lab.example", "wrong")
    sign_in(client, "anna")
    assert not is_in(client)


def test_a_mailed_link_opens_the_account_again(
    client: Client, anna: User, mailoutbox: list[Any]
) -> None:
    for _ in range(5):
        sign_in(client, password="wrong")
    client.post("/account/password/reset/", {"email": "anna@lab.example"})
    set_password(client, mailoutbox[0].body)
    sign_in(client, password=OTHER)
    assert is_in(client)


def test_another_account_is_not_closed_with_it(client: Client, anna: User) -> None:
    create_account("ben", password=PASSWORD)
    for _ in range(5):
        sign_in(client, password="wrong")
    sign_in(client, "ben")
    assert is_in(client)


def test_the_mailed_link_sets_a_new_password_once(
    client: Client, anna: User, mailoutbox: list[Any]
) -> None:
    client.post("/account/password/reset/", {"email": "anna@lab.example"})
    mail = mailoutbox[0]
    assert mail.to == ["anna@lab.example"]
    link = set_password(client, mail.body)
    sign_in(client, password=PASSWORD)
    assert not is_in(client)
    sign_in(client, password=OTHER)
    assert is_in(client)
    assert "does not work any more" in Client().get(link).content.decode()
    assert "set anew" in mailoutbox[1].body


def test_a_mail_server_that_is_away_tells_nobody_which_accounts_there_are(
    client: Client, anna: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # nobody answers there
    known = client.post("/account/password/reset/", {"email": "anna@lab.example"})
    unknown = client.post("/account/password/reset/", {"email": "eve@lab.example"})
    assert known.status_code == unknown.status_code == 302
    assert "could not be mailed" in caplog.text
    assert "anna@lab.example" not in caplog.text


def test_an_unknown_address_gets_no_mail_and_the_same_answer(
    client: Client, anna: User, mailoutbox: list[Any]
) -> None:
    known = client.post("/account/password/reset/", {"email": "anna@lab.example"})
    unknown = client.post("/account/password/reset/", {"email": "eve@lab.example"})
    assert len(mailoutbox) == 1
    assert known["Location"] == unknown["Location"]


@pytest.mark.parametrize(("language", "word"), [("en", "forgotten the password"), ("zh-hans", "")])
def test_mails_are_in_the_language_of_who_asks_and_name_no_address(
    client: Client, anna: User, mailoutbox: list[Any], language: str, word: str
) -> None:
    client.cookies["django_language"] = language
    client.post("/account/password/reset/", {"email": "anna@lab.example"})
    assert word in mailoutbox[0].body
    assert "127.0.0.1" not in mailoutbox[0].body


def test_asking_for_mail_again_and_again_is_slowed_down(client: Client, anna: User) -> None:
    for _ in range(5):
        client.post("/account/password/reset/", {"email": "anna@lab.example"})
    answer = client.post("/account/password/reset/", {"email": "anna@lab.example"})
    assert answer.status_code == 429
    assert "Wait five minutes" in answer.content.decode()


def test_a_changed_password_signs_out_everywhere_else(
    client: Client, anna: User, mailoutbox: list[Any]
) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    sign_in(client)
    client.post(
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER},
    )
    assert client.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert "127.0.0.1" not in mailoutbox[0].body


def test_a_mail_server_that_is_away_hides_no_change(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    sign_in(client)
    changed = client.post(
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER},
    )
    assert changed["Location"] == "/account/"


def test_other_sign_ins_are_listed_and_can_be_ended(client: Client, anna: User) -> None:
    elsewhere = Client(headers={"user-agent": "Elsewhere 1.0"})
    sign_in(elsewhere)
    sign_in(client)
    assert "Elsewhere 1.0" in client.get("/account/sessions/").content.decode()
    client.post("/account/sessions/")
    assert elsewhere.get("/account/").status_code == 302
    assert client.get("/account/").status_code == 200
    assert "Elsewhere 1.0" not in client.get("/account/sessions/").content.decode()


def test_signing_out_forgets_the_browser_and_its_address(client: Client, anna: User) -> None:
    sign_in(client)
    assert UserSession.objects.get().ip == "127.0.0.1"
    client.post("/account/logout/")
    assert not UserSession.objects.exists()


def test_a_sign_in_that_ran_out_is_forgotten_at_the_next(client: Client, anna: User) -> None:
    sign_in(Client(headers={"user-agent": "Elsewhere 1.0"}))
    Session.objects.all().delete()
    sign_in(client)
    assert UserSession.objects.get().user_agent != "Elsewhere 1.0"


def test_a_closed_account_cannot_sign_in(client: Client, anna: User) -> None:
    User.objects.update(is_active=False)
    sign_in(client)
    assert not is_in(client)


def test_an_address_is_added_only_with_the_password_and_confirmed_by_mail(
    client: Client, anna: User, mailoutbox: list[Any]
) -> None:
    sign_in(client)
    asked = client.post("/account/email/", {"action_add": "", "email": "a@home.example"})
    assert asked["Location"].startswith("/account/reauthenticate/")
    client.post(asked["Location"], {"password": PASSWORD})  # which goes on with what was asked
    assert mailoutbox[-1].to == ["a@home.example"]
    path = re.search(r"https?://[^/]+(\S+)", mailoutbox[-1].body)
    assert path
    assert "Is this your address?" in client.get(path[1]).content.decode()
    client.post(path[1])
    assert EmailAddress.objects.get(email="a@home.example").verified
