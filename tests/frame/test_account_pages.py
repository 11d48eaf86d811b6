"""Every page of one's own account renders, in both languages; what is not offered says so."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver

from frame.accounts.creation import create_account, password_link

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
OPEN = [
    "login/",
    "inactive/",
    "signup/",
    "confirm-email/",
    "confirm-email/no-such-key/",
    "password/reset/",
    "password/reset/done/",
    "password/reset/key/1-no-such-key/",
    "password/reset/key/done/",
]
BEHIND_SIGN_IN = [
    "",
    "logout/",
    "reauthenticate/",
    "email/",
    "password/change/",
    "sessions/",
    "2fa/",
    "2fa/totp/activate/",
]
BEHIND_SECOND_FACTOR = [
    "",
    "2fa/",
    "2fa/reauthenticate/",
    "2fa/totp/deactivate/",
    "2fa/recovery-codes/",
    "2fa/recovery-codes/generate/",
]
LANGUAGES = ["en", "zh-hans"]


@pytest.fixture
def owner() -> User:
    return create_account("anna", email="anna@lab.example", password=PASSWORD)


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def page(client: Client, path: str, language: str) -> str:
    client.cookies["django_language"] = language
    answer = client.get(f"/account/{path}")
    assert answer.status_code == 200, path
    text = answer.content.decode()
    assert f'<html lang="{language}">' in text
    assert "<h1>" in text
    assert "style=" not in text
    return text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", OPEN)
def test_what_is_open_to_everybody_renders(client: Client, path: str, language: str) -> None:
    page(client, path, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", BEHIND_SIGN_IN)
def test_what_is_behind_the_sign_in_renders(signed_in: Client, path: str, language: str) -> None:
    page(signed_in, path, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", BEHIND_SECOND_FACTOR)
def test_what_is_behind_a_second_factor_renders(
    signed_in: Client, owner: User, path: str, language: str
) -> None:
    TOTP.activate(owner, generate_totp_secret())
    RecoveryCodes.activate(owner)
    page(signed_in, path, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_page_of_a_sign_in_renders(client: Client, owner: User, language: str) -> None:
    TOTP.activate(owner, generate_totp_secret())
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    page(client, "2fa/authenticate/", language)


def test_the_page_of_an_account_leads_to_all_of_it(signed_in: Client) -> None:
    shown = page(signed_in, "", "en")
    for path in ("email/", "password/change/", "2fa/totp/activate/", "sessions/"):
        assert f'href="/account/{path}"' in shown
    assert 'href="/studies/"' in shown


def test_the_menu_on_top_leads_to_the_page_of_the_account(signed_in: Client) -> None:
    assert 'href="/account/"' in signed_in.get("/studies/").content.decode()


def test_only_these_pages_are_open_without_an_account(client: Client) -> None:
    for path in (*BEHIND_SIGN_IN, *BEHIND_SECOND_FACTOR):
        answer = client.get(f"/account/{path}")
        assert answer.status_code == 302, path
        assert answer["Location"].startswith(("/account/login/", "/")), path
        assert not answer.content


def test_every_address_of_the_library_is_known_here() -> None:
    """An upgrade that brings a page fails here, until somebody has looked at the page."""
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    offered = {name for name in names if name.startswith(("account_", "mfa_", "usersessions_"))}
    assert offered == {
        "account_change_password",
        "account_confirm_email",
        "account_confirm_login_code",  # leads to the sign-in
        "account_confirm_reauthentication_code",
        "account_email",
        "account_email_verification_sent",
        "account_inactive",
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "account_request_reauthentication_code",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "account_set_password",  # leads to the change
        "account_signup",
        "mfa_activate_totp",
        "mfa_authenticate",
        "mfa_deactivate_totp",
        "mfa_download_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_index",
        "mfa_reauthenticate",
        "mfa_view_recovery_codes",
        "usersessions_list",
    }


@pytest.mark.parametrize("path", ["login/code/confirm/", "reauthenticate/code/", "password/set/"])
def test_what_is_not_offered_leads_elsewhere_or_is_not_there(signed_in: Client, path: str) -> None:
    answer = signed_in.get(f"/account/{path}", follow=True)
    assert answer.status_code in {200, 403, 404}
    assert "<h1>" in answer.content.decode()


def test_nobody_can_sign_up(client: Client) -> None:
    client.post(
        "/account/signup/", {"username": "eve", "email": "eve@x.example", "password1": PASSWORD}
    )
    assert not User.objects.filter(username="eve").exists()


def test_the_link_for_a_first_password_opens_the_page_that_sets_it(client: Client) -> None:
    link = password_link(create_account("ben"))
    path = link.partition("/account/")[2]
    shown = client.get(f"/account/{path}", follow=True)
    client.post(shown.redirect_chain[-1][0], {"password1": PASSWORD, "password2": PASSWORD})
    assert client.login(username="ben", password=PASSWORD)


def test_recovery_codes_can_be_downloaded(signed_in: Client, owner: User) -> None:
    TOTP.activate(owner, generate_totp_secret())
    codes = RecoveryCodes.activate(owner).get_unused_codes()
    file = signed_in.get("/account/2fa/recovery-codes/download/")
    assert file.content.decode().split() == codes
    assert Authenticator.objects.filter(user=owner).count() == 2
