"""The shape of what a page sends; the rules are the services'."""

from rest_framework import serializers

from annotation.domain.stages import Reason


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
