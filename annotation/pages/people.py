"""Who was invited, how far they are, and what can be done with an invitation."""

from typing import Any

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from annotation.domain.session import RUNNING, Status
from annotation.pages.marks import MarksColumn
from annotation.pages.words import SESSION_STATUS
from annotation.selectors import roster
from frame.filters import DayFilter, ListFilter, yes_or_no
from frame.tables import Act, ListTable, MomentColumn, PageColumn, as_csv, listing, wants_csv
from study import links
from study.domain.roles import Right
from study.models import Invitation, Study
from study.permissions import has_right
from study.selectors import free_templates
from study.services.invitations import invite
from study.shell import actor, form_of, show, study_page

MOST_AT_ONCE = 500
STATES = [
    ("invited", _("invited")),
    ("revoked", _("taken back")),
    *((status.value, SESSION_STATUS[status]) for status in Status),
]
ACTS = (
    Act("renew", _("New link …")),
    Act("revoke", _("Take back …")),
    Act("abandon", _("End the session …")),
)


IDENTIFYING = frozenset({"completion_code", "link"})
"""Columns that lead from a code to a person."""


def with_links(study: Study) -> str:
    """Return the address of the list that shows links, the newest people first."""
    columns = "&".join(f"columns={name}" for name in ("status", "is_test", "created_at", "link"))
    return f"{reverse('people', args=[study.slug])}?sort=-created_at&{columns}"


class PeopleTable(ListTable):
    """One row per invited person."""

    code = PageColumn(
        "person", key="participant__code", accessor="participant__code", verbose_name=_("Person")
    )
    status = tables.Column(verbose_name=_("Status"))
    marks = MarksColumn()
    is_test = tables.BooleanColumn(verbose_name=_("Pilot"), yesno=(_("pilot"), ""))
    template_number = tables.Column(verbose_name=_("Template"))
    items_done = tables.Column(verbose_name=_("Items done"), attrs={"td": {"class": "number"}})
    passed_attention_check = tables.BooleanColumn(
        null=True, verbose_name=_("Check passed"), yesno=(_("yes"), _("no"))
    )
    language = tables.Column(verbose_name=_("Language"))
    version_number = tables.Column(verbose_name=_("Version"))
    created_at = MomentColumn(verbose_name=_("Invited"))
    entered_at = MomentColumn(verbose_name=_("Entered"))
    started_at = MomentColumn(verbose_name=_("First item"))
    ended_at = MomentColumn(verbose_name=_("Ended"))
    completion_code = tables.Column(verbose_name=_("Completion code"))
    link = tables.Column(verbose_name=_("Link"), empty_values=(), orderable=False)
    fixed = frozenset({"code"})
    optional = IDENTIFYING | {"language", "version_number", "created_at", "started_at"}

    def render_status(self, value: str) -> str:
        """Return the status in words."""
        return str(dict(STATES)[value])

    def value_status(self, value: str) -> str:
        """Return the status as it is stored."""
        return value

    def render_template_number(self, value: int) -> str:
        """Return the template's name as the paper writes it."""
        return f"T{value}"

    def render_link(self, record: Invitation) -> str:
        """Return the link, computed: it is stored nowhere. One that is taken back leads nowhere."""
        return "" if record.revoked_at else links.url(record)


class PeopleFilter(ListFilter):
    """By status and pilot; search by code."""

    searched: tuple[str, ...] = ("participant__code",)
    status = filters.ChoiceFilter(label=_("Status"), choices=STATES)
    underway = filters.ChoiceFilter(
        label=_("Under way"), choices=[("yes", _("yes"))], method="keep_underway"
    )
    is_test = yes_or_no("is_test", _("Pilot"))
    since = DayFilter("entered_at", "date__gte", label=_("Entered since"))

    class Meta:
        model = Invitation
        fields: tuple[str, ...] = ()

    def keep_underway(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        """Keep who has begun and is neither done nor ended."""
        return rows.filter(status__in=sorted(RUNNING))


class IdentifyingPeopleFilter(PeopleFilter):
    """Search by the code that a completed participant hands in, too."""

    searched = ("participant__code", "live__completion_code")


class InviteForm(forms.Form):
    """How many people to invite, and whether what they do counts."""

    count = forms.IntegerField(
        label=_("How many people"), min_value=1, max_value=MOST_AT_ONCE, initial=1
    )
    is_test = forms.BooleanField(
        label=_("As pilots: nothing of what they do counts"), required=False
    )


@require_safe
@study_page(Right.VIEW)
def people(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show everybody who was invited."""
    return _people(request, study, InviteForm())


def _people(
    request: HttpRequest, study: Study, form: InviteForm, *, status: int = 200
) -> HttpResponseBase:
    identifies = has_right(request.user, study, Right.IDENTIFY)
    edits = has_right(request.user, study, Right.EDIT)
    shown = listing(
        request,
        roster(study),
        PeopleTable,
        IdentifyingPeopleFilter if identifies else PeopleFilter,
        acts=ACTS if edits and identifies else (),
        acts_address=reverse("people-act", args=[study.slug]),
        without=() if identifies else IDENTIFYING,
        within=(study.slug,),
    )
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-people")
    return show(
        request,
        study,
        "annotation/people.html",
        status=status,
        listing=shown,
        heading=_("People"),
        empty="annotation/_no_people.html",
        form=form,
        free_templates=free_templates(study),
    )


@form_of("people")
@study_page(Right.EDIT)
def invite_people(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Invite people; their links are in the list's column of that name."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _people(request, study, form, status=400)
    count, is_test = form.cleaned_data["count"], form.cleaned_data["is_test"]
    made = invite(study, count, is_test=is_test, actor=actor(request))
    first, last = made[0].participant.code, made[-1].participant.code
    words = ngettext(
        "%(n)d person is invited: %(who)s.", "%(n)d people are invited: %(who)s.", count
    )
    who = first if count == 1 else f"{first}–{last}"
    messages.success(request, words % {"n": count, "who": who})
    return redirect(with_links(study))
