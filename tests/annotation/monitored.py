"""What the pages of a monitored study report."""

import uuid
from typing import Any

from annotation.domain.violations import SEVERITY, Kind
from annotation.models import ParticipantSession, ViolationEvent
from study.models import Invitation
from tests.cast import NOON, Participant
from tests.factories import make_invitation, make_study


def monitored_invitation(threshold: int = 3) -> Invitation:
    """Return an invitation to a study that monitors."""
    integrity = {"monitoring": True, "severe_threshold": threshold}
    return make_invitation(make_study(integrity=integrity))


def event(kind: str = "visibility_hidden", **fields: Any) -> dict[str, Any]:
    """Return an event as a page reports it: by default out of sight for four seconds."""
    return {
        "id": str(uuid.uuid4()),
        "act": str(uuid.uuid4()),
        "page": str(uuid.UUID(int=1)),
        "seq": 1,
        "type": kind,
        "duration_ms": 4000,
        "ended_ago_ms": 500,
        "raw": [["hidden", 0], ["visible", 4000]],
        **fields,
    }


def tell(participant: Participant, *events: dict[str, Any]) -> Any:
    """Send events, as a page does."""
    return participant.send("POST", "events", events=list(events))


def beat(participant: Participant, **fields: Any) -> Any:
    """Send a sign of life, as a page does."""
    said = {"page_id": str(uuid.UUID(int=1)), "visible": True, "focused": True, "last_event_seq": 0}
    return participant.send("POST", "heartbeat", **{**said, **fields})


def make_violation(session: ParticipantSession, kind: Kind = Kind.TAB_SWITCH) -> ViolationEvent:
    """Return an event as it is kept, written straight into the table."""
    return ViolationEvent.objects.create(
        session=session,
        event_id=uuid.uuid4(),
        act_id=uuid.uuid4(),
        kind=kind.value,
        severity=SEVERITY[kind].value,
        begun_at=NOON,
        ended_at=NOON,
        received_at=NOON,
        duration_ms=4000,
        page_id=uuid.UUID(int=1),
        sequence=1,
    )
