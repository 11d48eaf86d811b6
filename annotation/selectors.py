"""Reads: who stands behind a link, what is on their screen, what has been collected."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict, TypeVar
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django_stubs_ext import Annotations

from annotation import clock
from annotation.domain.session import RUNNING, Status
from annotation.domain.stages import OPEN, State
from annotation.models import ParticipantSession, Presentation
from study import links
from study.domain.design import StudyDesign
from study.domain.scheduling import Coverage
from study.domain.vocabulary import Condition, ItemKind
from study.models import AuditEntry, Invitation, Item, ItemImage, SessionTemplate, Study
from study.selectors import current_version

Row = TypeVar("Row", bound=Model)

ITEM_TEXTS = [
    f"item__{text}{suffix}"
    for text in ("question", "justification", "answer")
    for suffix in ("", "_html")
]
MESSAGE_FIELDS = [
    *("session_id", "public_id", "index", "condition", "state", "presented_at", "soft_deadline"),
    *("hard_deadline", "closes_at", "draft", "draft_seq", "verdict", "timed_out", "closed_at"),
    *("stage2_at", "confidence_draft", "helpfulness_draft", "ratings_draft_seq"),
    *("item__kind", "item__is_correct"),
]
"""What a message about an open item needs; the item's texts only when it is handed out."""


class Standing(TypedDict):
    """Where an invited person stands: the session that counts, or None throughout."""

    session_id: int | None
    status: str
    template_number: int | None
    version_number: int | None
    language: str | None
    entered_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    passed_attention_check: bool | None
    items_done: int | None


@dataclass(frozen=True)
class Visit:
    """A genuine link, the time it was used, and the session it leads to, if there is one."""

    now: datetime
    invitation: Invitation
    session: ParticipantSession | None

    @property
    def study(self) -> Study:
        """Return the study the link invites to."""
        return self.invitation.study


def find_visit(token: str) -> Visit | None:
    """Return who stands behind a link's token, or None when it is no link of ours.

    One query when a session is live, which is the case for all but the first requests.
    """
    public_id = links.public_id_of(token)
    live = (
        ParticipantSession.objects.filter(invitation__public_id=public_id, released_at=None)
        .select_related("invitation", "participant", "version")
        .annotate(db_now=clock.database_now())
    )
    session = next(iter(live), None)
    if session is not None:
        visit = Visit(session.db_now, session.invitation, session)
    else:
        invited = Invitation.objects.filter(public_id=public_id)
        invitation = next(iter(invited.annotate(db_now=clock.database_now())), None)
        if invitation is None:
            return None
        visit = Visit(invitation.db_now, invitation, None)
    genuine = links.is_genuine(token, visit.invitation.public_id, visit.invitation.generation)
    return visit if genuine else None


def one_or_none(rows: QuerySet[Row]) -> Row | None:
    """Return the only row that a unique constraint allows, or None.

    Unlike `first`, it neither sorts nor limits: both cost more than the row.
    """
    return next(iter(rows), None)


def without_content() -> QuerySet[Presentation]:
    """Return presentations with what messages need of them, without the item's long texts."""
    return Presentation.objects.select_related("item").only(*MESSAGE_FIELDS)


def open_presentation(session: ParticipantSession) -> Presentation | None:
    """Return the one item on this session's screen, without its content."""
    return one_or_none(without_content().filter(session=session, state__in=OPEN))


def image_on_screen(session: ParticipantSession, presentation_id: str) -> ItemImage | None:
    """Return the figure of the item a session has on its screen, practice included."""
    items = Item.objects.select_related("image")
    if session.status == Status.INSTRUCTED:
        due = practice_items(session.version.study, session.version.design)
        shown = due[session.practice_done : session.practice_done + 1]
        return shown[0].image if shown else None
    try:
        wanted = UUID(presentation_id)
    except ValueError:
        return None
    item = items.filter(
        presentations__session=session,
        presentations__public_id=wanted,
        presentations__state__in=OPEN,
    ).first()
    return item.image if item else None


def items_done(session: ParticipantSession) -> int:
    """Return how many items of a session are finished."""
    return Presentation.objects.filter(session=session, state=State.DONE).count()


def practice_items(study: Study, design: StudyDesign) -> list[Item]:
    """Return the practice items that are shown, in the order of their codes."""
    items = Item.objects.filter(study=study, kind=ItemKind.PRACTICE, retired_at=None)
    return list(items.order_by("code")[: design.practice.items])


