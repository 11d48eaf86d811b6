"""Try a study yourself: a session as participants have it, and nothing of it counts."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotation.services.pilots import finished_pilots, try_out
from study import links
from study.domain.roles import Right
from study.models import Study
from study.permissions import has_right
from study.selectors import free_templates
from study.shell import actor, show, study_page


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def pilot(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Say what a pilot is; on POST make one and go to its link."""
    if not has_right(request.user, study, Right.IDENTIFY):
        raise PermissionDenied  # a pilot's link is a link like all others
    if request.method == "POST":
        invitation = try_out(study, timezone.now(), actor=actor(request))
        return redirect(links.path(invitation.public_id, invitation.generation))
    free = free_templates(study) + finished_pilots(study).count()
    return show(request, study, "annotation/pilot.html", free=free)
