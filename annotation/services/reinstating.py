"""Undo the end of a session."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.acts import Act
from annotation.domain.session import Event
from annotation.models import ParticipantSession
from annotation.services.acting import begin_act
from annotation.services.moves import make_move
from annotation.services.releasing import take_again


@transaction.atomic
def reinstate(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """Let somebody go on where they stood when their session was terminated or abandoned.

    An item that was on the screen is void until it is handed out again (`items.open_next`): its
    time begins when the person sees it, not while they do not know yet that they may go on.

    Raises
    ------
    IllegalMove
        When it ended otherwise, or somebody else holds its template by now.
    """
    found = begin_act(session, Act.REINSTATE)
    ended_at = found.ended_at and found.ended_at.isoformat()
    take_again(found, now)
    make_move(
        found,
        Event.REINSTATE,
        now,
        actor=actor,
        reason=reason,
        noted={"ended_at": ended_at},
        released_at=None,
    )
    return found
