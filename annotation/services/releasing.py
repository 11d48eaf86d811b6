"""Give the template of a pilot back, so that a rehearsal takes nobody's place."""

from datetime import datetime

from django.db import transaction

from annotation.domain.session import RUNNING
from annotation.models import ParticipantSession
from study.domain.errors import IllegalMove
from study.models import SessionTemplate
from study.services.audit import record


@transaction.atomic
def release_template(session: ParticipantSession, now: datetime) -> bool:
    """Give a finished pilot's template back; False when there is none to give back.

    The session and its answers stay, as those of a pilot: they count nowhere.

    Raises
    ------
    IllegalMove
        When it is no pilot, or somebody still works on it.
    """
    locked = ParticipantSession.objects.select_for_update(no_key=True).get(pk=session.pk)
    if not locked.is_test or locked.status in RUNNING:
        raise IllegalMove("Only a finished pilot gives its template back.")
    if locked.template_id is None or locked.released_at is not None:
        return False
    ParticipantSession.objects.filter(pk=locked.pk).update(released_at=now)
    SessionTemplate.objects.filter(pk=locked.template_id).update(claimed_at=None)
    record(
        locked.version.study,
        "template.released",
        locked,
        reason="a pilot is finished",
        before={"template": locked.template_id},
        at=now,
    )
    session.released_at = now
    return True
