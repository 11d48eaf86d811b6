"""Every answer of a study, as it was given."""

import django_filters as filters
import django_tables2 as tables
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from annotation.domain.session import Status
from annotation.models import ParticipantSession, Presentation
from annotation.pages.marks import MarksColumn
from annotation.pages.words import SESSION_STATUS
from annotation.selectors import COUNTS, responses
from frame.filters import DayFilter, ListFilter, yes_or_no
from frame.tables import ListTable, MomentColumn, PageColumn, as_csv, listing, wants_csv
from study.domain.outcomes import outcome
from study.domain.roles import Right
from study.domain.vocabulary import Category, Condition, ItemKind
from study.models import Study
from study.pages.item_words import KINDS
from study.shell import show, study_page

_NUMBER = {"td": {"class": "number"}}


class VerdictColumn(tables.Column):
    """What somebody said of an answer: correct, incorrect, or nothing in time."""

    def render(self, value: bool) -> str:
        """Return the word."""
        return str(_("correct") if value else _("incorrect"))

    def value(self, value: bool | None) -> bool | None:
        """Return the bare value."""
        return value


class AnswerTable(ListTable):
    """One row per item that somebody closed."""

    participant = tables.Column(accessor="session__participant__code", verbose_name=_("Person"))
    session = PageColumn("session", key="session_id", verbose_name=_("Session"))
    index = tables.Column(verbose_name=_("Position"), attrs=_NUMBER)
    item = tables.Column(accessor="item__code", verbose_name=_("Item"))
    category = tables.Column(accessor="item__category", verbose_name=_("Category"))
    condition = tables.Column(verbose_name=_("Condition"))
    verdict = VerdictColumn(verbose_name=_("Said"))
    was_right = tables.BooleanColumn(
        verbose_name=_("Was right"), yesno=(_("yes"), _("no")), empty_values=(), orderable=False
    )
    rt_seconds = tables.Column(verbose_name=_("Seconds"), attrs=_NUMBER)
    timed_out = tables.BooleanColumn(verbose_name=_("Timed out"), yesno=(_("timed out"), ""))
    confidence = tables.Column(verbose_name=_("Confidence"), attrs=_NUMBER)
    helpfulness = tables.Column(verbose_name=_("Helpfulness"), attrs=_NUMBER)
    status = tables.Column(accessor="session__status", verbose_name=_("Session is"))
    marks = MarksColumn(of="session")
    is_test = tables.BooleanColumn(
        accessor="session__is_test", verbose_name=_("Pilot"), yesno=(_("pilot"), "")
    )
    closed_at = MomentColumn(verbose_name=pgettext_lazy("an answer", "Closed"))
    submitted_at = MomentColumn(verbose_name=_("Rated"))
    fixed = frozenset({"participant", "item"})
    optional = frozenset({"was_right", "category", "submitted_at", "session"})

    def render_index(self, value: int) -> int:
        """Return the position as people count."""
        return value + 1

    def render_rt_seconds(self, value: float) -> str:
        """Return seconds as people read them."""
        return f"{value:.1f}"

    def value_rt_seconds(self, value: float | None) -> float | None:
        """Return the exact seconds."""
        return value

    def render_status(self, value: str) -> str:
        """Return the session's status in words."""
        return str(SESSION_STATUS[Status(value)])

    def value_status(self, value: str) -> str:
        """Return the status as it is stored."""
        return value

    def render_session(self, record: Presentation) -> str:
        """Return the session's number."""
        return str(record.session_id)

    def render_was_right(self, record: Presentation) -> str:
        """Return whether the verdict agrees with ground truth."""
        right = outcome(record.verdict, record.item.is_correct)
        return "–" if right is None else str(_("yes") if right else _("no"))


class AnswerFilter(ListFilter):
    """By item, condition, what was said, time-out, session and day; search by codes."""

    searched = ("session__participant__code", "item__code")
    item = filters.CharFilter(field_name="item__code", label=_("Item"))
    condition = filters.ChoiceFilter(
        label=_("Condition"), choices=[(each.value, each.value) for each in Condition]
    )
    category = filters.ChoiceFilter(
        field_name="item__category",
        label=_("Category"),
        choices=[(each.value, each.value) for each in Category],
    )
    kind = filters.ChoiceFilter(
        field_name="item__kind",
        label=_("Kind"),
        choices=[(kind.value, KINDS[kind]) for kind in (ItemKind.MAIN, ItemKind.ATTENTION_CHECK)],
    )
    said = yes_or_no("verdict", _("Said"), lookup="isnull", words=(_("nothing"), _("a verdict")))
    timed_out = yes_or_no("timed_out", _("Timed out"))
    status = filters.ChoiceFilter(
        field_name="session__status",
        label=_("Session is"),
        choices=[(each.value, SESSION_STATUS[each]) for each in Status],
    )
    is_test = yes_or_no("session__is_test", _("Pilot"))
    counts = filters.ChoiceFilter(
        method="counting", label=_("Counts"), choices=[("yes", _("yes")), ("no", _("no"))]
    )
    since = DayFilter("closed_at", "date__gte", label=_("Since"))

    class Meta:
        model = Presentation
        fields: tuple[str, ...] = ()

    def counting(
        self, rows: QuerySet[Presentation], name: str, value: str
    ) -> QuerySet[Presentation]:
        """Keep the answers of sessions that count, or of those that do not."""
        counts = Q(session__in=ParticipantSession.objects.filter(COUNTS))
        return rows.filter(counts if value == "yes" else ~counts)


@require_safe
@study_page(Right.EXPORT)
def answers(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Show the answers of all sessions, pilots and ended ones too, each marked."""
    shown = listing(request, responses(study), AnswerTable, AnswerFilter, within=(study.slug,))
    if wants_csv(request):
        return as_csv(shown, f"{study.slug}-answers")
    return show(
        request,
        study,
        "annotation/answers.html",
        listing=shown,
        heading=_("Answers"),
        empty="annotation/_no_answers.html",
    )
