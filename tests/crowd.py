"""A study that many people have finished, written straight into the tables."""

import uuid
from datetime import timedelta
from itertools import islice

from annotation.domain.session import Status
from annotation.domain.stages import Reason, RtSource, State
from annotation.models import ParticipantSession, Presentation
from study.domain.vocabulary import Condition
from study.models import Item, SessionTemplate, Study
from study.selectors import current_version
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import NOON


def fill(study: Study, people: int) -> list[ParticipantSession]:
    """Let so many people complete a study; each template is worked through once."""
    generate_templates(study, {}, people, seed=1)
    invitations = invite(study, people)
    free = study.templates.filter(claimed_at=None).prefetch_related("slots__item")
    version = current_version(study)
    templates = list(islice(free, people))
    sessions = ParticipantSession.objects.bulk_create(
        ParticipantSession(
            version=version,
            participant=invitation.participant,
            invitation=invitation,
            template=template,
            status=Status.COMPLETED.value,
            language="en",
            passed_attention_check=number % 10 != 0,
            entered_at=NOON + timedelta(minutes=number),
            consented_at=NOON + timedelta(minutes=number + 1),
            started_at=NOON + timedelta(minutes=number + 3),
            ended_at=NOON + timedelta(minutes=number + 30),
            completion_code=f"C{number:07d}",
        )
        for number, (invitation, template) in enumerate(zip(invitations, templates, strict=True))
    )
    Presentation.objects.bulk_create(
        (
            _answer(session, template, index)
            for session, template in zip(sessions, templates, strict=True)
            for index in range(version.design.shown_items)
        ),
        batch_size=2000,
    )
    SessionTemplate.objects.filter(pk__in=[t.pk for t in templates]).update(claimed_at=NOON)
    return sessions


def _answer(session: ParticipantSession, template: SessionTemplate, index: int) -> Presentation:
    slot = template.slots.all()[index]
    item: Item = slot.item
    begun_at = session.started_at
    assert begun_at is not None
    shown_at = begun_at + timedelta(seconds=90 * index)
    is_aj = slot.condition == Condition.AJ
    return Presentation(
        session=session,
        public_id=uuid.uuid4(),
        index=index,
        item=item,
        condition=slot.condition,
        state=State.DONE.value,
        presented_at=shown_at,
        verdict=item.is_correct if (session.pk + index) % 5 else not item.is_correct,
        rt_seconds=40.0 + index,
        rt_source=RtSource.CLIENT.value,
        client_rt_seconds=40.0 + index,
        server_rt_seconds=40.4 + index,
        closed_by=Reason.USER.value,
        closed_at=shown_at + timedelta(seconds=41 + index),
        stage2_at=shown_at + timedelta(seconds=41 + index),
        confidence=1 + index % 5,
        helpfulness=1 + index % 4 if is_aj else None,
        confidence_rt_seconds=6.0,
        submitted_at=shown_at + timedelta(seconds=50 + index),
    )
