"""What the pages of a monitored study report."""

import uuid
from typing import Any

from study.models import Invitation
from tests.cast import Participant
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
