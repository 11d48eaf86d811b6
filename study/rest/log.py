"""The log of a study."""

import django_filters as filters
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from frame.api.listing import MomentFilter, Sorting, WholeFilter
from frame.filters import ListFilter
from study.domain.roles import Right
from study.models import AuditEntry
from study.rest.base import StudyListView


class LogEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    """Who did what, when and why; `actor` is null for a participant or Discern itself."""

    actor = serializers.CharField(source="actor.username", default=None, allow_null=True)
    session = serializers.IntegerField(source="session_id", allow_null=True)
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)

    class Meta:
        model = AuditEntry
        fields = (
            *("id", "at", "actor", "action", "subject_type", "subject_id", "session", "reason"),
            *("before", "after"),
        )


class LogFilter(ListFilter):
    """By what was done, by whom, to which session and when; search in actions and reasons."""

    searched = ("action", "reason")
    action = filters.CharFilter()
    actor = filters.CharFilter(field_name="actor__username")
    session = WholeFilter(field_name="session_id")
    since = MomentFilter(field_name="at", lookup_expr="gte")
    until = MomentFilter(field_name="at", lookup_expr="lt")
    sort = Sorting(fields=(("id", "at"),))

    class Meta:
        model = AuditEntry
        fields: tuple[str, ...] = ()


class Log(StudyListView):
    """`log`."""

    rights = {"GET": Right.VIEW}
    queryset = AuditEntry.objects.all()
    serializer_class = LogEntrySerializer
    filterset_class = LogFilter

    def rows(self) -> QuerySet[AuditEntry]:
        """Return the study's log, the newest entry first."""
        return self.study.audit_entries.select_related("actor").order_by("-id")

    def get(self, request: Request, slug: str) -> Response:
        """Read the log, the newest entry first."""
        return self.page()
