"""Take ticked items out of use, or bring them back."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frame.confirmation import Confirmation
from frame.tables import ticked
from study.domain.errors import DomainError
from study.domain.roles import Right
from study.models import Item, Study
from study.services.retiring import restore_items, retire_items, templates_in_the_way
from study.shell import actor, form_of, show, study_page
from study.words import said

_DISCARD = "discard_templates"


@form_of("items")
@study_page(Right.EDIT)
def act_on_items(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Ask what retiring or bringing back will change and why, then do it to all that are ticked."""
    retires = request.POST.get("act") == "retire"
    asked = study.items.filter(pk__in=ticked(request), retired_at__isnull=retires).order_by("code")
    chosen = list(asked)
    if request.POST.get("act") not in {"retire", "restore"} or not chosen:
        messages.warning(request, _("Nothing was changed: tick items that are not so already."))
        return redirect("items", study.slug)
    confirmation = (_retiring if retires else _restoring)(request, study, chosen)
    if confirmation.reason is not None:
        try:
            return _done(request, study, chosen, confirmation.reason, retires=retires)
        except DomainError as error:
            confirmation.form.add_error(None, said(error))
    return show(request, study, "frame/confirm.html", confirmation=confirmation)


def _done(
    request: HttpRequest, study: Study, chosen: list[Item], reason: str, *, retires: bool
) -> HttpResponseBase:
    codes = [item.code for item in chosen]
    if retires:
        agreed = _DISCARD in request.POST
        retire_items(study, codes, reason, discard_templates=agreed, actor=actor(request))
        words = _("Out of use: %(codes)s.")
    else:
        restore_items(study, codes, reason, actor=actor(request))
        words = _("Back in use: %(codes)s.")
    messages.success(request, words % {"codes": ", ".join(codes)})
    return redirect("items", study.slug)


def _retiring(request: HttpRequest, study: Study, chosen: list[Item]) -> Confirmation:
    free = [template.label for template in templates_in_the_way(study, chosen)]
    title = ngettext("Retire %(n)d item", "Retire %(n)d items", len(chosen))
    return Confirmation(
        request,
        title=title % {"n": len(chosen)},
        verb=_("Retire"),
        consequences=list(_consequences(chosen, free)),
        back=reverse("items", args=[study.slug]),
        kept=[
            ("act", "retire"),
            *([(_DISCARD, "yes")] if free else []),
            *(("selected", str(item.pk)) for item in chosen),
        ],
    )


def _consequences(chosen: list[Item], free: list[str]) -> Iterator[str]:
    codes = ", ".join(item.code for item in chosen)
    yield _("No new template gets them: %(codes)s.") % {"codes": codes}
    if free:
        words = ngettext(
            "%(n)d template that nobody has got yet holds one of them and is deleted: %(which)s. "
            "Make another one afterwards.",
            "%(n)d templates that nobody has got yet hold one of them and are deleted: %(which)s. "
            "Make others afterwards.",
            len(free),
        )
        yield words % {"n": len(free), "which": ", ".join(free)}
    yield _("Sessions under way go on with them, and all answers to them stay.")
    yield _("They can be brought back at any time.")


def _restoring(request: HttpRequest, study: Study, chosen: list[Item]) -> Confirmation:
    title = ngettext("Bring %(n)d item back", "Bring %(n)d items back", len(chosen))
    codes = ", ".join(item.code for item in chosen)
    return Confirmation(
        request,
        title=title % {"n": len(chosen)},
        verb=_("Bring back"),
        consequences=[
            _("New templates can get them again: %(codes)s.") % {"codes": codes},
            _("Templates that there are already stay as they are."),
        ],
        back=reverse("items", args=[study.slug]),
        kept=[("act", "restore"), *(("selected", str(item.pk)) for item in chosen)],
    )
