"""A study on one screen: where it stands, what it still lacks, who was there last."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from analysis.selectors import collection
from annotation.selectors import coverage, last_arrivals
from study.domain.coverage import summarise
from study.domain.lifecycle import StudyStatus
from study.domain.roles import Right
from study.models import Study
from study.selectors import checklist_of, current_version, free_templates, main_items
from study.shell import show, study_page

LAST = 8
"""Sessions shown; the list has all."""


@require_safe
@study_page(Right.VIEW)
def overview(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show a study. Nothing of what the answers say: interim results are looked at on purpose."""
    design = current_version(study).design
    return show(
        request,
        study,
        "analysis/overview.html",
        design=design,
        collection=collection(study),
        summary=summarise(main_items(study), design, coverage(study)),
        free_templates=free_templates(study),
        checklist=checklist_of(study) if study.status == StudyStatus.DRAFT else None,
        latest=last_arrivals(study, LAST),
    )
