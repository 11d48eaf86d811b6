"""The researcher's shell: who may open a page, what the menu beside it offers.

Every page of a study goes through `study_page` and `show`; there is no other door.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from study.domain.errors import DomainError
from study.domain.roles import RIGHTS, Right, Role
from study.models import Study
from study.permissions import role_in, study_for
from study.selectors import ever_monitored
from study.words import ROLES, said

StudyPage = Callable[Concatenate[HttpRequest, Study, ...], HttpResponseBase]
View = Callable[..., HttpResponseBase]


def _always(study: Study) -> bool:
    return True


@dataclass(frozen=True)
class Part:
    """One entry of a study's menu: the page it leads to, and the right that page asks for.

    Attributes
    ----------
    fits : callable
        Tells of a study whether it has this part at all.
    """

    url_name: str
    label: Promise
    right: Right
    fits: Callable[[Study], bool] = _always


MENU = (
    Part("study-overview", _("Overview"), Right.VIEW),
    Part("items", _("Items"), Right.VIEW),
    Part("templates", _("Templates"), Right.VIEW),
    Part("people", _("People"), Right.VIEW),
    Part("answers", _("Answers"), Right.EXPORT),
    Part("violations", _("Violations"), Right.EXPORT, ever_monitored),
    Part("settings", _("Settings"), Right.VIEW),
    Part("log", _("Log"), Right.VIEW),
)
"""What is built, in the order of the work; a part that is not built yet is not here."""


@dataclass(frozen=True)
class Entry:
    """A menu entry of one study, ready to be shown."""

    label: Promise
    address: str
    is_here: bool


def study_page(right: Right) -> Callable[[StudyPage], View]:
    """Let only members with the right through to a page of the study that the address names.

    Strangers get 404; members without the right 403, and are told who can give it to them. A rule
    that a page does not answer for itself is told on a page of its own.
    """

    def door(page: StudyPage) -> View:
        @never_cache
        @wraps(page)
        def view(request: HttpRequest, slug: str, **more: Any) -> HttpResponseBase:
            try:
                study = study_for(request.user, slug, right)
            except PermissionDenied:
                return _not_allowed(request, study_for(request.user, slug, Right.VIEW))
            try:
                return page(request, study, **more)
            except DomainError as error:
                return show(request, study, "study/refused.html", status=409, error=said(error))

        return view

    return door


def form_of(page: str, *, keep: tuple[str, ...] = ()) -> Callable[[View], View]:
    """Take a form by POST; whoever comes by GET is led to the page that the form stands on.

    So they do who reload, or change the language, while the form tells of an error.

    Parameters
    ----------
    page : str
        The URL name of that page.
    keep : tuple of str
        What its address takes beside the study.
    """

    def door(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def posted(request: HttpRequest, slug: str, **more: Any) -> HttpResponseBase:
            if request.method != "POST":
                place = {"slug": slug, **{name: more[name] for name in keep}}
                return HttpResponseRedirect(reverse(page, kwargs=place))
            return view(request, slug=slug, **more)

        return posted

    return door


def actor(request: HttpRequest) -> User:
    """Return the account that acts, for the log; pages let nobody through without one."""
    assert isinstance(request.user, User)
    return request.user


def show(
    request: HttpRequest, study: Study, template: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Render a page of a study inside the shell.

    Templates find `study`, `menu` and `may` (`{% if may.edit %}`) beside the page's own context.
    """
    role = role_in(request.user, study)
    rights = RIGHTS[role] if role else frozenset()
    shell = {
        "study": study,
        "role": role,
        "may": {right.value: right in rights for right in Right},
        "menu": _menu(request, study, rights),
    }
    return render(request, template, {**shell, **context}, status=status)


def _not_allowed(request: HttpRequest, study: Study) -> HttpResponse:
    role = role_in(request.user, study)
    owners = study.memberships.filter(role=Role.OWNER.value).order_by("user__username")
    return show(
        request,
        study,
        "study/not_allowed.html",
        status=403,
        role_in_words=ROLES[role] if role else "",
        owners=owners.values_list("user__username", flat=True),
    )


def _menu(request: HttpRequest, study: Study, rights: frozenset[Right]) -> list[Entry]:
    parts = [part for part in MENU if part.right in rights and part.fits(study)]
    addresses = {part: reverse(part.url_name, args=[study.slug]) for part in parts}
    first = reverse("study-overview", args=[study.slug])
    return [
        Entry(
            part.label,
            address,
            is_here=request.path == address
            or (address != first and request.path.startswith(address)),
        )
        for part, address in addresses.items()
    ]
