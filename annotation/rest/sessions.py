"""Sessions and answers. People are codes here."""

from typing import Any

import django_filters as filters
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.session import Status
from annotation.models import ParticipantSession, Presentation
from annotation.selectors import COUNTS, responses, sessions
from frame.api.listing import FlagFilter, MomentFilter, SetFilter, Sorting, WholeFilter
from frame.filters import ListFilter
from study.domain.outcomes import outcome
from study.domain.roles import Right
from study.domain.vocabulary import Category, Condition, ItemKind
from study.rest.base import StudyListView, StudyView

_STATUSES = [status.value for status in Status]
_CONDITIONS = [condition.value for condition in Condition]


class SessionSerializer(serializers.ModelSerializer[ParticipantSession]):
    """One person working through one template."""

    participant = serializers.CharField(source="participant.code")
    template = serializers.IntegerField(source="template.number", default=None, allow_null=True)
    version = serializers.IntegerField(source="version.number")
    status = serializers.ChoiceField(_STATUSES)
    closed_items = serializers.IntegerField()
    answered_items = serializers.IntegerField()
    timed_out_items = serializers.IntegerField()

    class Meta:
        model = ParticipantSession
        fields = (
            *("id", "participant", "status", "is_test", "template", "template_rank"),
            *("templates_free", "version", "language"),
            *("closed_items", "answered_items", "timed_out_items", "passed_attention_check"),
            *(
                "attention_check_timed_out",
                "severe_count",
                "moderate_count",
                "entered_at",
                "consented_at",
                "started_at",
            ),
            *("ended_at", "superseded_at", "released_at", "invalidated_at"),
        )


class CountsFilter(FlagFilter):
    """Whether a session counts: no pilot, not restarted, released or invalid."""

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        """Return the rows whose session counts, or does not."""
        if not value:
            return qs
        counts = Q(**{f"{self.field_name}__in": ParticipantSession.objects.filter(COUNTS)})
        return qs.filter(counts if value == "true" else ~counts)


class SessionFilter(ListFilter):
    """By status, version, whether it counts and why not; search by code."""

    searched = ("participant__code",)
    status = filters.ChoiceFilter(choices=[(status, status) for status in _STATUSES])
    is_test = FlagFilter()
    counts = CountsFilter(field_name="pk")
    superseded = SetFilter(field_name="superseded_at")
    released = SetFilter(field_name="released_at")
    invalidated = SetFilter(field_name="invalidated_at")
    version = WholeFilter(field_name="version__number")
    sort = Sorting(fields=(("participant__code", "participant"), "entered_at", "ended_at"))

    class Meta:
        model = ParticipantSession
        fields: tuple[str, ...] = ()


class Sessions(StudyListView):
    """`sessions`."""

    rights = {"GET": Right.VIEW}
    queryset = ParticipantSession.objects.all()
    serializer_class = SessionSerializer
    filterset_class = SessionFilter

    def rows(self) -> QuerySet[ParticipantSession]:
        """Return every session, those that do not count too, each marked."""
        return sessions(self.study)

    def get(self, request: Request, slug: str) -> Response:
        """List the sessions, those that are over or do not count too."""
        return self.page()


class OneSession(StudyView):
    """`sessions/{id}`."""

    rights = {"GET": Right.VIEW}
    serializer_class = SessionSerializer

    def get(self, request: Request, slug: str, session: int) -> Response:
        """Read a session."""
        return self.answer(SessionSerializer, get_object_or_404(sessions(self.study), pk=session))


class AnswerSerializer(serializers.ModelSerializer[Presentation]):
    """One judgment; `verdict` is true where somebody said that the answer is correct."""

    participant = serializers.CharField(source="session.participant.code")
    session = serializers.IntegerField(source="session_id")
    session_status = serializers.ChoiceField(_STATUSES, source="session.status")
    is_test = serializers.BooleanField(source="session.is_test")
    superseded_at = serializers.DateTimeField(source="session.superseded_at", allow_null=True)
    released_at = serializers.DateTimeField(source="session.released_at", allow_null=True)
    invalidated_at = serializers.DateTimeField(source="session.invalidated_at", allow_null=True)
    version = serializers.IntegerField(source="session.version.number")
    position = serializers.IntegerField(source="index")
    item = serializers.CharField(source="item.code")
    kind = serializers.CharField(source="item.kind")
    category = serializers.CharField(source="item.category", allow_blank=True)
    condition = serializers.ChoiceField(_CONDITIONS)
    is_correct = serializers.BooleanField(source="item.is_correct")
    was_right = serializers.SerializerMethodField()

    class Meta:
        model = Presentation
        fields = (
            *("participant", "session", "session_status", "is_test", "superseded_at"),
            *("released_at", "invalidated_at", "version"),
            *("position", "item", "kind", "category", "condition", "is_correct", "verdict"),
            *("was_right", "timed_out", "rt_seconds", "rt_source", "confidence", "helpfulness"),
            *("confidence_rt_seconds", "presented_at", "closed_at", "submitted_at"),
        )

    def get_was_right(self, answer: Presentation) -> bool | None:
        """Tell whether the verdict agrees with ground truth; null without a verdict."""
        return outcome(answer.verdict, answer.item.is_correct)


class AnswerFilter(ListFilter):
    """By item, condition, category, what was said, and the session's standing."""

    searched = ("session__participant__code", "item__code")
    session = WholeFilter(field_name="session_id")
    item = filters.CharFilter(field_name="item__code")
    kind = filters.ChoiceFilter(
        field_name="item__kind", choices=[(kind.value, kind.value) for kind in ItemKind]
    )
    category = filters.ChoiceFilter(
        field_name="item__category", choices=[(each.value, each.value) for each in Category]
    )
    condition = filters.ChoiceFilter(choices=[(each, each) for each in _CONDITIONS])
    timed_out = FlagFilter()
    status = filters.ChoiceFilter(
        field_name="session__status", choices=[(status, status) for status in _STATUSES]
    )
    is_test = FlagFilter(field_name="session__is_test")
    counts = CountsFilter(field_name="session")
    superseded = SetFilter(field_name="session__superseded_at")
    released = SetFilter(field_name="session__released_at")
    invalidated = SetFilter(field_name="session__invalidated_at")
    version = WholeFilter(field_name="session__version__number")
    since = MomentFilter(field_name="closed_at", lookup_expr="gte")
    until = MomentFilter(field_name="closed_at", lookup_expr="lt")
    sort = Sorting(fields=("closed_at", "rt_seconds"))

    class Meta:
        model = Presentation
        fields: tuple[str, ...] = ()


class Answers(StudyListView):
    """`answers`."""

    rights = {"GET": Right.EXPORT}
    queryset = Presentation.objects.all()
    serializer_class = AnswerSerializer
    filterset_class = AnswerFilter

    def rows(self) -> QuerySet[Presentation]:
        """Return every closed judgment, in the order of an export."""
        return responses(self.study)

    def get(self, request: Request, slug: str) -> Response:
        """List the answers of all sessions, those that do not count too, each marked.

        What the paper analyses is `status=completed&counts=true`.
        """
        return self.page()
