"""The participant's pages, all below one address: the invitation link.

GET shows the page that fits the state and changes nothing; every POST does one thing and comes
back to it, so reload, back and a second device are harmless.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from annotation import selectors
from annotation.domain.session import RUNNING, Status
from annotation.domain.violations import Severity
from annotation.models import ParticipantSession
from annotation.selectors import Visit
from annotation.services import entry, practice
from study import links, texts
from study.domain.errors import IllegalMove, NoTemplateFree
from study.domain.lifecycle import NotAdmitting
from study.domain.vocabulary import Condition
from study.rendering import render as render_markdown
from study.selectors import current_version

Page = Callable[[HttpRequest, Visit], HttpResponse]
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def of_link(page: Page) -> Callable[[HttpRequest, str], HttpResponse]:
    """Let only genuine links through; an old one is told so, all else sees one friendly 404."""

    @login_not_required
    @never_cache
    @csrf_exempt  # no cookie identifies anybody: the token in the address is the authority
    @wraps(page)
    def view(request: HttpRequest, token: str) -> HttpResponse:
        visit = selectors.find_visit(token)
        if visit is None:
            return _replaced(request, token) or render(
                request, "annotation/unknown_link.html", status=404
            )
        _use_language(request, visit)
        if visit.invitation.revoked_at is not None:
            return _gone(request, visit, "revoked")
        return page(request, visit)

    return view


def _replaced(request: HttpRequest, token: str) -> HttpResponse | None:
    """Tell the holder of an older link of an invitation that there is a newer one, not which."""
    invitation = entry.renewed(token)
    if invitation is None:
        return None
    visit = selectors.find_visit(links.token(invitation.public_id, invitation.generation))
    if visit is None:
        return None
    _use_language(request, visit)
    return _gone(request, visit, "replaced")


def _gone(request: HttpRequest, visit: Visit, reason: str) -> HttpResponse:
    """Show that a link is over. Without a token: below such a link no button does anything."""
    return show(request, visit, "ended", status=410, reason=reason, token="")


def _use_language(request: HttpRequest, visit: Visit) -> None:
    """Speak the session's language while it runs, whatever another device's cookie says.

    So what is stored is what was used. Before and after, the cookie decides.
    """
    session = visit.session
    if session is None:
        return
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if session.status in RUNNING or chosen not in LANGUAGES:
        translation.activate(session.language)
        request.LANGUAGE_CODE = translation.get_language() or settings.LANGUAGE_CODE


def show(
    request: HttpRequest, visit: Visit, template: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Render one of the participant's pages."""
    version = visit.session.version if visit.session else current_version(visit.study)
    design = version.design
    factor = (visit.session or visit.invitation).participant.time_factor
    token = request.resolver_match.kwargs["token"] if request.resolver_match else ""
    base = reverse("participant", args=[token])
    context = {
        "token": token,
        "base": base,
        "study": visit.study,
        "design": design,
        "session": visit.session,
        "is_pilot": visit.invitation.is_test,
        "language": translation.get_language(),
        "shown_items": design.shown_items,
        "about_minutes": texts.about_minutes(design, factor),
        "ao": texts.limits(design, Condition.AO, factor),
        "aj": texts.limits(design, Condition.AJ, factor),
        **more,
    }
    return render(request, f"annotation/{template}.html", context, status=status)


