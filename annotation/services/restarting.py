"""Let somebody do their session once more."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.acts import Act
from annotation.domain.session import RUNNING, Event
from annotation.models import ParticipantSession
from annotation.services.acting import begin_act
from annotation.services.moves import make_move
from annotation.services.releasing import take_again
from study.services.audit import record


@transaction.atomic
def restart(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """Begin a new session for the same person, link and template, and return it.

    The person sees the consent again; the old session stays with its answers and its consent, and
    counts no more. One that is running is ended first.

    Raises
    ------
    IllegalMove
        When the person has withdrawn, declined or was not admitted, or somebody else holds the
        template by now.
    """
    old = begin_act(session, Act.RESTART)
    take_again(old, now)
    if old.status in RUNNING:
        make_move(old, Event.ABANDON, now, actor=actor, reason=reason)
    # the template passes on, and the link leads to the new session
    ParticipantSession.objects.filter(pk=old.pk).update(
        superseded_at=now,
        template=None if old.is_test else old.template,  # pilots let go of theirs altogether
    )
    new = ParticipantSession.objects.create(
        version=old.version,
        participant=old.participant,
        invitation=old.invitation,
        template=old.template,
        template_rank=old.template_rank,
        templates_free=old.templates_free,
        is_test=old.is_test,
        language=old.language,
        entered_at=now,
    )
    record(
        old.version.study,
        "session.restarted",
        old,
        actor=actor,
        reason=reason,
        after={"session": new.pk},
        at=now,
        session_id=old.pk,
    )
    make_move(new, Event.BEGIN_CONSENT, now, actor=actor, reason=reason)
    return new
