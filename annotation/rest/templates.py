"""Session templates: here, because what is still needed depends on what was answered."""

from http import HTTPStatus
from typing import Any

import django_filters as filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.batch_size import MOST_AT_ONCE
from annotation.domain.session import Status
from annotation.rest.coverage import CertificateSerializer
from annotation.selectors import template_board
from annotation.services.batches import look_ahead, make_batch
from frame.api.listing import FlagFilter, SetFilter, Sorting
from frame.api.parsing import Body, Flag, ReasonBody, Whole
from study.domain.roles import Right
from study.domain.scheduling import TooFewTemplates, require_target
from study.domain.vocabulary import Condition
from study.models import SessionTemplate, TemplateSlot
from study.rest.base import StudyListView, StudyView
from study.services.templates import Batch, discard

AUTO = "auto"
LARGEST_SEED = 2**63 - 1
_STATUSES = [status.value for status in Status]


class TemplateRowSerializer(serializers.Serializer[Any]):
    """A session template, and who holds it."""

    number = serializers.IntegerField(help_text="1 of T1.")
    version = serializers.IntegerField(source="version_number")
    layout_hash = serializers.CharField()
    seed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    claimed_at = serializers.DateTimeField(allow_null=True, help_text="Null: free.")
    holder = serializers.CharField(allow_null=True, help_text="A participant's code.")
    session = serializers.IntegerField(source="session_id", allow_null=True)
    status = serializers.ChoiceField(_STATUSES, allow_null=True)
    is_test = serializers.BooleanField(allow_null=True)


class SlotSerializer(serializers.Serializer[TemplateSlot]):
    """One position of a template."""

    position = serializers.IntegerField()
    item = serializers.CharField(source="item.code")
    condition = serializers.ChoiceField([condition.value for condition in Condition])


class TemplateSerializer(TemplateRowSerializer):
    """A session template with what it shows."""

    slots = SlotSerializer(many=True)


class TemplateFilter(filters.FilterSet):
    """By whether somebody holds it, and where they are."""

    claimed = SetFilter(field_name="claimed_at")
    status = filters.ChoiceFilter(choices=[(status, status) for status in _STATUSES])
    is_test = FlagFilter()
    sort = Sorting(fields=("number", "claimed_at"))

    class Meta:
        model = SessionTemplate
        fields: tuple[str, ...] = ()


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": 1, "maximum": MOST_AT_ONCE},
            {"type": "string", "enum": [AUTO]},
        ],
        "description": f"How many; `{AUTO}`: as few as cover all that is short of the target.",
    }
)
class CountOrAuto(Whole):
    """A number of templates; None for `auto`."""

    def run_validation(self, data: Any = serializers.empty) -> int | None:
        """Return the number."""
        return None if data == AUTO else super().run_validation(data)


class GenerateBody(Body):
    """Which templates are wanted."""

    count = CountOrAuto(min_value=1, max_value=MOST_AT_ONCE)
    seed = Whole(
        min_value=0,
        max_value=LARGEST_SEED,
        required=False,
        help_text="By default the number of the first new template.",
    )
    allow_shortfall = Flag(
        default=False, help_text="Make them although some items stay below the target."
    )
    dry_run = Flag(default=False, help_text="Answer what would be made, and store nothing.")


class PlannedSlotSerializer(serializers.Serializer[Any]):
    """One position of a template that is not made yet."""

    position = serializers.IntegerField()
    item = serializers.CharField()
    condition = serializers.ChoiceField([condition.value for condition in Condition])


class PlannedTemplateSerializer(serializers.Serializer[Any]):
    """A template that is not made yet."""

    number = serializers.IntegerField()
    slots = PlannedSlotSerializer(many=True)


class OutlookSerializer(serializers.Serializer[Any]):
    """What would be made now."""

    seed = serializers.IntegerField()
    fewest = serializers.IntegerField(
        allow_null=True, help_text="The smallest count that reaches the target; null: these do."
    )
    certificate = CertificateSerializer()
    templates = PlannedTemplateSerializer(many=True)


def outlook_of(batch: Batch) -> dict[str, Any]:
    """Return planned templates as plain values, ready for JSON."""
    return {
        "seed": batch.seed,
        "fewest": _fewest(batch),
        "certificate": batch.plan.certificate.as_dict(),
        "templates": [
            {
                "number": number,
                "slots": [
                    {"position": position, "item": slot.code, "condition": slot.condition.value}
                    for position, slot in enumerate(plan)
                ],
            }
            for number, plan in enumerate(batch.plan.templates, start=batch.first)
        ],
    }


def _fewest(batch: Batch) -> int | None:
    try:
        require_target(batch.basis, batch.plan)
    except TooFewTemplates as error:
        return error.fewest
    return None


class Templates(StudyListView):
    """`templates`."""

    rights = {"GET": Right.VIEW, "POST": Right.EDIT}
    queryset = SessionTemplate.objects.all()
    serializer_class = TemplateRowSerializer
    filterset_class = TemplateFilter

    def rows(self) -> QuerySet[SessionTemplate]:
        """Return the study's templates."""
        return template_board(self.study).order_by("number")

    def get(self, request: Request, slug: str) -> Response:
        """List the session templates."""
        return self.page()

    @extend_schema(
        request=GenerateBody,
        responses={200: OutlookSerializer, 201: TemplateRowSerializer(many=True)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add templates, compensating what is short of judgments (K.5).

        200: nothing was made, because it was a dry run or nothing is missing.
        """
        body = self.body(GenerateBody)
        count, seed = body["count"], body.get("seed")
        if not body["dry_run"]:
            shortfall = body["allow_shortfall"]
            made = make_batch(self.study, count, seed, allow_shortfall=shortfall, actor=self.actor)
            if made:
                rows = self.rows().filter(pk__in=[template.pk for template in made])
                data = TemplateRowSerializer(rows, many=True).data
                return Response(data, status=HTTPStatus.CREATED)
        return Response(outlook_of(look_ahead(self.study, count, seed)))


class OneTemplate(StudyView):
    """`templates/{number}`."""

    rights = {"GET": Right.VIEW}
    serializer_class = TemplateSerializer

    def get(self, request: Request, slug: str, number: int) -> Response:
        """Read a template with its slots."""
        board = template_board(self.study).prefetch_related("slots__item")
        return self.answer(TemplateSerializer, get_object_or_404(board, number=number))


class DiscardedTemplate(StudyView):
    """`templates/{number}/discard`."""

    rights = {"POST": Right.EDIT}

    @extend_schema(request=ReasonBody, responses={204: None})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Delete a template that nobody ever held."""
        reason = self.body(ReasonBody)["reason"]
        template = get_object_or_404(self.study.templates, number=number)
        chosen = self.study.templates.filter(pk=template.pk)
        discard(self.study, chosen, reason, actor=self.actor)
        return Response(status=HTTPStatus.NO_CONTENT)
