"""From the invitation to the first item: begin, consent, instructions, start (K.6)."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from annotation.domain.session import RUNNING, Event, Status, move
from annotation.models import ConsentRecord, ConsentText, ParticipantSession
from annotation.selectors import coverage_underway, practice_items
from annotation.services import practice
from annotation.services.moves import make_move
from annotation.services.pilots import take_templates_back
from annotation.services.releasing import note_release
from study import links, texts
from study.domain.errors import IllegalMove, NoTemplateFree
from study.domain.lifecycle import StudyStatus, admit
from study.models import Invitation
from study.selectors import current_version
from study.services.claiming import Claim, claim_template, free_template
from study.services.locks import lock
from study.services.studies import freeze, note_pilot
from study.texts import Wording


def renewed(token: str) -> Invitation | None:
    """Return the invitation whose link this was before it got a newer one."""
    invitation = Invitation.objects.filter(public_id=links.public_id_of(token)).first()
    if invitation is None:
        return None
    older = range(1, invitation.generation)
    was_genuine = any(links.is_genuine(token, invitation.public_id, each) for each in older)
    return invitation if was_genuine else None


def require_admission(invitation: Invitation) -> None:
    """Refuse somebody new while the study takes nobody.

    Raises
    ------
    NotAdmitting
        Which says where the study stands.
    """
    admit(StudyStatus(invitation.study.status), is_test=invitation.is_test)


@transaction.atomic
def begin(invitation: Invitation, language: str, now: datetime) -> ParticipantSession:
    """Create the participant session of an invitation, or return the one it leads to.

    Raises
    ------
    NotAdmitting
        When nobody new may begin. Who has begun goes on.
    """
    study = lock(invitation.study)  # it is not closed or archived while somebody begins
    invitation = study.invitations.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.revoked_at is not None:
        raise IllegalMove("This invitation was taken back.")
    live = invitation.sessions.filter(superseded_at=None).first()
    if live is not None:
        return live
    require_admission(invitation)
    version = current_version(study)
    (note_pilot if invitation.is_test else freeze)(version, now)
    session = ParticipantSession.objects.create(
        version=version,
        participant=invitation.participant,
        invitation=invitation,
        is_test=invitation.is_test,
        language=language,
        entered_at=now,
    )
    make_move(session, Event.BEGIN_CONSENT, now)
    return session


def wording(session: ParticipantSession, language: str) -> Wording:
    """Return the consent text this person is asked to agree to."""
    design = session.version.design
    return texts.consent(
        design,
        language,
        time_factor=session.participant.time_factor,
        practice_items=len(practice_items(session.version.study, design)),
    )


@transaction.atomic
def give_consent(session: ParticipantSession, shown: Wording, now: datetime) -> None:
    """Record consent to what was shown and claim a template, or neither.

    A restarted session has its template already.

    Raises
    ------
    IllegalMove
        When the person has decided before.
    NoTemplateFree
        Nothing is recorded; the person can try again later.
    """
    move(Status(session.status), Event.CONSENT)  # who has decided before is not told "full"
    taken, noted = ({}, {}) if session.template_id else _taken(_claim(session, now))
    make_move(
        session,
        Event.CONSENT,
        now,
        noted=noted,
        consented_at=now,
        language=shown.language,
        **taken,
    )
    _record_consent(session, shown, given=True, now=now)


def _taken(claim: Claim) -> tuple[dict[str, Any], dict[str, object]]:
    """Return what a session and the log keep of a claim."""
    fields = {
        "template_id": claim.template_id,
        "template_rank": claim.rank,
        "templates_free": claim.free,
    }
    return fields, {"template": claim.label, "rank": claim.rank, "free": claim.free}


def _claim(session: ParticipantSession, now: datetime) -> Claim:
    """Take the free template that is needed most; a pilot, the one that is needed least."""
    study = session.version.study
    claim = partial(
        claim_template,
        session.version,
        coverage_underway(study),
        session.participant.code,
        now,
        least_needed=session.is_test,
    )
    try:
        return claim()
    except NoTemplateFree:
        # a double click: the first one may have taken the last template for this very person
        session.refresh_from_db(fields=["status"])
        move(Status(session.status), Event.CONSENT)
        if not take_templates_back(study, now):
            raise
        return claim()


@transaction.atomic
def decline(session: ParticipantSession, shown: Wording, now: datetime) -> None:
    """Record that somebody does not want to take part; they hold no template.

    A restarted session had one: it is free from now on.
    """
    kept = session.template
    make_move(session, Event.DECLINE, now, language=shown.language, template_id=None)
    if kept is not None:
        free_template(kept)
        note_release(session, kept, now, reason="consent declined")
    _record_consent(session, shown, given=False, now=now)


def _record_consent(
    session: ParticipantSession, shown: Wording, *, given: bool, now: datetime
) -> None:
    text, _ = ConsentText.objects.get_or_create(sha256=shown.sha256, defaults={"text": shown.text})
    ConsentRecord.objects.create(
        session=session,
        given=given,
        version=session.version.design.consent.version,
        text=text,
        language=shown.language,
        at=now,
    )


def finish_instructions(session: ParticipantSession, now: datetime) -> None:
    """Note that the instructions were read; practice follows. Before consent they are not shown."""
    ParticipantSession.objects.filter(
        pk=session.pk, status=Status.INSTRUCTED, instructions_read_at=None
    ).update(instructions_read_at=now)


@transaction.atomic
def start(session: ParticipantSession, now: datetime) -> None:
    """Begin the items.

    Raises
    ------
    IllegalMove
        When the instructions or the practice items are not done.
    """
    if session.instructions_read_at is None or practice.current(session) is not None:
        raise IllegalMove("The instructions and the practice come first.")
    make_move(session, Event.START, now, started_at=now)


def change_language(session: ParticipantSession, language: str) -> None:
    """Remember the language a participant works in; what ended keeps the one it ended in."""
    running = [status.value for status in RUNNING]
    ParticipantSession.objects.filter(pk=session.pk, status__in=running).update(language=language)
