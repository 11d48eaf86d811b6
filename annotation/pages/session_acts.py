"""What a researcher can do with one session: asked first, with what will change, and why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from annotation.domain.acts import Act, require
from annotation.models import ParticipantSession
from annotation.services.ending import abandon, withdraw
from annotation.services.reinstating import reinstate
from annotation.services.releasing import release
from annotation.services.restarting import restart
from annotation.services.validity import invalidate, revalidate
from frame.confirmation import Confirmation
from study.domain.errors import DomainError
from study.domain.roles import Right
from study.models import Study
from study.shell import actor, show, study_page
from study.words import said


class ActConverter:
    """What is done with a session, in an address."""

    regex = "|".join(Act)

    def to_python(self, value: str) -> Act:
        """Return the act."""
        return Act(value)

    def to_url(self, value: str) -> str:
        """Return its place in an address."""
        return str(value)


@dataclass(frozen=True)
class _Page:
    """The button of an act, and the page behind it; `%(who)s` is the participant's code."""

    label: Promise
    title: Promise
    verb: Promise
    consequences: tuple[Promise, ...]
    done: Promise
    do: Callable[..., ParticipantSession]


_STAYS = _("What was answered stays, and counts no more: not for coverage, not in the analysis.")

PAGES: Mapping[Act, _Page] = MappingProxyType(
    {
        Act.ABANDON: _Page(
            _("End …"),
            _("End the session of %(who)s"),
            _("End as abandoned"),
            (
                _("The link says that the session is over. An item on the screen is lost."),
                _("What was answered stays; nothing of it counts as completed."),
                _("The session can be reinstated later, or its template released."),
            ),
            _("The session is ended."),
            abandon,
        ),
        Act.WITHDRAW: _Page(
            _("Withdraw …"),
            _("End the participation of %(who)s at their request"),
            _("Withdraw"),
            (
                _("The link says that the participation has ended. Nobody can take this back."),
                _STAYS,
            ),
            _("The participation has ended."),
            withdraw,
        ),
        Act.RESTART: _Page(
            _("Restart …"),
            _("Restart the session of %(who)s"),
            _("Restart"),
            (
                _("The same link leads to a new session with the same template, from consent on."),
                _("A session that is running is ended first; an item on the screen is lost."),
                _STAYS,
                _("The person sees items again that they saw before."),
            ),
            _("The session is restarted. This is the new one."),
            restart,
        ),
        Act.REINSTATE: _Page(
            _("Reinstate …"),
            _("Reinstate the session of %(who)s"),
            _("Reinstate"),
            (
                _("The person can go on where they stood, by the same link. Tell them."),
                _(
                    "An item that was on the screen is shown again, with its whole time from then "
                    "on."
                ),
                _("A template that was released is taken again, if nobody else has got it."),
            ),
            _("The session is reinstated."),
            reinstate,
        ),
        Act.RELEASE: _Page(
            _("Release the template …"),
            _("Release the template of %(who)s"),
            _("Release"),
            (
                _("Another person can get the template."),
                _STAYS,
                _("The link still says that the session is over; nobody begins again by it."),
            ),
            _("The template is released."),
            release,
        ),
        Act.INVALIDATE: _Page(
            _("Make invalid …"),
            _("Make the session of %(who)s invalid"),
            _("Make invalid"),
            (
                _STAYS,
                _("It keeps its template, unless that is released afterwards."),
                _("The person sees no difference. It can be made valid again."),
            ),
            _("The session is invalid."),
            invalidate,
        ),
        Act.REVALIDATE: _Page(
            _("Make valid again …"),
            _("Make the session of %(who)s valid again"),
            _("Make valid again"),
            (
                _("If it is completed, its answers count again."),
                _("A template that was released is taken again, if nobody else has got it."),
            ),
            _("The session is valid again."),
            revalidate,
        ),
    }
)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def act_on_session(request: HttpRequest, study: Study, pk: int, act: Act) -> HttpResponseBase:
    """Say what an act will change, ask why, and do it."""
    rows = ParticipantSession.objects.select_related("participant", "invitation", "version__study")
    found = get_object_or_404(rows, pk=pk, version__study=study)
    require(act, found.facts)  # what is not possible is not asked about
    page = PAGES[act]
    confirmation = Confirmation(
        request,
        title=page.title % {"who": found.participant.code},
        verb=page.verb,
        consequences=page.consequences,
        back=reverse("session", args=[study.slug, pk]),
    )
    if confirmation.reason is not None:
        try:
            after = page.do(found, timezone.now(), reason=confirmation.reason, actor=actor(request))
        except DomainError as error:
            confirmation.form.add_error(None, said(error))
        else:
            messages.success(request, str(page.done))
            return redirect("session", study.slug, after.pk)
    return show(request, study, "frame/confirm.html", confirmation=confirmation)
