"""Give a template back, so that somebody else can get it; and take it again."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.domain.acts import Act, objection
from annotation.domain.session import RUNNING
from annotation.models import ParticipantSession
from annotation.services.acting import begin_act
from study.domain.errors import IllegalMove
from study.domain.marking import mark as _
from study.models import SessionTemplate
from study.services.audit import record
from study.services.claiming import claim_again, free_template
from study.services.locks import lock_for_writing


@transaction.atomic
def release(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> ParticipantSession:
    """Free the template of a session that is over for another person.

    The session keeps its answers, its template's name and its link; it counts no more.

    Raises
    ------
    IllegalMove
        When it holds none, is not over, or is completed and counts.
    """
    found = begin_act(session, Act.RELEASE)
    _give_back(found, now, reason=reason, actor=actor)
    return found


@transaction.atomic
def release_template(session: ParticipantSession, now: datetime) -> bool:
    """Free the template of a finished pilot; False when there is none to give back.

    Raises
    ------
    IllegalMove
        When it is no pilot, or somebody still works on it.
    """
    lock_for_writing(session.version.study)
    session.refresh_from_db()
    if not session.is_test or session.status in RUNNING:
        raise IllegalMove("Only a finished pilot gives its template back.")
    if objection(Act.RELEASE, session.facts):
        return False
    _give_back(session, now, reason="a pilot is finished", actor=None)
    return True


def _give_back(
    session: ParticipantSession, now: datetime, *, reason: str, actor: User | None
) -> None:
    """Give the template back, while the study is held.

    Which one a pilot had stays in the log only: it counts nowhere, and so its template can be
    discarded like one that nobody ever held.
    """
    template = session.template
    assert template is not None
    session.released_at = now
    if session.is_test:
        session.template = None
    session.save(update_fields=["released_at", "template"])
    free_template(template)
    note_release(session, template, now, reason=reason, actor=actor)


def note_release(
    session: ParticipantSession,
    template: SessionTemplate,
    now: datetime,
    *,
    reason: str,
    actor: User | None = None,
) -> None:
    """Say in the log which template a session gave back."""
    record(
        session.version.study,
        "template.released",
        session,
        actor=actor,
        reason=reason,
        before={"template": template.label},
        at=now,
        session_id=session.pk,
    )


def take_again(session: ParticipantSession, now: datetime) -> None:
    """Take the template that a session gave back, if it did, before the session goes on with it.

    Raises
    ------
    IllegalMove
        When somebody else holds it by now.
    """
    template = session.template
    if template is None or session.released_at is None or claim_again(template, now):
        return
    words = _("Somebody else holds its template %(template)s by now.")
    raise IllegalMove(words, template=template.label)
