"""Who stands behind a link, and what is on their screen."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from annotation import clock
from annotation.domain.session import Status
from annotation.domain.stages import OPEN, State
from annotation.models import ParticipantSession, Presentation
from study import links
from study.domain.design import StudyDesign
from study.domain.vocabulary import ItemKind
from study.models import Invitation, Item, ItemImage, Study

Row = TypeVar("Row", bound=Model)

MESSAGE_FIELDS = [
    *("session_id", "public_id", "index", "condition", "state", "presented_at", "soft_deadline"),
    *("hard_deadline", "closes_at", "draft", "draft_seq", "verdict", "timed_out", "closed_at"),
    *("stage2_at", "confidence_draft", "helpfulness_draft", "ratings_draft_seq"),
    *("item__kind", "item__is_correct"),
]
"""What a message about an open item needs; the item's texts only when it is handed out."""


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

    A link leads to the newest session of its person, whatever became of its template. One query
    when there is one, which is the case for all but the first requests.
    """
    public_id = links.public_id_of(token)
    live = (
        ParticipantSession.objects.filter(invitation__public_id=public_id, superseded_at=None)
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
