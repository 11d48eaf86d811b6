"""End a session before it is completed; what was answered stays."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.acts import Act
from annotation.domain.session import Event
from annotation.models import ParticipantSession
from annotation.services.acting import begin_act
from annotation.services.moves import make_move


def abandon(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """End a session that nobody will go on with; its link says that it is over.

    Raises
    ------
    IllegalMove
        When it has ended meanwhile.
    """
    return _end(session, Act.ABANDON, Event.ABANDON, now, reason, actor)


def withdraw(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """End a session because its person no longer takes part.

    Raises
    ------
    IllegalMove
        When it has ended meanwhile.
    """
    return _end(session, Act.WITHDRAW, Event.WITHDRAW, now, reason, actor)


@transaction.atomic
def _end(
    session: ParticipantSession,
    act: Act,
    event: Event,
    now: datetime,
    reason: str,
    actor: User | None,
) -> ParticipantSession:
    found = begin_act(session, act)
    make_move(found, event, now, actor=actor, reason=reason)
    return found
