"""Forms of accounts that say more than allauth's."""

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):
    """One field for the name, which may be either of the two."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or mail address")
        self.fields["password"].help_text = ""  # the page has the link to a new one below the form
        self.fields["remember"].label = _("Stay signed in for two weeks")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
