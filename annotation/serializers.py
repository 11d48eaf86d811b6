"""The shape of what a page sends; the rules are the services'."""

from typing import Any

from rest_framework import serializers

from annotation.domain.stages import Reason
from annotation.domain.violations import REPORTABLE

MOST_EVENTS = 50
MOST_RAW = 50
A_LONG_TIME_MS = 10**12


class ClientMilliseconds(serializers.FloatField):
    """The page's monotonic time since a stage was shown."""

    def __init__(self) -> None:
        super().__init__(min_value=0, allow_null=True, default=None)


class NextMessage(serializers.Serializer[None]):
    """`POST next`."""

    expected_index = serializers.IntegerField(min_value=0, max_value=10_000)


class DraftMessage(serializers.Serializer[None]):
    """`PUT draft`."""

    presentation = serializers.CharField(max_length=40)
    seq = serializers.IntegerField(min_value=1, max_value=1_000_000)
    value = serializers.BooleanField()


class Stage1Message(serializers.Serializer[None]):
    """`POST stage1`."""

    presentation = serializers.CharField(max_length=40)
    submission_id = serializers.UUIDField()
    value = serializers.BooleanField(allow_null=True)
    reason = serializers.ChoiceField([reason.value for reason in Reason])
    client_rt_ms = ClientMilliseconds()


class RatingsDraftMessage(serializers.Serializer[None]):
    """`PUT draft2`."""

    presentation = serializers.CharField(max_length=40)
    seq = serializers.IntegerField(min_value=1, max_value=1_000_000)
    confidence = serializers.IntegerField(allow_null=True, default=None)
    helpfulness = serializers.IntegerField(allow_null=True, default=None)


class Stage2Message(serializers.Serializer[None]):
    """`POST stage2`."""

    presentation = serializers.CharField(max_length=40)
    submission_id = serializers.UUIDField()
    confidence = serializers.IntegerField(allow_null=True, default=None)
    helpfulness = serializers.IntegerField(allow_null=True, default=None)
    client_rt_ms = ClientMilliseconds()


class RawSequence(serializers.ListField):
    """What the browser said, in order: pairs of a name and milliseconds, not too many."""

    def __init__(self) -> None:
        super().__init__(child=serializers.ListField(), max_length=MOST_RAW, default=list)

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the pairs, if they are pairs."""
        pairs: list[Any] = super().to_internal_value(data)
        if not all(_is_pair(pair) for pair in pairs):
            raise serializers.ValidationError("Pairs of a short name and milliseconds.")
        return pairs


def _is_pair(pair: list[Any]) -> bool:
    match pair:
        case [str(name), int(at)]:
            return len(name) <= 40 and abs(at) <= A_LONG_TIME_MS
    return False


class EventMessage(serializers.Serializer[None]):
    """One event of `POST events`."""

    id = serializers.UUIDField()
    act = serializers.UUIDField()
    page = serializers.UUIDField()
    seq = serializers.IntegerField(min_value=1, max_value=1_000_000)
    type = serializers.ChoiceField(sorted(kind.value for kind in REPORTABLE))
    duration_ms = serializers.IntegerField(min_value=0, max_value=A_LONG_TIME_MS)
    ended_ago_ms = serializers.IntegerField(min_value=0, max_value=A_LONG_TIME_MS)
    raw = RawSequence()


class EventsMessage(serializers.Serializer[None]):
    """`POST events`."""

    events = serializers.ListField(child=EventMessage(), allow_empty=False, max_length=MOST_EVENTS)


class HeartbeatMessage(serializers.Serializer[None]):
    """`POST heartbeat`."""

    page_id = serializers.UUIDField()
    visible = serializers.BooleanField()
    focused = serializers.BooleanField()
    last_event_seq = serializers.IntegerField(min_value=0, max_value=1_000_000)


class DisputeMessage(serializers.Serializer[None]):
    """`POST dispute`."""

    event = serializers.UUIDField()
    text = serializers.CharField(max_length=1000)
