"""The second factor: set up, asked for, lost, required."""

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from frame.accounts.creation import create_account

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SETUP = "/account/2fa/totp/activate/"


def code(secret: str = SECRET, steps: int = 0) -> str:
    """Return what an app shows now, or `steps` half-minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


@pytest.fixture
def anna() -> User:
    return create_account("anna", password=PASSWORD)


def sign_in(client: Client) -> Any:
    return client.post("/account/login/", {"login": "anna", "password": PASSWORD})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_it_is_set_up_with_the_code_of_the_app_and_gives_recovery_codes(
    client: Client, anna: User
) -> None:
    sign_in(client)
    asked = client.get(SETUP)
    client.post(asked["Location"], {"password": PASSWORD})
    shown = client.get(SETUP)
    assert "<svg " in shown.content.decode()
    assert "data:" not in shown.content.decode()
    wrong = client.post(SETUP, {"code": "000000"}).content.decode()
    assert "errorlist" in wrong
    secret = client.get(SETUP).context["form"].secret
    done = client.post(SETUP, {"code": code(secret)}, follow=True)
    codes = done.context["unused_codes"]
    assert len(codes) == 10
    assert codes[0] in done.content.decode()
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}


def test_the_password_alone_does_not_sign_in_and_the_code_does(client: Client, anna: User) -> None:
    TOTP.activate(anna, SECRET)
    assert sign_in(client)["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)
    assert client.get("/studies/").status_code == 302
    client.post("/account/2fa/authenticate/", {"code": code(steps=40)})
    assert not is_in(client)
    answer = client.post("/account/2fa/authenticate/", {"code": code()})
    assert answer["Location"] == "/studies/"
    assert is_in(client)


def test_a_recovery_code_signs_in_once(client: Client, anna: User) -> None:
    TOTP.activate(anna, SECRET)
    one = RecoveryCodes.activate(anna).get_unused_codes()[0]
    sign_in(client)
    client.post("/account/2fa/authenticate/", {"code": one})
    assert is_in(client)
    again = Client()
    sign_in(again)
    again.post("/account/2fa/authenticate/", {"code": one})
    assert not is_in(again)


def test_five_wrong_codes_close_it_for_a_while(client: Client, anna: User) -> None:
    TOTP.activate(anna, SECRET)
    sign_in(client)
    for _ in range(5):
        client.post("/account/2fa/authenticate/", {"code": "nonsense"})
    refused = client.post("/account/2fa/authenticate/", {"code": code()})
    assert not is_in(client)
    assert "Wait 5 minutes" in refused.content.decode()


def test_switching_it_off_asks_for_the_password_again(client: Client, anna: User) -> None:
    TOTP.activate(anna, SECRET)
    sign_in(client)
    client.post("/account/2fa/authenticate/", {"code": code()})
    asked = client.post("/account/2fa/totp/deactivate/")
    assert asked["Location"].startswith("/account/reauthenticate/")
    assert Authenticator.objects.exists()
    client.post(asked["Location"], {"password": PASSWORD})
    client.post("/account/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    ("required", "is_staff", "sent"),
    [
        ("none", True, False),
        ("staff", False, False),
        ("staff", True, True),
        ("all", False, True),
    ],
)
def test_whoever_must_have_one_sets_it_up_before_anything_else(
    client: Client, anna: User, settings: Any, required: str, is_staff: bool, sent: bool
) -> None:
    settings.REQUIRE_TWO_FACTOR = required
    User.objects.update(is_staff=is_staff)
    sign_in(client)
    for path in ("/studies/", "/account/", "/account/email/", "/account/sessions/", "/admin/"):
        assert (client.get(path).get("Location") == SETUP) is sent, path
    preview = "/studies/small/items/1/preview/AO/api/state"  # a view that looks for itself
    assert (client.get(preview).get("Location") == SETUP) is sent
    asked = client.get("/api/v1/anything")
    assert (asked.status_code == 403 and asked.json()["code"] == "no_second_factor") is sent


def test_the_way_to_it_and_out_stays_open(client: Client, anna: User, settings: Any) -> None:
    settings.REQUIRE_TWO_FACTOR = "all"
    sign_in(client)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    secret = client.get(SETUP).context["form"].secret
    for path in ("/", "/healthz", "/account/logout/"):
        assert client.get(path).status_code == 200
    client.post(SETUP, {"code": code(secret)})
    assert client.get("/studies/").status_code == 200
