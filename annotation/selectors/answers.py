"""What was answered, by whom, in which session."""

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from annotation.domain.session import Status
from annotation.domain.stages import State
from annotation.models import ParticipantSession, Presentation
from study.models import AuditEntry, Study

ITEM_TEXTS = [
    f"item__{text}{suffix}"
    for text in ("question", "justification", "answer")
    for suffix in ("", "_html")
]


COUNTS = Q(is_test=False, superseded_at=None, released_at=None, invalidated_at=None)
"""Which sessions count: no pilots, and none that was restarted, released or made invalid."""


def counted(study: Study) -> QuerySet[ParticipantSession]:
    """Return the sessions that count, whether they are running or over."""
    return ParticipantSession.objects.filter(COUNTS, version__study=study)


def analysed(study: Study) -> QuerySet[ParticipantSession]:
    """Return the sessions whose answers the paper analyses: completed ones that count."""
    return counted(study).filter(status=Status.COMPLETED.value)


def pilots(study: Study) -> QuerySet[ParticipantSession]:
    """Return the pilot sessions of a study."""
    return ParticipantSession.objects.filter(version__study=study, is_test=True)


def sessions(study: Study) -> QuerySet[ParticipantSession]:
    """Return every participant session, in the order of an export, with what it answered."""
    return (
        ParticipantSession.objects.filter(version__study=study)
        .select_related("participant", "template", "version")
        .annotate(
            closed_items=Coalesce(_tally(Count("closed_at")), 0),
            answered_items=Coalesce(_tally(Count("verdict")), 0),
            timed_out_items=Coalesce(_tally(Count("pk", filter=Q(timed_out=True))), 0),
            rt_total=_tally(Sum("rt_seconds")),
        )
        .order_by("participant__code", "id")
    )


def _tally(amount: Count | Sum) -> Subquery:
    """Return an aggregate over a session's presentations; a join would form all before a page."""
    shown = Presentation.objects.filter(session=OuterRef("pk")).order_by()
    return Subquery(shown.values("session").values(tally=amount))


def shown_items(session: ParticipantSession) -> QuerySet[Presentation]:
    """Return every item that was put on this session's screen, in order, without its texts."""
    presentations = session.presentations.select_related("item").defer(*ITEM_TEXTS)
    return presentations.order_by("index")


def log_of_session(session: ParticipantSession) -> QuerySet[AuditEntry]:
    """Return what the log says about a session, the oldest first."""
    about = Q(session_id=session.pk)
    # entries from before the log had a column for it
    about |= Q(subject_type="participantsession", subject_id=str(session.pk))
    study = session.version.study_id
    return AuditEntry.objects.filter(about, study=study).select_related("actor").order_by("id")


def responses(study: Study) -> QuerySet[Presentation]:
    """Return every presentation whose judgment is closed, in the order of an export.

    Sessions of all kinds are here, pilots, terminated and released ones too; who exports decides.
    """
    return (
        Presentation.objects.filter(session__version__study=study)
        .exclude(state=State.STAGE1)
        .exclude(closed_at=None)
        .select_related("item", "session__participant", "session__template", "session__version")
        .defer(*ITEM_TEXTS)
        .order_by("session__participant__code", "session_id", "index")
    )
