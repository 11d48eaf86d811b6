"""Make accounts: for operators on the command line, for colleagues on their invitation's page."""

from allauth.account.adapter import get_adapter
from allauth.account.app_settings import PASSWORD_RESET_TOKEN_GENERATOR
from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email, user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _


@transaction.atomic
def create_account(
    username: str, *, email: str = "", password: str | None = None, is_operator: bool = False
) -> User:
    """Return a new account; its mail address counts as verified, for we were told or wrote to it.

    Parameters
    ----------
    password : str, optional
        None: nobody can sign in before a password is set by `password_link`.
    is_operator : bool
        Operators count as owners of every study, and manage accounts in the administration.

    Raises
    ------
    django.core.exceptions.ValidationError
        When the name or the address is taken or is none, or the password is a bad one.
    """
    account = User(email=email.lower(), is_staff=is_operator, is_superuser=is_operator)
    account.username = get_adapter().clean_username(username)
    account.clean_fields(exclude=["password", "email"])
    if email:
        _check_address(email)
    if password is not None:
        get_adapter().clean_password(password, account)
    account.set_password(password)
    account.save()
    if email:
        EmailAddress.objects.create(user=account, email=account.email, primary=True, verified=True)
    return account


def password_link(account: User) -> str:
    """Return an address where the account's password can be set, once; it works for three days."""
    key = PASSWORD_RESET_TOKEN_GENERATOR().make_token(account)
    owner = user_pk_to_url_str(account)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": owner, "key": key})
    return f"{settings.BASE_URL}{path}"


def _check_address(email: str) -> None:
    validate_email(email)
    if filter_users_by_email(email):
        raise ValidationError(_("Another account has this mail address."))
