"""An installation begins with an account made on the command line."""

from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.models import Study
from study.permissions import role_in
from tests.factories import make_study

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


@pytest.fixture(autouse=True)
def _served_there(settings: Any) -> None:
    settings.BASE_URL = "https://study.example"


def add(*arguments: str) -> str:
    """Return the link that is printed."""
    out = StringIO()
    call_command("add_researcher", *arguments, stdout=out)
    return out.getvalue().splitlines()[1]


def set_password(link: str) -> Client:
    client = Client()
    opened = client.get(link.removeprefix("https://study.example"), follow=True)
    form_at = opened.redirect_chain[-1][0]
    client.post(form_at, {"password1": PASSWORD, "password2": PASSWORD})
    return client


def test_the_printed_link_sets_the_password_and_signing_in_works() -> None:
    link = add("anna", "--email", "anna@lab.example")
    assert link.startswith("https://study.example/account/password/reset/key/")
    client = set_password(link)
    client.post("/account/login/", {"login": "anna@lab.example", "password": PASSWORD})
    assert client.get("/studies/").status_code == 200
    assert EmailAddress.objects.get().verified


def test_nobody_can_sign_in_before() -> None:
    add("anna")
    assert not User.objects.get().has_usable_password()


def test_they_can_be_made_a_member_at_once() -> None:
    study = make_study()
    add("anna", "--study", "small", "--role", "owner")
    assert role_in(User.objects.get(), study) is Role.OWNER


def test_an_operator_manages_accounts() -> None:
    add("anna", "--operator")
    account = User.objects.get()
    assert (account.is_staff, account.is_superuser) == (True, True)
    add("ben")
    account = User.objects.get(username="ben")
    assert (account.is_staff, account.is_superuser) == (False, False)


def test_a_new_link_replaces_a_forgotten_password() -> None:
    set_password(add("anna"))
    client = set_password(add("anna", "--new-link"))
    assert client.login(username="anna", password=PASSWORD)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Anna"], "already"),
        (["not a name"], "valid username"),
        (["ben", "--email", "anna@lab.example"], "Another account"),
        (["ben", "--email", "no address"], "valid email"),
        (["ben", "--study", "small"], "go together"),
        (["ben", "--role", "owner"], "go together"),
        (["ben", "--study", "none", "--role", "owner"], "There is no study"),
        (["ben", "--new-link"], "There is no account"),
    ],
)
def test_a_wrong_argument_makes_no_account(arguments: list[str], told: str) -> None:
    make_study()
    add("anna", "--email", "anna@lab.example")
    with pytest.raises(CommandError, match=told):
        add(*arguments)
    assert User.objects.count() == 1


def test_nobody_becomes_a_member_of_an_archived_study() -> None:
    make_study()
    Study.objects.update(status=StudyStatus.ARCHIVED.value)
    with pytest.raises(CommandError, match="archived"):
        add("anna", "--study", "small", "--role", "owner")
    assert not User.objects.exists()
