"""Close Stage 1 exactly once: by the participant, by the next request, or by the sweeper (K.6.1).

Whoever comes first wins the one conditional UPDATE on the state; everybody else reads its answer.

Locks are taken in one order everywhere, or two of these would wait for each other: the study, a
session template, a presentation, its session. Not everybody needs all of them. A void presentation
is the exception: nobody but the holder of its session writes it, so it is locked last.
"""

import logging
from datetime import datetime
from uuid import UUID

from django.db import transaction

from annotation import clock
from annotation.domain.stages import Closing, State, Submission, close_by_time, is_past
from annotation.models import ParticipantSession, Presentation
from annotation.selectors import one_or_none, without_content
from study.domain import attention_check
from study.domain.vocabulary import ItemKind

logger = logging.getLogger(__name__)


def apply_closing(
    presentation: Presentation,
    closing: Closing,
    now: datetime,
    submission: Submission | None = None,
    submission_id: UUID | None = None,
) -> bool:
    """Record how Stage 1 closed, if it is still open; tell whether this call closed it.

    `presentation` must be locked by the caller, so that the draft in `closing` is the latest.
    Without a submission it is the platform that closes.
    """
    hard = presentation.hard_deadline
    changes = {
        "state": State.STAGE2.value,
        "verdict": closing.verdict,
        "timed_out": closing.timed_out,
        "rt_seconds": closing.rt_seconds,
        "rt_source": closing.rt_source.value,
        "closed_at": now if hard is None else min(now, hard),
        "stage1_submission": submission_id,
    }
    if submission is not None:
        changes |= _arrival(presentation, submission, now) | {"closed_by": submission.reason.value}
    guarded = Presentation.objects.filter(pk=presentation.pk, state=State.STAGE1.value)
    if guarded.update(**changes) != 1:
        return False
    for field, value in changes.items():
        setattr(presentation, field, value)
    if presentation.item.kind == ItemKind.ATTENTION_CHECK:
        _record_attention_check(presentation)
    return True


def keep_late_value(
    presentation: Presentation, submission: Submission, submission_id: UUID, now: datetime
) -> None:
    """Keep, for audit, the first that came after the platform had closed; never an answer."""
    closed_by_platform = Presentation.objects.filter(
        pk=presentation.pk, closed_by="", stage1_submission=None, closed_at__isnull=False
    )
    closed_by_platform.update(
        late_value=submission.value,
        stage1_submission=submission_id,
        **_arrival(presentation, submission, now),
    )


def _arrival(
    presentation: Presentation, submission: Submission, now: datetime
) -> dict[str, float | None]:
    return {
        "client_rt_seconds": submission.client_seconds,
        "server_rt_seconds": (now - presentation.presented_at).total_seconds(),
    }


def note_ratings_shown(presentation: Presentation, now: datetime) -> None:
    """Start the ratings' time when they are first shown, whoever closed the judgment, and when."""
    if presentation.state == State.STAGE2 and presentation.stage2_at is None:
        Presentation.objects.filter(pk=presentation.pk, stage2_at=None).update(stage2_at=now)
        presentation.stage2_at = now


def close_overdue(presentation_id: int, now: datetime) -> bool:
    """Close Stage 1 of one presentation whose time is over; tell whether this call closed it."""
    with transaction.atomic():
        presentation = one_or_none(
            without_content()
            .select_for_update(skip_locked=True, of=("self",), no_key=True)
            .filter(pk=presentation_id, state=State.STAGE1.value, closes_at__lt=now)
        )
        if presentation is None:  # closed meanwhile, or somebody is just closing it
            return False
        assert presentation.hard_deadline is not None
        closing = close_by_time(
            presentation.presented_at, presentation.hard_deadline, presentation.draft
        )
        return apply_closing(presentation, closing, now)


def close_if_overdue(presentation: Presentation | None, now: datetime) -> None:
    """Close a session's open item before anything else is done with it, if its time is over."""
    if presentation is None or presentation.state != State.STAGE1:
        return
    if is_past(now, presentation.closes_at):
        close_overdue(presentation.pk, now)
        presentation.refresh_from_db()


def sweep() -> int:
    """Close every overdue Stage 1; return how many this sweep closed.

    One transaction per row: a row that cannot be closed must not hold up the others.
    """
    overdue = (
        Presentation.objects.filter(state=State.STAGE1.value, closes_at__lt=clock.database_now())
        .order_by("closes_at")
        .annotate(db_now=clock.database_now())
        .values_list("pk", "db_now")
    )
    closed = 0
    for presentation_id, now in overdue[:500]:
        try:
            closed += close_overdue(presentation_id, now)
        except Exception:
            logger.exception("presentation %s could not be closed", presentation_id)
    return closed


def _record_attention_check(presentation: Presentation) -> None:
    """Keep `passedAttentionCheck` (K.7): passed while every check so far was judged as keyed."""
    passed = attention_check.passed(presentation.verdict, presentation.item.is_correct)
    session = ParticipantSession.objects.filter(pk=presentation.session_id)
    if passed:
        session.filter(passed_attention_check=None).update(passed_attention_check=True)
    else:
        session.update(passed_attention_check=False)
    if presentation.timed_out:
        session.update(attention_check_timed_out=True)
