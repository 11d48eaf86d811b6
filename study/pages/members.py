"""Who works on a study: members and what they are, invitations that wait for an answer."""

from collections.abc import Mapping
from types import MappingProxyType

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from frame.confirmation import Confirmation
from study import mails
from study.domain.errors import DomainError
from study.domain.roles import Right, Role
from study.models import ColleagueInvitation, Membership, Study
from study.services import colleagues
from study.services.members import LastOwner, remove, set_role
from study.shell import actor, form_of, show, study_page

ROLES: Mapping[Role, Promise] = MappingProxyType(
    {
        Role.OWNER: gettext_lazy("Owner"),
        Role.RESEARCHER: gettext_lazy("Researcher"),
        Role.ANALYST: gettext_lazy("Analyst"),
    }
)
"""What the roles are called; the template says what each may."""


class RoleForm(forms.Form):
    """What somebody is, or is to become."""

    role = forms.TypedChoiceField(
        label=gettext_lazy("Role"),
        choices=[(role.value, words) for role, words in ROLES.items()],
        coerce=Role,
        initial=Role.RESEARCHER.value,
    )


class InvitationForm(RoleForm):
    """Whom to invite."""

    email = forms.EmailField(label=gettext_lazy("Mail address"), max_length=254)
    field_order = ("email", "role")


@require_safe
@study_page(Right.VIEW)
def members(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show who works on the study, and who is invited to."""
    return _page(request, study, InvitationForm())


@form_of("members")
@study_page(Right.MANAGE)
def change_role(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Make a member an owner, a researcher or an analyst."""
    member = _member(study, pk)
    form = RoleForm(request.POST)
    if form.is_valid() and form.cleaned_data["role"] != member.role:
        try:
            set_role(study, member.user, form.cleaned_data["role"], by=actor(request))
        except LastOwner:
            messages.error(request, _LAST_OWNER)
        else:
            messages.success(request, _("%(name)s: role changed.") % {"name": member.user})
    return redirect("members", study.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.MANAGE)
def remove_member(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Ask why, then end a membership."""
    member = _member(study, pk)
    confirmation = Confirmation(
        request,
        title=_("Remove %(name)s from this study") % {"name": member.user},
        verb=_("Remove"),
        consequences=[
            _("The study is no longer among theirs, and their tokens no longer open it."),
            _("The account, and what the log says they did, stay."),
        ],
        back=reverse("members", args=[study.slug]),
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    try:
        remove(member, by=actor(request), reason=confirmation.reason)
    except LastOwner:
        messages.error(request, _LAST_OWNER)
    else:
        messages.success(request, _("%(name)s was removed.") % {"name": member.user})
    # whoever has removed themselves can see the study no more
    return redirect("studies") if member.user == request.user else redirect("members", study.slug)


@form_of("members")
@study_page(Right.MANAGE)
def invite(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Invite a colleague by mail."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, study, form, status=422)
    email, role = form.cleaned_data["email"], form.cleaned_data["role"]
    try:
        invitation = colleagues.invite_colleague(
            study, email, role, actor=actor(request), now=timezone.now()
        )
    except DomainError as refusal:
        form.add_error("email", str(refusal))
        return _page(request, study, form, status=409)
    return _mailed(request, invitation)


@form_of("members")
@study_page(Right.MANAGE)
def invite_again(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Send an invitation again, with a new link."""
    invitation = _waiting(study, pk)
    renewed = colleagues.renew(invitation, actor=actor(request), now=timezone.now())
    return _mailed(request, renewed)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.MANAGE)
def take_back(request: HttpRequest, study: Study, pk: int) -> HttpResponseBase:
    """Ask why, then take an invitation back."""
    invitation = _waiting(study, pk)
    confirmation = Confirmation(
        request,
        title=_("Take back the invitation of %(address)s") % {"address": invitation.email},
        verb=_("Take it back"),
        consequences=[_("The link stops working at once, and the address is forgotten.")],
        back=reverse("members", args=[study.slug]),
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    colleagues.revoke(
        invitation, actor=actor(request), reason=confirmation.reason, now=timezone.now()
    )
    messages.success(request, _("The invitation was taken back."))
    return redirect("members", study.slug)


_LAST_OWNER = gettext_lazy("A study needs an owner. Make somebody else owner first.")


def _page(
    request: HttpRequest, study: Study, form: InvitationForm, status: int = 200
) -> HttpResponseBase:
    people = study.memberships.select_related("user").order_by("user__username")
    now = timezone.now()
    return show(
        request,
        study,
        "study/members.html",
        status=status,
        members=[(member, ROLES[Role(member.role)], _form_of(member)) for member in people],
        invitations=[
            (invitation, ROLES[Role(invitation.role)], invitation.works_at(now))
            for invitation in study.colleague_invitations.waiting()
        ],
        form=form,
    )


def _form_of(member: Membership) -> RoleForm:
    """Return the form that changes a member's role, with ids of its own."""
    return RoleForm(initial={"role": member.role}, auto_id=f"id_{member.pk}_%s")


def _member(study: Study, pk: int) -> Membership:
    return get_object_or_404(study.memberships.select_related("user", "study"), pk=pk)


def _waiting(study: Study, pk: int) -> ColleagueInvitation:
    return get_object_or_404(study.colleague_invitations.waiting(), pk=pk)


def _mailed(request: HttpRequest, invitation: ColleagueInvitation) -> HttpResponseBase:
    """Send the link, now that the invitation is kept, and say whether that went well."""
    if mails.send_invitation(invitation, actor(request)):
        told = _("The invitation is on its way to %(address)s. Its link works for seven days.")
        messages.success(request, told % {"address": invitation.email})
    else:
        told = _("%(address)s is invited, but the mail could not be sent. Send it again later.")
        messages.error(request, told % {"address": invitation.email})
    return redirect("members", invitation.study.slug)
