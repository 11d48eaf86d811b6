"""A study on one screen."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from study.domain.roles import Right
from study.models import Study
from study.shell import show, study_page


@require_safe
@study_page(Right.VIEW)
def overview(request: HttpRequest, study: Study) -> HttpResponse:
    """Show where the study stands."""
    return show(request, study, "analysis/overview.html")
