"""Give the template of a pilot back, so that a rehearsal takes nobody's place."""

from datetime import datetime

from django.db import transaction

from annotation.domain.session import RUNNING
from annotation.models import ParticipantSession
from study.domain.errors import IllegalMove
from study.models import SessionTemplate
from study.services.audit import record
from study.services.locks import lock_for_writing


@transaction.atomic
def release_template(session: ParticipantSession, now: datetime) -> bool:
    """Give a finished pilot's template back; False when there is none to give back.

    The session and its answers stay, as those of a pilot: they count nowhere. Which template it was
    stays in the log only, so that the template can be discarded like one that nobody ever held.

    Raises
    ------
    IllegalMove
        When it is no pilot, or somebody still works on it.
    """
    lock_for_writing(session.version.study)
    locked = ParticipantSession.objects.select_for_update(no_key=True).get(pk=session.pk)
    if not locked.is_test or locked.status in RUNNING:
        raise IllegalMove("Only a finished pilot gives its template back.")
    template = locked.template
    if template is None or locked.released_at is not None:
        return False
    changes = {"released_at": now, "template": None}
    ParticipantSession.objects.filter(pk=locked.pk).update(**changes)
    SessionTemplate.objects.filter(pk=template.pk).update(claimed_at=None)
    record(
        locked.version.study,
        "template.released",
        locked,
        reason="a pilot is finished",
        before={"template": template.label},
        at=now,
        session_id=locked.pk,
    )
    session.released_at, session.template = now, None
    return True
