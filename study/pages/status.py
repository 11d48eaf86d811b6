"""Open a study, pause it, close it, archive it."""

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from frame.confirmation import Confirmation
from study.domain.checklist import State
from study.domain.lifecycle import (
    StudyEvent,
    StudyStatus,
    move,
    require_nobody_underway,
)
from study.domain.roles import Right
from study.models import Study
from study.selectors import checklist_of, free_templates, people_underway
from study.services.lifecycle import change_status
from study.shell import actor, show, study_page
from study.words import EVENTS, STATUS


class EventConverter:
    """What is done with a study, in an address."""

    regex = "|".join(StudyEvent)

    def to_python(self, value: str) -> StudyEvent:
        """Return the event."""
        return StudyEvent(value)

    def to_url(self, value: str) -> str:
        """Return its place in an address."""
        return str(value)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.MANAGE)
def change(request: HttpRequest, study: Study, event: StudyEvent) -> HttpResponseBase:
    """Say what will be different, ask why, and do it."""
    move(StudyStatus(study.status), event)  # what is not possible is not asked about
    if event is StudyEvent.OPEN:
        findings = checklist_of(study)
        if any(finding.state is State.LACKING for finding in findings):
            return show(request, study, "study/not_ready.html", status=409, checklist=findings)
    if event is StudyEvent.ARCHIVE:
        require_nobody_underway(people_underway(study))
    confirmation = Confirmation(
        request,
        title=EVENTS[event],
        verb=EVENTS[event],
        consequences=consequences(study, event),
        back=reverse("settings", args=[study.slug]),
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    after = change_status(study, event, actor=actor(request), reason=confirmation.reason)
    said = _("The study is %(status)s now.")
    messages.success(request, said % {"status": STATUS[StudyStatus(after.status)]})
    return redirect("settings", study.slug)


def consequences(study: Study, event: StudyEvent) -> list[str]:
    """Return what an act changes and what it does not, with how many people it is about."""
    if event in {StudyEvent.OPEN, StudyEvent.RESUME, StudyEvent.REOPEN}:
        free = free_templates(study)
        return [
            _("Whoever has a link can begin."),
            ngettext("%(n)s session template is free.", "%(n)s session templates are free.", free)
            % {"n": free},
        ]
    if event is StudyEvent.ARCHIVE:
        return [
            _("Nothing of the study can be changed any more: no design, item, link or member."),
            _("Everything can still be read and exported, and the study can be duplicated."),
        ]
    if event is StudyEvent.UNARCHIVE:
        return [_("The study is closed, and can be changed again. Nobody new can begin.")]
    people = people_underway(study)
    return [
        _("Nobody new can begin; their links say so."),
        ngettext(
            "%(n)s person has begun and can go on to the end.",
            "%(n)s people have begun and can go on to the end.",
            people,
        )
        % {"n": people},
        _("Pilots can begin at any time."),
    ]
