"""Session templates: here, because what is still needed depends on what was answered."""

from http import HTTPStatus
from typing import Any

import django_filters as filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.session import Status
from annotation.selectors import template_board
from annotation.services.batches import make_batch
from frame.api.listing import FlagFilter, SetFilter, Sorting
from frame.api.parsing import Body, ReasonBody, Whole
from study.domain.roles import Right
from study.domain.vocabulary import Condition
from study.models import SessionTemplate, TemplateSlot
from study.rest.base import StudyListView, StudyView
from study.services.templates import discard

MOST_AT_ONCE = 500
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


class GenerateBody(Body):
    """How many templates."""

    count = Whole(min_value=1, max_value=MOST_AT_ONCE)
    seed = Whole(
        min_value=0,
        max_value=LARGEST_SEED,
        required=False,
        help_text="By default the number of the first new template.",
    )


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

    @extend_schema(request=GenerateBody, responses={201: TemplateRowSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Add templates, compensating what is short of judgments (K.5)."""
        body = self.body(GenerateBody)
        made = make_batch(self.study, body["count"], body.get("seed"), actor=self.actor)
        rows = self.rows().filter(pk__in=[template.pk for template in made])
        return Response(TemplateRowSerializer(rows, many=True).data, status=HTTPStatus.CREATED)


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
