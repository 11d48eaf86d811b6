"""The messages of a page that is monitored (`docs/participant-api.md`)."""

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from annotation import serializers
from annotation.api import MessageView, envelope_of
from annotation.domain.session import Status
from annotation.domain.violations import Kind
from annotation.services.heartbeats import Beat, beat
from annotation.services.violations import Report, counted_severe, dispute, report
from annotation.wire import Json

LETS_IN = frozenset({Status.ACTIVE, Status.COMPLETED})
"""Where an event is no news: what is still on its way at the end of the work is welcome."""


class EventsView(MessageView):
    """`POST events`."""

    message = serializers.EventsMessage

    @envelope_of(serializers.EventsMessage)
    def post(self, request: Request, **address: str) -> Response:
        """Take events, and acknowledge each by its id, whether it counts or not.

        Also where the session is over: what is acknowledged is not sent again.
        """
        events = self.body()["events"]
        report(self.session, [_report(each) for each in events], self.now)
        numbers = {event: place for place, event in enumerate(counted_severe(self.session), 1)}
        acknowledged = [
            {"id": str(each["id"]), "severe_number": numbers.get(each["id"])} for each in events
        ]
        reply = {"acknowledged": acknowledged}
        if self.session.status in LETS_IN:
            return Response(self.find_desk().state() | reply)
        refused = {"error": "illegal_move", "message": "The session is not at its items."}
        return Response(self.desk.state() | reply | refused, status=HTTPStatus.CONFLICT)


def _report(event: Json) -> Report:
    return Report(
        id=event["id"],
        act=event["act"],
        page=event["page"],
        seq=event["seq"],
        kind=Kind(event["type"]),
        duration_ms=event["duration_ms"],
        ended_ago_ms=event["ended_ago_ms"],
        raw=event["raw"],
    )


class HeartbeatView(MessageView):
    """`POST heartbeat`."""

    message = serializers.HeartbeatMessage

    @envelope_of(serializers.HeartbeatMessage)
    def post(self, request: Request, **address: str) -> Response:
        """Take a sign of life."""
        body = self.body()
        said = Beat(body["page_id"], body["visible"], body["focused"], body["last_event_seq"])
        beat(self.session, said, self.now)
        return Response(self.desk.state())


class DisputeView(MessageView):
    """`POST dispute`."""

    message = serializers.DisputeMessage

    @envelope_of(serializers.DisputeMessage)
    def post(self, request: Request, **address: str) -> Response:
        """Keep what somebody says about an event of theirs."""
        body = self.body()
        dispute(self.session, body["event"], body["text"], self.now)
        return Response(self.desk.state())
