"""The seventeen items: hand one out, keep drafts, take the judgment and the ratings (K.6.1)."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from annotation.domain.ratings import SCALE, InvalidRating, check_ratings
from annotation.domain.session import Event, Status
from annotation.domain.stages import (
    OPEN,
    State,
    Submission,
    check_submission,
    close_by_submission,
    deadlines,
    response_time,
)
from annotation.models import ParticipantSession, Presentation
from annotation.selectors import one_or_none, without_content
from annotation.services.closing import apply_closing, close_if_overdue
from annotation.services.moves import make_move
from study import links
from study.domain.errors import DomainError, IllegalMove
from study.domain.vocabulary import Condition
from study.models import Item, TemplateSlot


class NotThisItem(DomainError):
    """The page is at another item than the session."""

    code = "not_this_item"


@dataclass(frozen=True)
class Ratings:
    """What a page sends to finish Stage 2; helpfulness is None in AO."""

    confidence: int | None
    helpfulness: int | None
    client_seconds: float | None


def open_next(session: ParticipantSession, expected_index: int, now: datetime) -> Presentation:
    """Hand out the item that is due, or the one already open; its clock starts at `now`.

    Raises
    ------
    NotThisItem
        When another item than the expected one is due: two tabs, a replay, a page that slept.
    IllegalMove
        When the session is not active.
    """
    presentation = _opened(session) or _open(session, expected_index, now)
    close_if_overdue(presentation, now)
    if presentation.index != expected_index:
        raise NotThisItem(f"Item {presentation.index} is due, not {expected_index}.")
    if presentation.state == State.STAGE2 and presentation.stage2_at is None:
        # the platform closed the judgment while the person was away: the ratings begin now
        Presentation.objects.filter(pk=presentation.pk, stage2_at=None).update(stage2_at=now)
    return presentation


def _opened(session: ParticipantSession) -> Presentation | None:
    """Return the open item with its content."""
    shown = Presentation.objects.select_related("item__image")
    return one_or_none(shown.filter(session=session, state__in=OPEN))


@transaction.atomic
def _open(session: ParticipantSession, expected_index: int, now: datetime) -> Presentation:
    """Open the item that is due, unless somebody else has just done it."""
    locked = ParticipantSession.objects.select_for_update(no_key=True).filter(pk=session.pk)
    status = locked.values_list("status", flat=True).get()
    if status != Status.ACTIVE:
        raise IllegalMove(f"A session that is {status} has no items.")
    states = Presentation.objects.filter(session=session).values_list("state", flat=True)
    if any(state in OPEN for state in states):
        opened = _opened(session)
        assert opened is not None
        return opened
    if len(states) != expected_index:
        raise NotThisItem(f"Item {len(states)} is due, not {expected_index}.")
    return _present(session, len(states), now)


def _present(session: ParticipantSession, index: int, now: datetime) -> Presentation:
    slot = TemplateSlot.objects.select_related("item__image").get(
        template_id=session.template_id, position=index
    )
    condition = Condition(slot.condition)
    factor = session.participant.time_factor
    due = deadlines(
        session.version.design.timing, condition, None if factor is None else float(factor), now
    )
    if slot.item.first_shown_at is None and not session.is_test:
        Item.objects.filter(pk=slot.item.pk, first_shown_at=None).update(first_shown_at=now)
    return Presentation.objects.create(
        session=session,
        public_id=uuid.uuid4(),
        index=index,
        item=slot.item,
        condition=condition.value,
        presented_at=now,
        soft_deadline=due.soft,
        hard_deadline=due.hard,
        closes_at=due.closes_at,
    )


def save_draft(presentation: Presentation, seq: int, value: bool, now: datetime) -> None:
    """Keep the latest choice; an older one that arrives late changes nothing.

    Raises
    ------
    IllegalMove
        When Stage 1 is closed or its time is over.
    """
    still_open = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE1.value).exclude(
        closes_at__lt=now
    )
    if still_open.filter(draft_seq__lt=seq).update(draft=value, draft_seq=seq):
        presentation.draft, presentation.draft_seq = value, seq
    elif not still_open.exists():
        raise IllegalMove("The judgment is closed.")


def submit_stage1(
    session: ParticipantSession,
    public_id: uuid.UUID,
    submission_id: uuid.UUID,
    submission: Submission,
    now: datetime,
) -> Presentation:
    """Close Stage 1 with a submission; a repeat, or a loser of the race, gets the same answer.

    Raises
    ------
    NoVerdict
        Nothing was chosen, and the limit is not reached.
    NotThisItem, IllegalMove
        The item is not this session's, or it is void.
    """
    with _submission_used_once(), transaction.atomic():
        presentation = _locked(session, public_id)
        if presentation.state != State.STAGE1:
            return presentation
        check_submission(submission, now, presentation.hard_deadline)
        closing = close_by_submission(
            submission,
            now=now,
            presented_at=presentation.presented_at,
            hard=presentation.hard_deadline,
            closes_at=presentation.closes_at,
            draft=presentation.draft,
        )
        apply_closing(presentation, closing, now, submission, submission_id)
        return presentation


def save_ratings_draft(
    presentation: Presentation, seq: int, confidence: int | None, helpfulness: int | None
) -> None:
    """Keep half-made ratings.

    Raises
    ------
    InvalidRating
        When a rating is outside the scale.
    IllegalMove
        When Stage 2 is not open.
    """
    for rating in (confidence, helpfulness):
        if rating is not None and rating not in SCALE:
            raise InvalidRating("A rating is a whole number from 1 to 5.")
    still_open = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE2.value)
    changed = still_open.filter(ratings_draft_seq__lt=seq).update(
        confidence_draft=confidence, helpfulness_draft=helpfulness, ratings_draft_seq=seq
    )
    if changed:
        presentation.confidence_draft, presentation.helpfulness_draft = confidence, helpfulness
        presentation.ratings_draft_seq = seq
    elif not still_open.exists():
        raise IllegalMove("The ratings are not open.")


def submit_stage2(
    session: ParticipantSession,
    public_id: uuid.UUID,
    submission_id: uuid.UUID,
    ratings: Ratings,
    now: datetime,
) -> Presentation:
    """Record the ratings and finish the item; the last item completes the session.

    Raises
    ------
    InvalidRating
        When a rating is missing, outside the scale, or not asked for.
    IllegalMove
        When Stage 1 is still open.
    """
    with _submission_used_once(), transaction.atomic():
        presentation = _locked(session, public_id)
        if presentation.state == State.DONE:
            return presentation
        if presentation.state == State.STAGE1:
            raise IllegalMove("The judgment comes first.")
        check_ratings(Condition(presentation.condition), ratings.confidence, ratings.helpfulness)
        opened = presentation.stage2_at or presentation.closed_at or now
        seconds, _ = response_time(opened, now, ratings.client_seconds)
        changes = {
            "state": State.DONE.value,
            "confidence": ratings.confidence,
            "helpfulness": ratings.helpfulness,
            "confidence_rt_seconds": seconds,
            "submitted_at": now,
            "stage2_submission": submission_id,
        }
        guarded = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE2.value)
        if guarded.update(**changes) == 1 and _is_last(session, presentation):
            _complete(session, now)
        presentation.state = State.DONE.value
        return presentation


def _is_last(session: ParticipantSession, presentation: Presentation) -> bool:
    return presentation.index == session.version.design.shown_items - 1


def _complete(session: ParticipantSession, now: datetime) -> None:
    make_move(session, Event.COMPLETE, now, completion_code=links.new_public_id().upper())


def _locked(session: ParticipantSession, public_id: uuid.UUID) -> Presentation:
    """Return the presentation, locked against every other submission, draft and sweep."""
    presentation = one_or_none(
        without_content()
        .select_for_update(of=("self",), no_key=True)
        .filter(session=session, public_id=public_id)
    )
    if presentation is None:
        raise NotThisItem("This is not the item on the screen.")
    if presentation.state == State.VOID:
        raise IllegalMove("The session has ended.")
    return presentation


@contextmanager
def _submission_used_once() -> Iterator[None]:
    """Turn a submission id that already closed another item into an error of the sender."""
    try:
        yield
    except IntegrityError as error:
        raise NotThisItem("This submission id was used for another item.") from error
