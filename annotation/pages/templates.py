"""The board of session templates: which there are, who has which, what they add up to."""

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from annotation.domain.session import Status
from annotation.pages.words import SESSION_STATUS
from annotation.selectors import coverage, template_board
from annotation.services.batches import make_batch
from frame.confirmation import Confirmation
from frame.filters import ListFilter, yes_or_no
from frame.tables import (
    Act,
    ListTable,
    MomentColumn,
    PageColumn,
    as_csv,
    listing,
    ticked,
    wants_csv,
)
from study.domain.coverage import summarise
from study.domain.errors import DomainError
from study.domain.roles import Right
from study.models import SessionTemplate, Study
from study.permissions import has_right
from study.selectors import current_version, main_items
from study.services.templates import discard
from study.shell import actor, form_of, show, study_page
from study.words import said

MOST_AT_ONCE = 1000
ACTS = (Act("discard", _("Discard …")),)


class TemplateTable(ListTable):
    """One row per session template."""

    number = PageColumn("template", key="number", prefix="T", verbose_name=_("Template"))
    state = tables.Column(accessor="status", verbose_name=_("Held"), empty_values=())
    holder = tables.Column(verbose_name=_("By"))
    session_id = PageColumn("session", key="session_id", verbose_name=_("Session"))
    is_test = tables.BooleanColumn(verbose_name=_("Pilot"), yesno=(_("pilot"), ""))
    version_number = tables.Column(verbose_name=_("Version"))
    seed = tables.Column(verbose_name=_("Seed"))
    created_at = MomentColumn(verbose_name=_("Made"))
    claimed_at = MomentColumn(verbose_name=_("Taken"))
    fixed = frozenset({"number"})
    optional = frozenset({"session_id", "seed"})

    def render_state(self, value: str | None) -> str:
        """Return where its holder is."""
        return str(SESSION_STATUS[Status(value)]) if value else _now("free")


class TemplateFilter(ListFilter):
    """By whether somebody holds it, and where they are; search by holder."""

    searched = ("live__participant__code",)
    free = yes_or_no("claimed_at", _("Held"), lookup="isnull", words=(_("free"), _("held")))
    status = filters.ChoiceFilter(
        label=_("Holder is"), choices=[(each.value, SESSION_STATUS[each]) for each in Status]
    )

    class Meta:
        model = SessionTemplate
        fields: tuple[str, ...] = ()


class GenerateForm(forms.Form):
    """How many templates to add, and from which seed."""

    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST_AT_ONCE)
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        help_text=_("Empty: the number of the first new template. The same seed, the same plan."),
    )


@require_safe
@study_page(Right.VIEW)
def templates(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show the board."""
    return _board(request, study, None)


def _board(
    request: HttpRequest, study: Study, form: GenerateForm | None, *, status: int = 200
) -> HttpResponseBase:
    edits = has_right(request.user, study, Right.EDIT)
    shown = listing(
        request,
        template_board(study),
        TemplateTable,
        TemplateFilter,
        acts=ACTS if edits else (),
        acts_address=reverse("templates-discard", args=[study.slug]),
        within=(study.slug,),
    )
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-templates")
    design = current_version(study).design
    summary = summarise(main_items(study), design, coverage(study))
    return show(
        request,
        study,
        "annotation/templates.html",
        status=status,
        listing=shown,
        heading=_("Templates"),
        empty="annotation/_no_templates.html",
        summary=summary,
        form=form or GenerateForm(initial={"count": summary.lacking or 1}),
    )


@form_of("templates")
@study_page(Right.EDIT)
def generate(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Add session templates, compensating what is short of judgments (K.5)."""
    form = GenerateForm(request.POST)
    if form.is_valid():
        count, seed = form.cleaned_data["count"], form.cleaned_data["seed"]
        try:
            made = make_batch(study, count, seed, actor=actor(request))
        except DomainError as error:
            form.add_error(None, said(error))
        else:
            words = ngettext(
                "%(n)d template is made: %(which)s.", "%(n)d templates are made: %(which)s.", count
            )
            which = made[0].label if count == 1 else f"{made[0].label}–{made[-1].label}"
            messages.success(request, words % {"n": count, "which": which})
            return redirect("templates", study.slug)
    return _board(request, study, form, status=400)


@form_of("templates")
@study_page(Right.EDIT)
def discard_templates(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Ask why, then delete the ticked templates that nobody ever held."""
    chosen = study.templates.filter(pk__in=ticked(request), claimed_at=None)
    which = ", ".join(template.label for template in chosen)
    if not which:
        messages.warning(request, _("Tick some templates that are free first."))
        return redirect("templates", study.slug)
    confirmation = Confirmation(
        request,
        title=_("Discard %(which)s") % {"which": which},
        verb=_("Discard"),
        consequences=(
            _("These templates are deleted; their plan stays readable in the log."),
            _("The items they would have covered are short of judgments again."),
        ),
        back=reverse("templates", args=[study.slug]),
        kept=[("selected", str(template.pk)) for template in chosen],
    )
    if confirmation.reason is None:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    discard(study, chosen, confirmation.reason, actor=actor(request))
    messages.success(request, _("Discarded: %(which)s.") % {"which": which})
    return redirect("templates", study.slug)


@require_safe
@study_page(Right.VIEW)
def template(request: HttpRequest, study: Study, number: int) -> HttpResponseBase:
    """Show one template: which item at which position, under which condition."""
    found = get_object_or_404(template_board(study), number=number)
    slots = found.slots.select_related("item").order_by("position")
    return show(request, study, "annotation/template.html", plan=found, slots=slots)
