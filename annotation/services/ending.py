"""End a session that nobody will go on with."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.session import Event
from annotation.models import ParticipantSession
from annotation.services.moves import make_move


@transaction.atomic
def abandon(session: ParticipantSession, now: datetime, *, reason: str, actor: User | None) -> None:
    """Mark a session as abandoned; what was answered stays, and its link says that it is over.

    Raises
    ------
    IllegalMove
        When it has ended meanwhile.
    """
    make_move(session, Event.ABANDON, now, actor=actor, reason=reason)