@require_safe
@of_link
def participant(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the page that fits the state."""
    if visit.session is None:
        return _invitation_page(request, visit)
    return PAGES[Status(visit.session.status)](request, visit, visit.session)


def _invitation_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    try:
        entry.require_admission(visit.invitation)
    except NotAdmitting as refusal:
        return show(request, visit, "not_admitting", study_status=refusal.status)
    return show(request, visit, "invitation")


def _consent_page(
    request: HttpRequest, visit: Visit, session: ParticipantSession, *, changed: bool = False
) -> HttpResponse:
    wording = entry.wording(session, translation.get_language() or settings.LANGUAGE_CODE)
    # our own renderer: raw HTML is off and its output sanitised
    html = mark_safe(render_markdown(wording.text).html)
    status = 409 if changed else 200
    return show(
        request,
        visit,
        "consent",
        status=status,
        wording=wording,
        consent_html=html,
        changed=changed,
    )


def _instructed_page(
    request: HttpRequest, visit: Visit, session: ParticipantSession
) -> HttpResponse:
    if session.instructions_read_at is None:
        version = session.version
        count = len(selectors.practice_items(version.study, version.design))
        return show(request, visit, "instructions", practice_items=count)
    if practice.current(session) is not None:
        return _work_page(request, visit, session)
    return show(request, visit, "ready")


def _work_page(request: HttpRequest, visit: Visit, session: ParticipantSession) -> HttpResponse:
    practices = session.status == Status.INSTRUCTED
    is_monitored = session.version.design.integrity.monitoring and not practices
    return show(
        request,
        visit,
        "work",
        practice=practices,
        # names what this session's pages keep in the browser; it opens nothing
        watch_key=visit.invitation.public_id if is_monitored else "",
        justification_label=texts.justification_label(session.version.design),
        api=reverse("participant", args=[request.resolver_match.kwargs["token"]]) + "api/"
        if request.resolver_match
        else "",
    )


def _completed_page(
    request: HttpRequest, visit: Visit, session: ParticipantSession
) -> HttpResponse:
    return show(request, visit, "completed", completion_code=session.completion_code)


def _declined_page(request: HttpRequest, visit: Visit, session: ParticipantSession) -> HttpResponse:
    return show(request, visit, "declined")


def _ended_page(request: HttpRequest, visit: Visit, session: ParticipantSession) -> HttpResponse:
    counted = selectors.timeline(session).filter(severity=Severity.SEVERE, not_counted="")
    return show(request, visit, "ended", reason=session.status, seen=counted)


PAGES: dict[Status, Callable[[HttpRequest, Visit, ParticipantSession], HttpResponse]] = {
    Status.CONSENTING: _consent_page,
    Status.INSTRUCTED: _instructed_page,
    Status.ACTIVE: _work_page,
    Status.COMPLETED: _completed_page,
    Status.DECLINED: _declined_page,
    Status.TERMINATED: _ended_page,
    Status.ABANDONED: _ended_page,
    Status.WITHDRAWN: _ended_page,
    Status.SCREENED_OUT: _ended_page,
}


@require_POST
@of_link
def begin(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Create the participant session, or return to it."""
    with suppress(NotAdmitting):  # the page says why
        entry.begin(visit.invitation, translation.get_language() or "en", visit.now)
    return _back(request)


@require_POST
@of_link
def consent(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Record what somebody decided about the text they read; consent claims a template."""
    decision, session = request.POST.get("decision"), _session(visit)
    if decision not in {"yes", "no"}:
        raise Http404
    if session.status != Status.CONSENTING:  # decided before: the page shows what holds
        return _back(request)
    shown = _shown(request, session)
    if shown is None:
        return _consent_page(request, visit, session, changed=True)
    with suppress(IllegalMove):
        try:
            (entry.give_consent if decision == "yes" else entry.decline)(session, shown, visit.now)
        except NoTemplateFree:
            return show(request, visit, "full", status=409)
    return _back(request)


def _shown(request: HttpRequest, session: ParticipantSession) -> texts.Wording | None:
    """Return the text that was on the page, or None when it no longer reads like that.

    The page says what it showed: the language may have been changed in another tab, and the text
    by a newer Discern.
    """
    language = request.POST.get("language")
    if language not in LANGUAGES:
        return None
    wording = entry.wording(session, language)
    return wording if wording.sha256 == request.POST.get("text_sha256") else None


@require_POST
@of_link
def instructions(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Note that the instructions were read."""
    entry.finish_instructions(_session(visit), visit.now)
    return _back(request)


@require_POST
@of_link
def start(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Begin the items."""
    with suppress(IllegalMove):  # started before, or not there yet: the page shows what holds
        entry.start(_session(visit), visit.now)
    return _back(request)


@require_POST
@of_link
def language(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Change the interface language."""
    chosen = request.POST.get("language")
    if chosen not in LANGUAGES:
        raise Http404
    if visit.session is not None:
        entry.change_language(visit.session, chosen)
    response = _back(request)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


@login_not_required
@require_safe
def image(request: HttpRequest, token: str, presentation: str) -> HttpResponse:
    """Return the figure of the item on the screen, and no other."""
    visit = selectors.find_visit(token)
    found = visit and visit.session and selectors.image_on_screen(visit.session, presentation)
    if not found:
        raise Http404
    response = HttpResponse(bytes(found.data), content_type=found.media_type)
    response["Cache-Control"] = "private, max-age=3600"
    return response


def _session(visit: Visit) -> ParticipantSession:
    if visit.session is None:
        raise Http404
    return visit.session


def _back(request: HttpRequest) -> HttpResponseRedirect:
    assert request.resolver_match is not None
    return HttpResponseRedirect(
        reverse("participant", args=[request.resolver_match.kwargs["token"]])
    )