def coverage(study: Study) -> Coverage:
    """Return how often each (item code, condition) is collected or on its way.

    Collected are valid answers (a verdict was given) of completed sessions; on their way are all
    slots of templates held by running sessions, or by nobody yet and of the current layout. Pilot
    sessions count nowhere.
    """
    counts: Counter[tuple[str, Condition]] = Counter()
    collected = Presentation.objects.filter(
        session__version__study=study,
        session__status=Status.COMPLETED,
        session__released_at=None,
        session__is_test=False,
        state=State.DONE,
        verdict__isnull=False,
    )
    for code, condition in collected.values_list("item__code", "condition"):
        counts[code, Condition(condition)] += 1
    held = ParticipantSession.objects.filter(
        version__study=study, template__isnull=False, released_at=None
    )
    underway = held.filter(status__in=[s.value for s in RUNNING], is_test=False)
    layout = current_version(study).design.layout_hash
    pending = study.templates.filter(claimed_at=None, layout_hash=layout) | study.templates.filter(
        pk__in=underway.values("template")
    )
    for code, condition in pending.values_list("slots__item__code", "slots__condition"):
        counts[code, Condition(condition)] += 1
    return counts


def roster(study: Study) -> QuerySet[Annotated[Invitation, Annotations[Standing]]]:
    """Return everybody who was invited, with where they stand.

    Where nobody has begun, `status` is "invited" or "revoked".
    """
    done = (
        Presentation.objects.filter(session=OuterRef("live__id"), state=State.DONE)
        .order_by()
        .values("session")
        .annotate(count=Count("*"))
    )
    not_begun = Case(When(revoked_at=None, then=Value("invited")), default=Value("revoked"))
    return (
        Invitation.objects.filter(study=study)
        .select_related("participant")
        .annotate(live=FilteredRelation("sessions", condition=Q(sessions__released_at=None)))
        .annotate(
            session_id=F("live__id"),
            status=Coalesce(F("live__status"), not_begun),
            template_number=F("live__template__number"),
            version_number=F("live__version__number"),
            language=F("live__language"),
            entered_at=F("live__entered_at"),
            started_at=F("live__started_at"),
            ended_at=F("live__ended_at"),
            passed_attention_check=F("live__passed_attention_check"),
            items_done=Subquery(done.values("count"), output_field=IntegerField()),
        )
        .order_by("participant__code")
    )


def last_arrivals(study: Study, count: int) -> QuerySet[Annotated[Invitation, Annotations[Standing]]]:
    """Return the people of the roster who entered last, the latest first."""
    return roster(study).exclude(entered_at=None).order_by("-entered_at")[:count]


def template_board(study: Study) -> QuerySet[SessionTemplate]:
    """Return a study's session templates, each with who holds it and where they are.

    `holder`, `session_id` and `status` are None where nobody does.
    """
    return study.templates.annotate(
        live=FilteredRelation("sessions", condition=Q(sessions__released_at=None)),
    ).annotate(
        holder=F("live__participant__code"),
        session_id=F("live__id"),
        status=F("live__status"),
        is_test=F("live__is_test"),
        version_number=F("version__number"),
    )


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


def counted(study: Study) -> QuerySet[ParticipantSession]:
    """Return the sessions that count: no pilots, none whose template was given back."""
    sessions = ParticipantSession.objects.filter(version__study=study)
    return sessions.filter(is_test=False, released_at=None)


def pilots(study: Study) -> QuerySet[ParticipantSession]:
    """Return the pilot sessions of a study."""
    return ParticipantSession.objects.filter(version__study=study, is_test=True)


def sessions(study: Study) -> QuerySet[ParticipantSession]:
    """Return every participant session, in the order of an export, with what it answered."""
    closed = Q(presentations__closed_at__isnull=False)
    return (
        ParticipantSession.objects.filter(version__study=study)
        .select_related("participant", "template", "version")
        .annotate(
            closed_items=Count("presentations", filter=closed),
            answered_items=Count("presentations", filter=Q(presentations__verdict__isnull=False)),
            timed_out_items=Count("presentations", filter=Q(presentations__timed_out=True)),
            rt_total=Sum("presentations__rt_seconds"),
        )
        .order_by("participant__code", "id")
    )
