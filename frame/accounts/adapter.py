"""Where our accounts differ from allauth's defaults (decision 0016)."""

import logging
from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db.models import Case, Exists, OuterRef, Q, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathImage

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by operators and by invitations, never by whoever comes."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "too_many_login_attempts": _(
            "Too many wrong passwords or codes. Wait 5 minutes, then try again."
        ),
        "username_password_mismatch": _("The name or the password is wrong."),
        "email_password_mismatch": _("The name or the password is wrong."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Close allauth's own sign-up: colleagues make their account on their invitation's page."""
        return False

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and forget the browsers in which a sign-in has run out."""
        UserSession.objects.purge_and_list(user)
        super().login(request, user)

    def logout(self, request: HttpRequest) -> None:
        """Sign out, and forget the browser and its address at once."""
        UserSession.objects.filter(session_key=request.session.session_key).delete()
        super().logout(request)

    def send_notification_mail(self, *about: Any, **more: Any) -> None:
        """Tell of a change by mail; a mail server that is away must not hide what was done."""
        try:
            super().send_notification_mail(*about, **more)
        except OSError:  # of the network, or the server's refusal
            logger.exception("A notice of a change could not be mailed")

    def send_password_reset_mail(self, *about: Any, **more: Any) -> None:
        """Mail a link, if the mail server takes it; an error would tell which accounts there are.

        The error itself stays out of the log: a refusal names the address.
        """
        try:
            super().send_password_reset_mail(*about, **more)
        except OSError as error:
            logger.error("A link to reset a password could not be mailed: %s", type(error).__name__)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords per account, whichever of its names is tried, at whatever host.

        The library counts each name at each host by itself, which multiplies the guesses. Who
        only claims another account's address comes after it, or would count its guesses.
        """
        name = (credentials.get("email") or credentials.get("username") or "").lower()
        claims = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=name)
        is_its_own = Q(email__iexact=name) | Q(Exists(claims.filter(verified=True)))
        accounts = User.objects.filter(Q(username__iexact=name) | is_its_own | Exists(claims))
        order = Case(When(is_its_own, then=0), default=1)
        found = accounts.order_by(order, "pk").values_list("pk", flat=True).first()
        return f"account {found}" if found else f"name {name}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Lead back to where all of an account is."""
        return reverse("account")


class SecondFactorAdapter(DefaultMFAAdapter):
    """Draw the QR code so that it can stand in the page: our policy forbids `data:` images."""

    def build_totp_svg(self, url: str) -> SafeString:
        """Return the drawing without the XML declaration of a file."""
        drawing = qrcode.make(url, image_factory=SvgPathImage, border=2)
        return mark_safe(str(drawing.to_string(encoding="unicode")))
