"""One person, and one participant session with everything that happened in it."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from annotation.domain.acts import possible
from annotation.models import ParticipantSession
from annotation.pages import session_acts
from annotation.selectors import log_of_session, roster, shown_items, timeline
from annotation.services.accommodation import exempt, set_time_factor
from study import links
from study.domain.roles import Right
from study.models import Study
from study.permissions import has_right
from study.selectors import ever_monitored
from study.shell import actor, form_of, show, study_page


class TimeForm(forms.Form):
    """How much time somebody has: a factor on the limits, or none."""

    time_factor = forms.DecimalField(
        label=_("Time factor"),
        min_value=Decimal(1),
        max_value=Decimal(10),
        max_digits=4,
        decimal_places=2,
        required=False,
        help_text=_("1 is the design's limits, 1.5 half as much again; empty lifts them."),
    )


@require_safe
@study_page(Right.VIEW)
def person(request: HttpRequest, study: Study, code: str) -> HttpResponseBase:
    """Show one person: the invitation, their time, their sessions."""
    return _person(request, study, code, None)


@form_of("person", keep=("code",))
@study_page(Right.EDIT)
def set_time(request: HttpRequest, study: Study, code: str) -> HttpResponseBase:
    """Give a person more time, or no limit, before they begin."""
    who = get_object_or_404(study.participants, code=code)
    form = TimeForm(request.POST)
    if not form.is_valid():
        return _person(request, study, code, form)
    set_time_factor(who, form.cleaned_data["time_factor"], actor=actor(request))
    messages.success(request, _("The time of %(who)s is set.") % {"who": code})
    return redirect("person", study.slug, code)


@form_of("person", keep=("code",))
@study_page(Right.EDIT)
def set_exemption(request: HttpRequest, study: Study, code: str) -> HttpResponseBase:
    """Let violations of a person be logged without counting, or count again."""
    who = get_object_or_404(study.participants, code=code)
    is_exempt = request.POST.get("exempt") == "yes"
    exempt(who, is_exempt=is_exempt, actor=actor(request))
    done = (
        _("What is seen of %(who)s is logged and does not count.")
        if is_exempt
        else _("What is seen of %(who)s counts.")
    )
    messages.success(request, done % {"who": code})
    return redirect("person", study.slug, code)


def _person(
    request: HttpRequest, study: Study, code: str, form: TimeForm | None
) -> HttpResponseBase:
    invited = get_object_or_404(roster(study), participant__code=code)
    who = invited.participant
    sessions = who.sessions.select_related("version", "template").order_by("id")
    identifies = has_right(request.user, study, Right.IDENTIFY)
    return show(
        request,
        study,
        "annotation/person.html",
        status=400 if form else 200,
        invited=invited,
        person=who,
        form=form or TimeForm(initial={"time_factor": who.time_factor}),
        may_set_time=not any(
            session.started_at for session in sessions if session.superseded_at is None
        ),
        is_monitored=ever_monitored(study),
        sessions=sessions,
        link=links.url(invited) if identifies and invited.revoked_at is None else None,
    )


@require_safe
@study_page(Right.EXPORT)
def session(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Show one session: where it stands, what was shown and answered, and its log."""
    found = get_object_or_404(
        ParticipantSession.objects.select_related(
            "participant", "version", "template", "invitation"
        ),
        pk=pk,
        version__study=study,
    )
    acts = [(act, session_acts.PAGES[act].label) for act in possible(found.facts)]
    context: dict[str, Any] = {
        "session": found,
        "acts": acts,
        "presentations": shown_items(found),
        "entries": log_of_session(found),
        "events": timeline(found),
        "threshold": found.version.design.integrity.severe_threshold,
        "is_monitored": found.version.design.integrity.monitoring,
    }
    return show(request, study, "annotation/session.html", **context)
