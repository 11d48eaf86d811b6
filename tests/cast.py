"""The people of the tests: a participant who speaks HTTP, as the page does."""

import json
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from annotation.models import ParticipantSession
from annotation.simulation.walker import hidden_fields
from study import links
from study.models import Invitation

Json = dict[str, Any]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
"""When things happen in tests that set the clock."""


@dataclass
class Participant:
    """Somebody with an invitation link, on one device."""

    invitation: Invitation
    client: Client = field(default_factory=Client)

    @property
    def path(self) -> str:
        return links.path(self.invitation.public_id, self.invitation.generation)

    @property
    def session(self) -> ParticipantSession:
        return ParticipantSession.objects.get(invitation=self.invitation, superseded_at=None)

    def look(self) -> Any:
        return self.client.get(self.path)

    def press(self, button: str, **form: str) -> Any:
        return self.client.post(self.path + button, form)

    def send(self, method: str, message: str, **body: Any) -> Any:
        return self.client.generic(
            method, f"{self.path}api/{message}", json.dumps(body), content_type="application/json"
        )

    def state(self) -> Json:
        reply: Json = self.client.get(f"{self.path}api/state").json()
        return reply

    def next(self, expected_index: int) -> Any:
        return self.send("POST", "next", expected_index=expected_index)

    def draft(self, presentation: str, seq: int, value: bool) -> Any:
        return self.send("PUT", "draft", presentation=presentation, seq=seq, value=value)

    def judge(self, presentation: str, value: bool | None, **more: Any) -> Any:
        body = {"submission_id": str(uuid.uuid4()), "reason": "user", "client_rt_ms": None}
        return self.send(
            "POST", "stage1", presentation=presentation, value=value, **{**body, **more}
        )

    def rate(self, presentation: str, confidence: int, helpfulness: int | None = None) -> Any:
        return self.send(
            "POST",
            "stage2",
            presentation=presentation,
            submission_id=str(uuid.uuid4()),
            confidence=confidence,
            helpfulness=helpfulness,
        )

    def decide(self, decision: str, page: Any = None) -> Any:
        """Press a button of the consent page that is there, or of one that was opened before."""
        shown = (page or self.look()).content.decode()
        return self.press("consent", decision=decision, **hidden_fields(shown))

    def consent(self) -> None:
        self.press("begin")
        self.decide("yes")

    def practise(self) -> None:
        self.press("instructions")
        while (state := self.state())["progress"]["index"] < state["progress"]["total"]:
            self.finish_item(state["progress"]["index"])

    def reach_items(self) -> None:
        """Go from the link to the first item."""
        self.consent()
        self.practise()
        self.press("start")

    def finish_item(self, index: int, value: bool = True, confidence: int = 4) -> None:
        shown = self.next(index).json()["presentation"]
        rated = self.judge(shown["id"], value).json()["presentation"]
        helpfulness = 3 if "helpfulness" in rated["asks"] else None
        assert self.rate(shown["id"], confidence, helpfulness).status_code == 200
