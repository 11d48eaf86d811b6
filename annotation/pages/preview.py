"""What participants see, for members of the study: the same screen, nothing stored."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.selectors import Previewed, item_previewed, place_previewed
from study import texts
from study.domain.roles import Right
from study.models import Study
from study.shell import show, study_page


@require_safe
@study_page(Right.VIEW)
def preview(request: HttpRequest, study: Study, pk: int, condition: str) -> HttpResponseBase:
    """Show one item."""
    shown = item_previewed(study, pk, condition)
    address = {"slug": study.slug, "pk": pk, "condition": condition}
    return _screen(
        request,
        study,
        shown,
        "annotation/preview.html",
        base=reverse("item", args=[study.slug, pk]),
        api=reverse("item-preview", kwargs=address) + "api/",
    )


@require_safe
@study_page(Right.VIEW)
def place(request: HttpRequest, study: Study, number: int, place: int) -> HttpResponseBase:
    """Show one place of a template; the page goes on to the next one by itself."""
    shown = place_previewed(study, number, place)
    is_last = shown is not None and place == shown.total
    end = reverse("template-preview-end", args=[study.slug, number])
    return _screen(
        request,
        study,
        shown,
        "annotation/template_preview.html",
        base=end if is_last else _place(study, number, place + 1),
        api=_place(study, number, place) + "api/",
        label=f"T{number}",
        back=reverse("template", args=[study.slug, number]),
        previous=_place(study, number, place - 1) if place > 1 else "",
    )


@require_safe
@study_page(Right.VIEW)
def end(request: HttpRequest, study: Study, number: int) -> HttpResponseBase:
    """Say that the last place of a template was seen."""
    template = get_object_or_404(study.templates, number=number)
    return show(
        request,
        study,
        "annotation/template_preview_end.html",
        plan=template,
        total=template.slots.count(),
    )


def _place(study: Study, number: int, place: int) -> str:
    return reverse("template-preview", args=[study.slug, number, place])


def _screen(
    request: HttpRequest, study: Study, shown: Previewed | None, page: str, **context: Any
) -> HttpResponseBase:
    """Show the participant's screen; `annotation.preview_api` answers its messages."""
    if shown is None:
        raise Http404
    context |= {
        "study": study,
        "shown": shown,
        "design": shown.design,
        "practice": True,  # how the page works where nothing is stored
        "justification_label": texts.justification_label(shown.design),
    }
    return render(request, page, context)
