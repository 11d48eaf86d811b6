"""Make session templates: look at what would be made, then make exactly that."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from annotation.domain.batch_size import MOST_AT_ONCE
from annotation.domain.heat_map import Change, changes_by_category
from annotation.pages.heat import has_arms
from annotation.pages.template_words import spans
from annotation.services.batches import PlanChanged, look_ahead, make_batch
from study.domain.certificate import Certificate
from study.domain.errors import DomainError
from study.domain.lifecycle import StudyStatus, require_writable
from study.domain.plans import count_slots
from study.domain.roles import Right
from study.domain.scheduling import TooFewTemplates, require_target
from study.domain.vocabulary import Condition
from study.models import Study
from study.services.templates import Batch
from study.shell import actor, form_of, show, study_page
from study.words import said


class GenerateForm(forms.Form):
    """How many templates to add, and from which seed."""

    count = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        max_value=MOST_AT_ONCE,
        required=False,
        help_text=_("Empty: as few as the target needs."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        help_text=_("Empty: the number of the first new template. The same seed, the same plan."),
    )


class MakeForm(GenerateForm):
    """What was looked at, and that a shortfall is meant."""

    seen = forms.CharField(max_length=64)
    allow_shortfall = forms.BooleanField(required=False)


@dataclass(frozen=True)
class Outlook:
    """What would be made.

    Attributes
    ----------
    changes : mapping
        Per category and condition what there is when everybody finishes, without the new templates
        and with them.
    too_few : TooFewTemplates or None
        Why the target is not reached.
    """

    batch: Batch
    changes: Mapping[str, Mapping[Condition, Change]]
    too_few: TooFewTemplates | None

    @classmethod
    def of(cls, study: Study, count: int | None, seed: int | None) -> "Outlook":
        """Plan templates; nothing is stored.

        Raises
        ------
        DomainError
            When the bank is too small, or more are needed than are made at once.
        """
        batch = look_ahead(study, count, seed)
        basis, slots = batch.basis, count_slots(batch.plan.templates)
        after = {
            pair: basis.coverage.get(pair, 0) + slots.get(pair, 0)
            for pair in {*basis.coverage, *slots}
        }
        changes = changes_by_category(basis.items, basis.design, basis.coverage, after)
        try:
            require_target(basis, batch.plan)
        except TooFewTemplates as error:
            return cls(batch, changes, error)
        return cls(batch, changes, None)

    @property
    def certificate(self) -> Certificate:
        """Return what the templates guarantee."""
        return self.batch.plan.certificate

    @property
    def labels(self) -> str:
        """Return their names."""
        first, count = self.batch.first, self.certificate.templates
        return spans(range(first, first + count))

    @property
    def has_arms(self) -> bool:
        """Tell whether some items stand in an arm of their own."""
        return has_arms(self.batch.basis.items)

    @property
    def refusal(self) -> str:
        """Return why the target is not reached, and what would reach it."""
        return said(self.too_few) if self.too_few else ""

    @property
    def enough(self) -> int | None:
        """Return the smallest number that reaches the target, where so many are made at once."""
        fewest = self.too_few.fewest if self.too_few else None
        return fewest if fewest is not None and fewest <= MOST_AT_ONCE else None


@require_safe
@study_page(Right.EDIT)
def look(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show what would be made; nothing is stored."""
    return _look(request, study, GenerateForm(request.GET))


@form_of("templates-look")
@study_page(Right.EDIT)
def generate(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Make the templates that were looked at, or show anew what would be made by now."""
    form = MakeForm(request.POST)
    if not form.is_valid():
        return _look(request, study, form)
    try:
        made = make_batch(study, **form.cleaned_data, actor=actor(request))
    except PlanChanged as error:
        messages.warning(request, said(error))
        return _look(request, study, form, status=409)
    except TooFewTemplates:
        form.add_error("allow_shortfall", _("Tick this, or make as many as the target needs."))
        return _look(request, study, form)
    words = ngettext(
        "%(n)d template is made: %(which)s.", "%(n)d templates are made: %(which)s.", len(made)
    )
    which = spans(template.number for template in made)
    messages.success(request, words % {"n": len(made), "which": which})
    return redirect("templates", study.slug)


def _look(
    request: HttpRequest, study: Study, form: GenerateForm, *, status: int = 200
) -> HttpResponseBase:
    require_writable(StudyStatus(study.status))
    outlook = None
    if not form.errors.keys() & {"count", "seed"}:
        asked = form.cleaned_data
        try:
            outlook = Outlook.of(study, asked["count"], asked["seed"])
        except DomainError as error:
            form.add_error(None, said(error))
    return show(
        request,
        study,
        "annotation/generate.html",
        status=400 if form.errors else status,
        form=form,
        outlook=outlook,
    )
