"""What pages reported of their participants."""

from django.db.models import QuerySet

from annotation.models import ParticipantSession, ViolationEvent
from study.models import Study


def violations(study: Study) -> QuerySet[ViolationEvent]:
    """Return every event of a study, counted or not, in the order of an export."""
    events = ViolationEvent.objects.filter(session__version__study=study)
    return events.select_related("session__participant", "session__version", "excused_by").order_by(
        "session__participant__code", "session_id", "begun_at", "id"
    )


def timeline(session: ParticipantSession) -> QuerySet[ViolationEvent]:
    """Return a session's events in the order in which they happened."""
    return session.violations.select_related("excused_by").order_by("begun_at", "id")
