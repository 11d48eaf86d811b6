"""What can be done with ticked people: a new link, or no link any more."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from annotation.pages.people import with_links
from frame.confirmation import Confirmation
from frame.tables import ticked
from study.domain.roles import Right
from study.models import Invitation, Study
from study.services.invitations import renew, revoke
from study.shell import actor, show, study_page


@dataclass(frozen=True)
class _BulkAct:
    title: Promise
    verb: Promise
    consequences: tuple[Promise, ...]
    done: Promise
    do: Callable[[Invitation, str, User], object]


_ACTS = {
    "renew": _BulkAct(
        _("New links for %(who)s"),
        _("Make new links"),
        (
            _("The links they have stop working at once and say that there is a newer one."),
            _("What they have answered stays; the new link leads on from there."),
        ),
        _("These have new links: %(who)s."),
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
        lambda invitation, reason, by: revoke(invitation, reason, actor=by),
    ),
}


@require_POST
@study_page(Right.EDIT)
def act_on_people(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Ask what an act will change and why, then do it to everybody who was ticked."""
    name = request.POST.get("act", "")
    valid = study.invitations.filter(pk__in=ticked(request), revoked_at=None)
    chosen = list(valid.select_related("participant", "study"))
    if name not in _ACTS or not chosen:
        messages.warning(request, _("Tick some people first. An invitation taken back stays so."))
        return redirect("people", study.slug)
    act, who = _ACTS[name], ", ".join(each.participant.code for each in chosen)
    confirmation = Confirmation(
        request,
        title=act.title % {"who": who},
        verb=act.verb,
        consequences=act.consequences,
        back=reverse("people", args=[study.slug]),
        kept=[("act", name), *(("selected", str(each.pk)) for each in chosen)],
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    for invitation in chosen:
        act.do(invitation, confirmation.reason, actor(request))
    messages.success(request, act.done % {"who": who})
    return redirect(with_links(study))
