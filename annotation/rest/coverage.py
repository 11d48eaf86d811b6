"""How often each item is judged, and what the templates guarantee."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.selectors import coverage_report
from study.domain.roles import Right
from study.rest.base import StudyView


class TallySerializer(serializers.Serializer[Any]):
    """Judgments of one item in one condition."""

    planned = serializers.IntegerField(help_text="Slots of templates that nobody holds.")
    running = serializers.IntegerField(help_text="Slots of sessions that are under way.")
    collected = serializers.IntegerField(help_text="Valid answers of completed sessions.")
    shortfall = serializers.IntegerField(help_text="Missing to the target all the same.")


class ItemCoverageSerializer(serializers.Serializer[Any]):
    """Where one item stands."""

    code = serializers.CharField()
    category = serializers.CharField()
    AO = TallySerializer()
    AJ = TallySerializer()


class CertificateSerializer(serializers.Serializer[Any]):
    """What a set of templates guarantees when everybody finishes."""

    templates = serializers.IntegerField(help_text="Templates that nobody holds.")
    target = serializers.DictField(child=serializers.IntegerField())
    guaranteed = serializers.DictField(
        child=serializers.IntegerField(), help_text="Judgments of the item that has fewest."
    )
    most = serializers.DictField(child=serializers.IntegerField())
    bound = serializers.DictField(
        child=serializers.IntegerField(), help_text="The most that `guaranteed` could be."
    )
    gap = serializers.IntegerField(help_text="0: no other templates could guarantee more.")
    spread = serializers.DictField(
        child=serializers.IntegerField(), help_text="Largest difference within a category."
    )
    shortfall = serializers.IntegerField(help_text="Judgments missing to the target.")
    dropouts_survived = serializers.IntegerField(
        help_text="So many templates can be lost, whichever, and the target is still reached."
    )
    check_positions = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Attention checks by the index of the main list before which they stand.",
    )
    arms_apart = serializers.IntegerField()
    identical = serializers.IntegerField()
    seeds = serializers.ListField(child=serializers.IntegerField())
    hash = serializers.CharField(help_text="SHA-256 of all templates of the present layout.")
    meets_target = serializers.BooleanField()


class CoverageSerializer(serializers.Serializer[Any]):
    """Coverage against its target."""

    target = serializers.DictField(child=serializers.IntegerField())
    items = ItemCoverageSerializer(many=True)
    certificate = CertificateSerializer()


class CoverageView(StudyView):
    """`coverage`."""

    tag = "templates"
    rights = {"GET": Right.VIEW}
    serializer_class = CoverageSerializer

    @extend_schema(responses=CoverageSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Read how often each item is judged, or on its way to be."""
        return Response(coverage_report(self.study).as_dict())
