"""Take the judgment and the ratings, each exactly once, and keep what is half-made (K.6.1)."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction

from annotation.domain.ratings import check_draft, check_ratings
from annotation.domain.session import Event
from annotation.domain.stages import (
    State,
    Submission,
    check_submission,
    close_by_submission,
    is_past,
    response_time,
)
from annotation.models import ParticipantSession, Presentation
from annotation.selectors import one_or_none, without_content
from annotation.services.closing import apply_closing, keep_late_value
from annotation.services.items import NotThisItem
from annotation.services.moves import make_move
from study import links
from study.domain.errors import IllegalMove
from study.domain.vocabulary import Condition


@dataclass(frozen=True)
class Ratings:
    """What a page sends to finish Stage 2; helpfulness is None in AO."""

    confidence: int | None
    helpfulness: int | None
    client_seconds: float | None


class Answered(NamedTuple):
    """What a submission leads to; a repeat changed nothing and gets the same answer."""

    presentation: Presentation
    is_repeat: bool


def save_draft(presentation: Presentation, seq: int, value: bool, now: datetime) -> None:
    """Keep the latest choice; an older one that arrives late changes nothing.

    Raises
    ------
    IllegalMove
        When Stage 1 is closed or its time is over.
    """
    still_open = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE1.value)
    if is_past(now, presentation.closes_at):
        raise IllegalMove("The judgment is closed.")
    if still_open.filter(draft_seq__lt=seq).update(draft=value, draft_seq=seq):
        presentation.draft, presentation.draft_seq = value, seq
        return
    # not stored: the sender must hear what is, not what it sent
    presentation.refresh_from_db(fields=["state", "draft", "draft_seq"])
    if presentation.state != State.STAGE1:
        raise IllegalMove("The judgment is closed.")


def submit_stage1(
    session: ParticipantSession,
    public_id: uuid.UUID,
    submission_id: uuid.UUID,
    submission: Submission,
    now: datetime,
) -> Answered:
    """Close Stage 1 with a submission; a repeat, or a loser of the race, gets the same answer.

    Raises
    ------
    NoVerdict
        Nothing was chosen, and the limit is not over.
    NotThisItem, IllegalMove
        The item is not this session's, or it is void.
    """
    with _submission_used_once(), transaction.atomic():
        presentation = _locked(session, public_id)
        is_repeat = presentation.state != State.STAGE1
        is_late = is_past(now, presentation.closes_at)
        if not is_repeat:
            limit_is_over = is_past(now, presentation.hard_deadline)
            check_submission(submission, limit_is_over=limit_is_over)
            closing = close_by_submission(
                submission,
                now=now,
                presented_at=presentation.presented_at,
                hard=presentation.hard_deadline,
                closes_at=presentation.closes_at,
                draft=presentation.draft,
            )
            by = None if is_late else submission
            apply_closing(presentation, closing, now, by, None if is_late else submission_id)
        if is_late:
            keep_late_value(presentation, submission, submission_id, now)
        return Answered(presentation, is_repeat)


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
    check_draft(confidence, helpfulness)
    still_open = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE2.value)
    changed = still_open.filter(ratings_draft_seq__lt=seq).update(
        confidence_draft=confidence, helpfulness_draft=helpfulness, ratings_draft_seq=seq
    )
    if changed:
        presentation.confidence_draft, presentation.helpfulness_draft = confidence, helpfulness
        presentation.ratings_draft_seq = seq
        return
    stored = ["state", "confidence_draft", "helpfulness_draft", "ratings_draft_seq"]
    presentation.refresh_from_db(fields=stored)
    if presentation.state != State.STAGE2:
        raise IllegalMove("The ratings are not open.")


def submit_stage2(
    session: ParticipantSession,
    public_id: uuid.UUID,
    submission_id: uuid.UUID,
    ratings: Ratings,
    now: datetime,
) -> Answered:
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
            return Answered(presentation, is_repeat=True)
        if presentation.state == State.STAGE1:
            raise IllegalMove("The judgment comes first.")
        check_ratings(Condition(presentation.condition), ratings.confidence, ratings.helpfulness)
        opened = presentation.stage2_at or presentation.closed_at or now
        seconds, source = response_time(opened, now, ratings.client_seconds)
        guarded = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE2.value)
        guarded.update(
            state=State.DONE.value,
            confidence=ratings.confidence,
            helpfulness=ratings.helpfulness,
            confidence_rt_seconds=seconds,
            confidence_rt_source=source.value,
            submitted_at=now,
            stage2_submission=submission_id,
        )
        if presentation.index == session.version.design.shown_items - 1:
            code = links.new_public_id().upper()
            make_move(session, Event.COMPLETE, now, completion_code=code)
        presentation.state = State.DONE.value
        return Answered(presentation, is_repeat=False)


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
