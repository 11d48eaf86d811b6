"""Practice before the session: the same screens, nothing stored but how far it went.

A practice judgment is never an answer (decision 0006); its clock runs in the page only.
"""

from dataclasses import dataclass

from django.db.models import F

from annotation.domain.ratings import check_ratings
from annotation.domain.session import Status
from annotation.models import ParticipantSession
from annotation.selectors import practice_items
from annotation.services.answers import Ratings
from annotation.services.items import NotThisItem
from study.domain.errors import IllegalMove
from study.domain.vocabulary import Condition
from study.models import Item


@dataclass(frozen=True)
class PracticeItem:
    """The practice item that is due. Odd ones are shown AJ: one AO, one AJ by default."""

    index: int
    total: int
    item: Item

    @property
    def id(self) -> str:
        """Return the id the page sends back."""
        return id_of(self.index)

    @property
    def condition(self) -> Condition:
        """Return AO for the first item, AJ for the second, and so on."""
        return (Condition.AO, Condition.AJ)[self.index % 2]


def id_of(index: int) -> str:
    """Return the id of the practice item at an index."""
    return f"practice-{index}"


def current(session: ParticipantSession) -> PracticeItem | None:
    """Return the practice item that is due, or None when practice is over."""
    items = practice_items(session.version.study, session.version.design)
    index = session.practice_done
    return PracticeItem(index, len(items), items[index]) if index < len(items) else None


def expect(session: ParticipantSession, practice_id: str) -> PracticeItem:
    """Return the due practice item, if it is the one the page means.

    Raises
    ------
    IllegalMove, NotThisItem
        When the session is not at its practice, or at another item.
    """
    if session.status != Status.INSTRUCTED or session.instructions_read_at is None:
        raise IllegalMove("This is not the time for practice.")
    due = current(session)
    if due is None or due.id != practice_id:
        raise NotThisItem("Another practice item is due.")
    return due


def finish(due: PracticeItem, session: ParticipantSession, ratings: Ratings) -> None:
    """Move on to the next practice item; a repeat changes nothing."""
    check_ratings(due.condition, ratings.confidence, ratings.helpfulness)
    moved = ParticipantSession.objects.filter(pk=session.pk, practice_done=due.index)
    if moved.update(practice_done=F("practice_done") + 1):
        session.practice_done += 1
