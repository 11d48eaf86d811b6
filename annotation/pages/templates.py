"""The board of session templates: which there are, who has which, what they add up to."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.contrib import messages
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from annotation.domain.session import RUNNING, Status
from annotation.pages.generating import GenerateForm
from annotation.pages.heat import Cell
from annotation.pages.template_words import spans, state_of
from annotation.pages.words import SESSION_STATUS
from annotation.selectors import discardable, tallies, template_rows
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
from study.domain.coverage import Tallies, Tally, summarise
from study.domain.roles import Right
from study.domain.vocabulary import Condition, ItemKind
from study.models import SessionTemplate, Study, TemplateSlot
from study.permissions import has_right
from study.selectors import current_version, main_items
from study.services.templates import discard
from study.shell import actor, form_of, show, study_page

_NUMBER = {"td": {"class": "number"}}
ALL_FREE = "discard-free"
ACTS = (Act("discard", _("Discard …")),)


class TemplateTable(ListTable):
    """One row per session template."""

    number = PageColumn("template", key="number", prefix="T", verbose_name=_("Template"))
    state = tables.Column(accessor="status", verbose_name=_("Status"), empty_values=())
    holder = PageColumn("person", key="holder", verbose_name=_("Held by"))
    below = tables.Column(verbose_name=_("Slots below target"), attrs=_NUMBER)
    lowest = tables.Column(verbose_name=_("Slots at the lowest level"), attrs=_NUMBER)
    collected = tables.Column(verbose_name=_("Collected"), attrs=_NUMBER)
    session_id = PageColumn("session", key="session_id", verbose_name=_("Session"))
    is_test = tables.BooleanColumn(verbose_name=_("Pilot"), yesno=(_("pilot"), ""))
    version_number = tables.Column(verbose_name=_("Version"))
    seed = tables.Column(verbose_name=_("Seed"))
    created_at = MomentColumn(verbose_name=_("Made"))
    claimed_at = MomentColumn(verbose_name=_("Taken"))
    fixed = frozenset({"number"})
    optional = frozenset({"claimed_at", "session_id", "seed", "version_number", "created_at"})

    def render_state(self, record: Any) -> str:
        """Return where its holder is, or why nobody holds it."""
        return state_of(record)

    def render_collected(self, value: int, record: Any) -> str:
        """Return how many main items of how many have a verdict."""
        return f"{value} / {record.asked}" if record.status else "–"

    def value_collected(self, value: int, record: Any) -> int | str:
        """Return the bare number; of a template that nobody holds nothing."""
        return value if record.status else ""


class TemplateFilter(ListFilter):
    """By whether somebody holds it, where they are, and what it shows; search by holder."""

    searched = ("live__participant__code",)
    free = yes_or_no("claimed_at", _("Held"), lookup="isnull", words=(_("free"), _("held")))
    status = filters.ChoiceFilter(
        label=_("Holder is"), choices=[(each.value, SESSION_STATUS[each]) for each in Status]
    )
    expected = filters.ChoiceFilter(
        method="expecting",
        label=_("Brings answers"),
        choices=[("yes", _("still to come")), ("no", _("no more"))],
    )
    shows = filters.CharFilter(
        method="showing",
        label=_("Shows"),
        widget=forms.TextInput(attrs={"placeholder": _("an item, or TP01 AO")}),
    )

    class Meta:
        model = SessionTemplate
        fields: tuple[str, ...] = ()

    def expecting(
        self, rows: QuerySet[SessionTemplate], name: str, value: str
    ) -> QuerySet[SessionTemplate]:
        """Keep templates whose slots are planned or running (`selectors.tallies`), or others."""
        planned = Q(is_claimable=True)
        running = Q(status__in=[each.value for each in RUNNING], is_test=False)
        return rows.filter(planned | running) if value == "yes" else rows.exclude(planned | running)

    def showing(
        self, rows: QuerySet[SessionTemplate], name: str, asked: str
    ) -> QuerySet[SessionTemplate]:
        """Keep templates that show an item, under a condition where one is asked for too."""
        code, *conditions = asked.split()
        slots = TemplateSlot.objects.filter(template=OuterRef("pk"), item__code=code)
        return rows.filter(Exists(slots.filter(condition__in=conditions) if conditions else slots))


@require_safe
@study_page(Right.VIEW)
def templates(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show the board."""
    edits = has_right(request.user, study, Right.EDIT)
    standing = tallies(study)
    shown = listing(
        request,
        template_rows(study, standing),
        TemplateTable,
        TemplateFilter,
        acts=ACTS if edits else (),
        acts_address=reverse("templates-discard", args=[study.slug]),
        within=(study.slug,),
    )
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-templates")
    coverage = {pair: tally.expected for pair, tally in standing.items()}
    return show(
        request,
        study,
        "annotation/templates.html",
        listing=shown,
        heading=_("Templates"),
        empty="annotation/_no_templates.html",
        summary=summarise(main_items(study), current_version(study).design, coverage),
        form=GenerateForm(),
        discardable=discardable(study).count() if edits else 0,
    )


@form_of("templates")
@study_page(Right.EDIT)
def discard_templates(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Ask why, then delete the templates that were ticked, or all, as far as nobody held them."""
    chosen = discardable(study).order_by("number")
    kept = [("act", ALL_FREE)]
    if request.POST.get("act") != ALL_FREE:
        chosen = chosen.filter(pk__in=ticked(request))
        kept = [("selected", str(pk)) for pk in chosen.values_list("pk", flat=True)]
    which = spans(chosen.values_list("number", flat=True))
    if not which:
        messages.warning(request, _("Tick some templates first that nobody has ever held."))
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
        kept=[*kept, ("which", which)],
    )
    asked_about = request.POST.get("which", which) == which  # else some came, or were taken
    if confirmation.reason is None or not asked_about:
        return show(request, study, "frame/confirm.html", confirmation=confirmation)
    discard(study, chosen, confirmation.reason, actor=actor(request))
    messages.success(request, _("Discarded: %(which)s.") % {"which": which})
    return redirect("templates", study.slug)


@dataclass(frozen=True)
class Place:
    """One place of a template; an attention check has no cell."""

    number: int
    slot: TemplateSlot
    cell: Cell | None


@require_safe
@study_page(Right.VIEW)
def template(request: HttpRequest, study: Study, number: int) -> HttpResponseBase:
    """Show one template: which item at which position, under which condition."""
    standing = tallies(study)
    found = get_object_or_404(template_rows(study, standing), number=number)
    slots = found.slots.select_related("item").order_by("position")
    return show(
        request,
        study,
        "annotation/template.html",
        plan=found,
        state=state_of(found),
        places=_places(study, slots, standing),
    )


def _places(study: Study, slots: Iterable[TemplateSlot], standing: Tallies) -> list[Place]:
    """Return a template's slots, each main item with where it stands by now."""
    design = current_version(study).design
    places = []
    for slot in slots:
        condition = Condition(slot.condition)
        tally = standing.get((slot.item.code, condition), Tally())
        is_main = slot.item.kind == ItemKind.MAIN
        cell = Cell(condition, tally, design.templates.target(condition)) if is_main else None
        places.append(Place(slot.position + 1, slot, cell))
    return places
