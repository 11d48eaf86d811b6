"""What can be done with ticked people: a new link, no link any more, an end."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.domain.session import RUNNING
from annotation.pages.people import with_links
from annotation.services.ending import abandon
from frame.confirmation import Confirmation
from frame.tables import ticked
from study.domain.roles import Right
from study.models import Invitation, Study
from study.services.invitations import renew, revoke
from study.shell import actor, form_of, show, study_page


@dataclass(frozen=True)
class _BulkAct:
    title: Promise
    verb: Promise
    consequences: tuple[Promise, ...]
    done: Promise
    fits: Q
    do: Callable[[Invitation, str, User], object]


def _abandon(invitation: Invitation, reason: str, by: User) -> None:
    session = invitation.sessions.get(superseded_at=None)
    abandon(session, timezone.now(), reason=reason, actor=by)


_ACTS = {
    "renew": _BulkAct(
        _("New links for %(who)s"),
        _("Make new links"),
        (
            _("The links they have stop working at once and say that there is a newer one."),
            _("What they have answered stays; the new link leads on from there."),
        ),
        _("These have new links: %(who)s."),
        Q(revoked_at=None),
        lambda invitation, reason, by: renew(invitation, reason=reason, actor=by),
    ),
    "revoke": _BulkAct(
        _("Take back the invitations of %(who)s"),
        _("Take back"),
        (
            _("Their links stop working at once, also for who is in the middle of an item."),
            _("What they have answered stays. An invitation that is taken back stays so."),
        ),
        _("Taken back: %(who)s."),
        Q(revoked_at=None),
        lambda invitation, reason, by: revoke(invitation, reason, actor=by),
    ),
    "abandon": _BulkAct(
        _("End the sessions of %(who)s"),
        _("End as abandoned"),
        (
            _("Their links say that the session is over; what they have answered stays."),
            _("An item on their screen is lost. Nothing they answered counts as completed."),
        ),
        _("Ended as abandoned: %(who)s."),
        Q(sessions__superseded_at=None, sessions__status__in=sorted(RUNNING)),
        _abandon,
    ),
}


_NAMED = 5
"""So many people are named in a heading; more are counted there, and named below it."""


def _called(codes: list[str]) -> str:
    if len(codes) <= _NAMED:
        return ", ".join(codes)
    return gettext("%(n)s people") % {"n": len(codes)}


@form_of("people")
@study_page(Right.EDIT)
def act_on_people(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Ask what an act will change and why, then do it to everybody who was ticked."""
    name = request.POST.get("act", "")
    act = _ACTS.get(name)
    fitting = study.invitations.filter(act.fits if act else Q(pk=None), pk__in=ticked(request))
    chosen = list(fitting.select_related("participant", "study"))
    if act is None or not chosen:
        messages.warning(request, _("Tick some people first for whom this can still be done."))
        return redirect("people", study.slug)
    codes = [each.participant.code for each in chosen]
    who = _called(codes)
    confirmation = Confirmation(
        request,
        title=act.title % {"who": who},
        verb=act.verb,
        consequences=[*([", ".join(codes)] if len(codes) > _NAMED else []), *act.consequences],
        back=reverse("people", args=[study.slug]),
        kept=[("act", name), *(("selected", str(each.pk)) for each in chosen)],
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    with transaction.atomic():
        for invitation in chosen:
            act.do(invitation, confirmation.reason, actor(request))
    messages.success(request, act.done % {"who": who})
    return redirect(with_links(study))
