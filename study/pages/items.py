"""The item bank as a table: what there is, where it is used, what is out of use."""

from typing import Any

import django_filters as filters
import django_tables2 as tables
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from frame.filters import ListFilter, ValuesFilter
from frame.tables import Act, ListTable, MomentColumn, PageColumn, as_csv, listing, wants_csv
from study.domain.roles import Right
from study.domain.vocabulary import ItemKind
from study.models import Item, Study
from study.pages.item_words import KINDS
from study.permissions import has_right
from study.selectors import bank_in_use, item_table
from study.shell import show, study_page

ACTS = (Act("retire", _("Retire …")), Act("restore", _("Bring back …")))
SHOWN = [("", _("any")), ("False", _("shown to somebody")), ("True", _("never shown"))]
_WORDS_OF_A_TEXT = 20


class TextColumn(tables.Column):
    """A long text: its beginning on the page, all of it in the CSV."""

    def __init__(self, **options: Any) -> None:
        super().__init__(attrs={"td": {"class": "long"}}, orderable=False, **options)

    def render(self, value: str) -> str:
        """Return the first words."""
        return Truncator(value).words(_WORDS_OF_A_TEXT)

    def value(self, value: str) -> str:
        """Return the text as it was written."""
        return value


class ItemTable(ListTable):
    """One row per item."""

    code = PageColumn("item", key="pk", verbose_name=_("Code"))
    kind = tables.Column(verbose_name=_("Kind"))
    category = tables.Column(verbose_name=_("Category"))
    is_correct = tables.BooleanColumn(verbose_name=_("Answer is"), yesno=(_("right"), _("wrong")))
    arm = tables.Column(verbose_name=_("Arm"))
    problem_id = tables.Column(verbose_name=_("Problem"))
    level = tables.Column(verbose_name=_("Level"))
    subject = tables.Column(verbose_name=_("Subject"))
    source = tables.Column(verbose_name=_("Source"))
    category_source = tables.Column(verbose_name=_("Category from"))
    model = tables.Column(verbose_name=_("Model"))
    question = TextColumn(verbose_name=_("Question"))
    answer = TextColumn(verbose_name=_("Answer"))
    gold_answer = TextColumn(verbose_name=_("Gold answer"))
    in_templates = tables.Column(verbose_name=_("In templates"), attrs={"td": {"class": "number"}})
    first_shown_at = MomentColumn(verbose_name=_("First shown"))
    retired_at = MomentColumn(verbose_name=_("Retired"))
    fixed = frozenset({"code"})
    optional = frozenset(
        {"arm", "subject", "source", "category_source", "model", "question", "answer"}
        | {"gold_answer", "retired_at"}
    )

    def render_kind(self, value: str) -> Any:
        """Return the kind in words; the CSV has its code."""
        return KINDS[ItemKind(value)]

    def value_kind(self, value: str) -> str:
        """Return the kind's code."""
        return value

    def render_is_correct(self, value: bool) -> Any:
        """Return ground truth in words."""
        return _("right") if value else _("wrong")

    def value_is_correct(self, value: bool) -> str:
        """Return ground truth as an item file says it."""
        return "true" if value else "false"


class ItemFilter(ListFilter):
    """By what an item is, and whether it is in use; search in its texts."""

    searched = ("code", "question", "answer", "problem_id")
    kind = filters.ChoiceFilter(label=_("Kind"), choices=[(k.value, v) for k, v in KINDS.items()])
    category = ValuesFilter(label=_("Category"))
    arm = ValuesFilter(label=_("Arm"))
    level = ValuesFilter(label=_("Level"))
    never_shown = filters.TypedChoiceFilter(
        field_name="first_shown_at",
        lookup_expr="isnull",
        label=_("Shown"),
        choices=SHOWN,
        coerce=lambda value: value == "True",
    )
    use = filters.ChoiceFilter(
        label=_("Use"),
        choices=[("retired", _("retired")), ("all", _("in use or retired"))],
        empty_label=_("in use"),
        method="leave",
    )

    class Meta:
        model = Item
        fields: tuple[str, ...] = ()

    def leave(self, rows: QuerySet[Item], name: str, value: str) -> QuerySet[Item]:
        """Keep the retired ones, or all."""
        return rows if value == "all" else rows.exclude(retired_at=None)

    def filter_queryset(self, queryset: QuerySet[Item]) -> QuerySet[Item]:
        """Keep what is in use, unless something else is asked for."""
        rows: QuerySet[Item] = super().filter_queryset(queryset)
        return rows if self.form.cleaned_data.get("use") else rows.filter(retired_at=None)


@require_safe
@study_page(Right.VIEW)
def items(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show the item bank."""
    shown = listing(
        request,
        item_table(study),
        ItemTable,
        ItemFilter,
        acts=ACTS if has_right(request.user, study, Right.EDIT) else (),
        acts_address=reverse("item-acts", args=[study.slug]),
        within=(study.slug,),
    )
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-items")
    bank = [(count, KINDS[count.kind]) for count in bank_in_use(study)]
    return show(
        request,
        study,
        "study/items.html",
        listing=shown,
        heading=_("Items"),
        empty="study/items_none.html",
        bank=bank,
    )
