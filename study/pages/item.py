"""One item: all that is known of it, where it is used, what happened to it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from study.domain.roles import Right
from study.domain.vocabulary import Condition, ItemKind
from study.models import Item, Study
from study.pages.item_words import KINDS
from study.selectors import history_of_item
from study.shell import show, study_page

_MOST_PLACES = 60


@require_safe
@study_page(Right.VIEW)
def item(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Show an item as written and as rendered."""
    shown = get_object_or_404(study.items.select_related("image").defer("image__data"), pk=pk)
    places = shown.slots.select_related("template").order_by("template__number")
    return show(
        request,
        study,
        "study/item.html",
        item=shown,
        kind=KINDS[ItemKind(shown.kind)],
        conditions=list(Condition),
        places=places[:_MOST_PLACES],
        counts=[(each, places.filter(condition=each).count()) for each in Condition],
        more_places=max(0, places.count() - _MOST_PLACES),
        same_problem=study.items.filter(problem_id=shown.problem_id).exclude(pk=pk),
        history=history_of_item(shown),
        previous=study.items.filter(code__lt=shown.code).order_by("-code").first(),
        next=study.items.filter(code__gt=shown.code).order_by("code").first(),
    )


@require_safe
@study_page(Right.VIEW)
def image(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Return an item's figure."""
    found: Item = get_object_or_404(study.items.select_related("image"), pk=pk)
    if found.image is None:
        raise Http404
    return HttpResponse(bytes(found.image.data), content_type=found.image.media_type)
