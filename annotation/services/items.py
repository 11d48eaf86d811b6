"""Hand the seventeen items out, one at a time, each with its clock (K.6.1)."""

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction

from annotation.domain.session import Status
from annotation.domain.stages import OPEN, State, deadlines
from annotation.models import ParticipantSession, Presentation
from annotation.selectors import one_or_none
from annotation.services.closing import close_if_overdue
from study.domain.errors import DomainError, IllegalMove
from study.domain.vocabulary import Condition
from study.models import Item, TemplateSlot
from study.services.audit import record


class NotThisItem(DomainError):
    """The page is at another item than the session."""

    code = "not_this_item"


def open_next(session: ParticipantSession, expected_index: int, now: datetime) -> Presentation:
    """Hand out the item that is due, or the one already open; its clock starts at `now`.

    An open item whose time is over is closed first, and returned in Stage 2. One that was void when
    the session was reinstated is handed out again.

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
    return presentation


def mark_shown(item: Item, now: datetime) -> None:
    """Note that a participant sees an item; from then on its wording never changes."""
    if item.first_shown_at is None:
        Item.objects.filter(pk=item.pk, first_shown_at=None).update(first_shown_at=now)
        item.refresh_from_db()  # an import may have changed it until this very moment


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
    opened = _opened(session)
    if opened is not None:
        return opened
    states = Presentation.objects.filter(session=session).values_list("state", flat=True)
    shown = list(states.order_by("index"))
    due = len(shown) - shown.count(State.VOID.value)  # void can only be the last
    if due != expected_index:
        raise NotThisItem(f"Item {due} is due, not {expected_index}.")
    return (_present if due == len(shown) else _reopen)(session, due, now)


def _present(session: ParticipantSession, index: int, now: datetime) -> Presentation:
    slot = TemplateSlot.objects.select_related("item__image").get(
        template_id=session.template_id, position=index
    )
    if not session.is_test:
        mark_shown(slot.item, now)
    return Presentation.objects.create(
        session=session,
        public_id=uuid.uuid4(),
        index=index,
        item=slot.item,
        condition=slot.condition,
        **_clock(session, Condition(slot.condition), now),
    )


def _clock(
    session: ParticipantSession, condition: Condition, now: datetime
) -> dict[str, datetime | None]:
    """Return the times of an item that is handed out now."""
    factor = session.participant.time_factor
    due = deadlines(
        session.version.design.timing, condition, None if factor is None else float(factor), now
    )
    return {
        "presented_at": now,
        "soft_deadline": due.soft,
        "hard_deadline": due.hard,
        "closes_at": due.closes_at,
    }


def _reopen(session: ParticipantSession, index: int, now: datetime) -> Presentation:
    """Put a void item of a reinstated session back on the screen, with its whole time.

    In its own row: the item counts once, and its draft is still there. The log keeps the old times.
    """
    void = Presentation.objects.select_related("item__image").get(session=session, index=index)
    changes: dict[str, Any]
    if void.closed_at is None:
        clock = _clock(session, Condition(void.condition), now)
        changes = {"state": State.STAGE1.value, **clock}
    else:  # the judgment was made before; only the ratings are missing
        changes = {"state": State.STAGE2.value, "stage2_at": None}
    before = {field: _as_text(getattr(void, field)) for field in changes}
    for field, value in changes.items():
        setattr(void, field, value)
    void.save(update_fields=list(changes))
    record(
        session.version.study,
        "session.item_reopened",
        void,
        before=before,
        after={"index": void.index},
        at=now,
        session_id=session.pk,
    )
    return void


def _as_text(value: datetime | str | None) -> str | None:
    return value.isoformat() if isinstance(value, datetime) else value
