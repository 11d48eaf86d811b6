"""What pages reported of participants, and excusing it. People are codes here."""

import django_filters as filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.violations import Kind, NotCounted, Severity
from annotation.models import ViolationEvent
from annotation.selectors import violations
from annotation.services.violations import excuse
from frame.api.listing import FlagFilter, MomentFilter, SetFilter, Sorting, WholeFilter
from frame.api.parsing import ReasonBody
from frame.filters import ListFilter
from study.domain.roles import Right
from study.rest.base import StudyListView, StudyView

_KINDS = [kind.value for kind in Kind]
_SEVERITIES = [severity.value for severity in Severity]
_REASONS = [why.value for why in NotCounted if why is not NotCounted.MONITORING_OFF]


class ViolationSerializer(serializers.ModelSerializer[ViolationEvent]):
    """One event; `not_counted` is null where it counts."""

    participant = serializers.CharField(source="session.participant.code")
    session = serializers.IntegerField(source="session_id")
    is_test = serializers.BooleanField(source="session.is_test")
    type = serializers.ChoiceField(_KINDS, source="kind")
    severity = serializers.ChoiceField(_SEVERITIES)
    not_counted = serializers.SerializerMethodField()
    raw = serializers.ListField(
        child=serializers.ListField(),
        help_text="What the browser said: pairs of a name and milliseconds since it began.",
    )

    class Meta:
        model = ViolationEvent
        fields = (
            *("id", "participant", "session", "is_test", "type", "severity", "not_counted"),
            *("begun_at", "ended_at", "received_at", "duration_ms", "event_id", "act_id"),
            *("page_id", "sequence", "raw", "disputed_at", "disputed_text", "excused_at"),
            "excused_reason",
        )

    @extend_schema_field(serializers.ChoiceField(_REASONS, allow_null=True))
    def get_not_counted(self, event: ViolationEvent) -> str | None:
        """Return why the event does not count."""
        return event.not_counted or None


class ViolationFilter(ListFilter):
    """By session, type, severity, and whether it counts; search by person and their words."""

    searched = ("session__participant__code", "disputed_text")
    session = WholeFilter(field_name="session_id")
    type = filters.ChoiceFilter(field_name="kind", choices=[(kind, kind) for kind in _KINDS])
    severity = filters.ChoiceFilter(choices=[(each, each) for each in _SEVERITIES])
    not_counted = filters.ChoiceFilter(choices=[(why, why) for why in _REASONS])
    disputed = SetFilter(field_name="disputed_at")
    excused = SetFilter(field_name="excused_at")
    is_test = FlagFilter(field_name="session__is_test")
    since = MomentFilter(field_name="begun_at", lookup_expr="gte")
    until = MomentFilter(field_name="begun_at", lookup_expr="lt")
    sort = Sorting(fields=("begun_at", "received_at", "duration_ms"))

    class Meta:
        model = ViolationEvent
        fields: tuple[str, ...] = ()


class Violations(StudyListView):
    """`violations`."""

    rights = {"GET": Right.EXPORT}
    queryset = ViolationEvent.objects.all()
    serializer_class = ViolationSerializer
    filterset_class = ViolationFilter

    def rows(self) -> QuerySet[ViolationEvent]:
        """Return every event, in the order of an export."""
        return violations(self.study)

    def get(self, request: Request, slug: str) -> Response:
        """List what pages reported, counted or not, pilots too, each marked."""
        return self.page()


class Excuse(StudyView):
    """`violations/{id}/excuse`."""

    rights = {"POST": Right.EDIT}
    serializer_class = ViolationSerializer

    @extend_schema(request=ReasonBody, responses=ViolationSerializer)
    def post(self, request: Request, slug: str, violation: int) -> Response:
        """Let an event count no more; it stays, and its session is counted anew.

        A session that has ended stays so.
        """
        found = get_object_or_404(violations(self.study), pk=violation)
        reason = self.body(ReasonBody)["reason"]
        excuse(found, timezone.now(), reason=reason, actor=self.actor)
        return self.answer(ViolationSerializer, violations(self.study).get(pk=found.pk))
