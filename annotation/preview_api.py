"""The messages between a preview and the server: those of the item page, and nothing is stored.

A member looks at an item, or at a place of a template, in the participant's own screen. Who they
are, their cookie says; as no message changes anything, there is nothing to forge from another site.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from annotation import api
from annotation.desks import Desk, PreviewDesk
from annotation.selectors import Previewed, item_previewed
from study.domain.roles import Right
from study.permissions import study_for


class CookieAuthentication(SessionAuthentication):
    """The account of the browser's session, without a token against forgery."""

    def enforce_csrf(self, request: Request) -> None:
        """Ask for nothing: no message of a preview changes anything."""


class PreviewMessage(api.MessageView):
    """One message of a preview, from a member of the study.

    Attributes
    ----------
    find : callable
        Returns what is looked at, from the study and the rest of the address.
    """

    authentication_classes = [CookieAuthentication]
    find: Callable[..., Previewed | None] = staticmethod(item_previewed)

    def find_desk(self) -> Desk:
        """Return what answers a member who may see the item; everybody else gets 404."""
        address: dict[str, Any] = dict(self.kwargs)
        study = study_for(self.request.user, address.pop("slug"), Right.VIEW)
        shown = self.find(study, **address)
        if shown is None:
            raise Http404
        image = reverse("item-image", args=[study.slug, shown.item.pk])
        return PreviewDesk(shown, image, timezone.now())


@extend_schema(exclude=True)
class State(PreviewMessage, api.StateView):
    """`GET state`."""


@extend_schema(exclude=True)
class Next(PreviewMessage, api.NextView):
    """`POST next`."""


@extend_schema(exclude=True)
class Draft(PreviewMessage, api.DraftView):
    """`PUT draft`."""


@extend_schema(exclude=True)
class Stage1(PreviewMessage, api.Stage1View):
    """`POST stage1`."""


@extend_schema(exclude=True)
class RatingsDraft(PreviewMessage, api.RatingsDraftView):
    """`PUT draft2`."""


@extend_schema(exclude=True)
class Stage2(PreviewMessage, api.Stage2View):
    """`POST stage2`."""


MESSAGES = {
    "state": State,
    "next": Next,
    "draft": Draft,
    "stage1": Stage1,
    "draft2": RatingsDraft,
    "stage2": Stage2,
}
"""By the names under which the page sends them."""
