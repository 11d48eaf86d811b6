"""What somebody needs to take part as others do; set before the first item, never after."""

from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import ParticipantSession
from study.domain.errors import IllegalMove
from study.domain.marking import mark as _
from study.models import Participant, Study
from study.services.audit import record
from study.services.locks import lock_for_writing


@transaction.atomic
def set_time_factor(participant: Participant, factor: Decimal | None, *, actor: User) -> None:
    """Multiply a person's time limits, or lift them with None.

    The log keeps that it was done and not how much: why somebody needs time is their own affair.

    Raises
    ------
    IllegalMove
        When the person has begun with the items: everyone's clock is the same throughout. Who was
        restarted has not.
    StudyArchived
        When nothing of the study changes any more.
    """
    study = _before_the_start(
        participant, _("This person has begun; the time limits can no longer change.")
    )
    participant.time_factor = factor
    participant.save(update_fields=["time_factor"])
    record(study, "participant.time_set", participant, actor=actor)


@transaction.atomic
def exempt(participant: Participant, *, is_exempt: bool, actor: User) -> None:
    """Let violations of a person be logged and not counted, or count again.

    For assistive technology that takes the focus or hides the page; the log does not say why.

    Raises
    ------
    IllegalMove
        When the person has begun with the items: the rules are the same throughout.
    StudyArchived
        When nothing of the study changes any more.
    """
    study = _before_the_start(
        participant, _("This person has begun; whether violations count can no longer change.")
    )
    participant.is_exempt = is_exempt
    participant.save(update_fields=["is_exempt"])
    record(study, "participant.exemption_set", participant, actor=actor)


def _before_the_start(participant: Participant, objection: str) -> Study:
    """Hold a study whose participant has not begun; who was restarted has not."""
    study = lock_for_writing(participant.study)
    # whoever starts at this moment is waited for, or waits
    sessions = ParticipantSession.objects.select_for_update(no_key=True)
    current = sessions.filter(participant=participant, superseded_at=None)
    if any(session.started_at for session in current):
        raise IllegalMove(objection)
    return study
