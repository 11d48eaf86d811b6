"""One item as participants see it, for members of the study: the same screen, nothing stored."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from study import texts
from study.domain.roles import Right
from study.models import Study
from study.selectors import current_version
from study.shell import study_page


@require_safe
@study_page(Right.VIEW)
def preview(request: HttpRequest, study: Study, pk: int, condition: str) -> HttpResponseBase:
    """Show the participant's screen; `annotation.preview_api` answers its messages."""
    item = get_object_or_404(study.items, pk=pk)
    design = current_version(study).design
    address = {"slug": study.slug, "pk": pk, "condition": condition}
    context = {
        "study": study,
        "item": item,
        "condition": condition,
        "design": design,
        "practice": True,  # how the page works where nothing is stored
        "base": reverse("item", args=[study.slug, pk]),
        "api": reverse("item-preview", kwargs=address) + "api/",
        "justification_label": texts.justification_label(design),
    }
    return render(request, "annotation/preview.html", context)
