"""Where a study stands, and every legal move between: draft, open, paused, closed, archived."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from study.domain.errors import DomainError
from study.domain.marking import mark as _


class StudyStatus(StrEnum):
    """Where a study stands."""

    DRAFT = "draft"  # being built; pilots only
    OPEN = "open"  # people may begin
    PAUSED = "paused"  # nobody new begins; who has begun goes on
    CLOSED = "closed"  # as paused, and meant to stay so
    ARCHIVED = "archived"  # nothing of it changes any more


class StudyEvent(StrEnum):
    """What an owner can do with a study's status."""

    OPEN = "open"
    PAUSE = "pause"
    RESUME = "resume"
    CLOSE = "close"
    REOPEN = "reopen"
    ARCHIVE = "archive"
    UNARCHIVE = "unarchive"


class IllegalStudyMove(DomainError):
    """The study's status does not allow this."""

    code = "illegal_study_move"


class PeopleUnderway(DomainError):
    """Somebody works in the study at this moment."""

    code = "people_underway"


class StudyArchived(DomainError):
    """An archived study is kept as it is."""

    code = "study_archived"


class NotAdmitting(DomainError):
    """Nobody new may begin at the moment; `status` says why."""

    code = "not_admitting"

    def __init__(self, status: StudyStatus) -> None:
        super().__init__(f"The study is {status}: nobody new can begin.")
        self.status = status


MOVES: Mapping[tuple[StudyStatus, StudyEvent], StudyStatus] = MappingProxyType(
    {
        (StudyStatus.DRAFT, StudyEvent.OPEN): StudyStatus.OPEN,
        (StudyStatus.OPEN, StudyEvent.PAUSE): StudyStatus.PAUSED,
        (StudyStatus.OPEN, StudyEvent.CLOSE): StudyStatus.CLOSED,
        (StudyStatus.PAUSED, StudyEvent.RESUME): StudyStatus.OPEN,
        (StudyStatus.PAUSED, StudyEvent.CLOSE): StudyStatus.CLOSED,
        (StudyStatus.CLOSED, StudyEvent.REOPEN): StudyStatus.OPEN,
        (StudyStatus.CLOSED, StudyEvent.ARCHIVE): StudyStatus.ARCHIVED,
        (StudyStatus.ARCHIVED, StudyEvent.UNARCHIVE): StudyStatus.CLOSED,
    }
)
"""Every legal move; what is not here is refused."""


def move(status: StudyStatus, event: StudyEvent) -> StudyStatus:
    """Return the status that follows.

    Raises
    ------
    IllegalStudyMove
        When the event is not possible in this status.

    Examples
    --------
    >>> move(StudyStatus.DRAFT, StudyEvent.OPEN)
    <StudyStatus.OPEN: 'open'>
    """
    try:
        return MOVES[status, event]
    except KeyError:
        words = _("A study that is %(status)s cannot %(event)s.")
        raise IllegalStudyMove(words, status=status, event=event) from None


def events_from(status: StudyStatus) -> list[StudyEvent]:
    """Return what can be done with a study that stands here, in the order of a study's life."""
    return [event for event in StudyEvent if (status, event) in MOVES]


def admit(status: StudyStatus, *, is_test: bool) -> None:
    """Let somebody begin, or say why not; a pilot may at any time before the archive.

    Raises
    ------
    NotAdmitting
        When nobody new may begin.
    """
    closed_to = {StudyStatus.ARCHIVED} if is_test else set(StudyStatus) - {StudyStatus.OPEN}
    if status in closed_to:
        raise NotAdmitting(status)


def require_writable(status: StudyStatus) -> None:
    """Refuse to change an archived study.

    Raises
    ------
    StudyArchived
        When it is one.
    """
    if status is StudyStatus.ARCHIVED:
        raise StudyArchived(_("The study is archived. Take it out of the archive to change it."))


def require_nobody_underway(people: int) -> None:
    """Refuse to archive a study in which people have begun and are neither done nor ended.

    Raises
    ------
    PeopleUnderway
        When there are any.
    """
    if people:
        words = _(
            "Under way: %(people)s. A study is archived when nobody works in it any more: wait for "
            "them, or end their sessions on the page of the people."
        )
        raise PeopleUnderway(words, people=people)
