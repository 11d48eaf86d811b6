"""Mail about studies, to colleagues. Participants have no address and get none."""

import logging

from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation

from study import links
from study.models import ColleagueInvitation

logger = logging.getLogger(__name__)


def send_invitation(invitation: ColleagueInvitation, invited_by: User) -> bool:
    """Mail an invitation's link, in both languages: nobody knows yet which one is read.

    Returns
    -------
    bool
        False when the mail server did not take it; the log says why.
    """
    about = {
        "invitation": invitation,
        "invited_by": invited_by.get_username(),
        "link": links.colleague_url(invitation),
    }
    words = [_in(language, about) for language in ("en", "zh-hans")]
    mail = EmailMessage(
        subject=" · ".join(subject for subject, _ in words),
        body="\n\n".join(body for _, body in words),
        to=[invitation.email],
    )
    try:
        mail.send()
    except OSError:  # of the network, or the server's refusal
        logger.exception("An invitation could not be mailed")
        return False
    return True


def _in(language: str, about: dict[str, object]) -> tuple[str, str]:
    with translation.override(language):
        subject = " ".join(render_to_string("study/mail/invitation_subject.txt", about).split())
        return subject, render_to_string("study/mail/invitation.txt", about).strip()
