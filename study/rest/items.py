"""The item bank."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any

import django_filters as filters
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from frame.api.listing import SetFilter, Sorting
from frame.api.parsing import Body, Flag, QueryFlag, ReasonBody, Text
from frame.filters import ListFilter
from study.domain.roles import Right
from study.domain.vocabulary import ItemKind
from study.models import Item
from study.rest.base import StudyListView, StudyView
from study.services.items import ImportResult, check_items, import_items
from study.services.retiring import restore_items, retire_items
from study.services.uploads import LARGEST_UPLOAD, finish, keep

_TEXTS = ("question", "justification", "answer")
MOST_CODES = 1000


class ItemRowSerializer(serializers.ModelSerializer[Item]):
    """An item, without its texts."""

    class Meta:
        model = Item
        fields = (
            *("code", "kind", "category", "is_correct", "problem_id", "arm", "source", "level"),
            *("subject", "model", "created_at", "first_shown_at", "retired_at"),
        )


class ItemSerializer(serializers.ModelSerializer[Item]):
    """An item, as written."""

    has_image = serializers.SerializerMethodField()

    class Meta:
        model = Item
        fields = (
            *ItemRowSerializer.Meta.fields,
            *(*_TEXTS, "gold_answer", "error_step", "category_source", "image_alt", "has_image"),
        )

    def get_has_image(self, item: Item) -> bool:
        """Tell whether it has a figure."""
        return item.image_id is not None


class ItemFilter(ListFilter):
    """By what an item is, and where it stands; search by code, question and source."""

    searched = ("code", "question", "source")
    kind = filters.ChoiceFilter(choices=[(kind.value, kind.value) for kind in ItemKind])
    category = filters.CharFilter()
    arm = filters.CharFilter()
    retired = SetFilter(field_name="retired_at")
    shown = SetFilter(field_name="first_shown_at")
    sort = Sorting(fields=("code", "category", "created_at", "first_shown_at", "retired_at"))

    class Meta:
        model = Item
        fields: tuple[str, ...] = ()


class Items(StudyListView):
    """`items`."""

    rights = {"GET": Right.VIEW}
    queryset = Item.objects.all()
    serializer_class = ItemRowSerializer
    filterset_class = ItemFilter

    def rows(self) -> QuerySet[Item]:
        """Return the study's items."""
        html = [f"{name}_html" for name in _TEXTS]
        return self.study.items.defer(*_TEXTS, *html, "gold_answer").order_by("code")

    def get(self, request: Request, slug: str) -> Response:
        """List the items, without their texts."""
        return self.page()


class OneItem(StudyView):
    """`items/{code}`."""

    rights = {"GET": Right.VIEW}
    serializer_class = ItemSerializer

    def get(self, request: Request, slug: str, code: str) -> Response:
        """Read an item."""
        return self.answer(ItemSerializer, get_object_or_404(self.study.items, code=code))


class ItemImageView(StudyView):
    """`items/{code}/image`."""

    rights = {"GET": Right.VIEW}

    @extend_schema(responses={(200, "image/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read an item's figure."""
        items = self.study.items.filter(image__isnull=False).select_related("image")
        image = get_object_or_404(items, code=code).image
        assert image is not None
        return HttpResponse(bytes(image.data), content_type=image.media_type)


class _RawFile(BaseParser):
    """A file as the whole body."""

    suffix = ""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> "dict[str, UploadedFile[Any]]":
        """Return the file as a form would have carried it."""
        body = stream.read(LARGEST_UPLOAD + 1)
        if len(body) > LARGEST_UPLOAD:
            raise RequestDataTooBig
        return {"file": SimpleUploadedFile(f"items{self.suffix}", body)}


class JsonLines(_RawFile):
    """One JSON object a line."""

    media_type = "application/x-ndjson"
    suffix = ".jsonl"


class Csv(_RawFile):
    """A table with a header."""

    media_type = "text/csv"
    suffix = ".csv"


class FileBody(Body):
    """A file of items."""

    file = serializers.FileField(
        allow_empty_file=True,
        help_text="`.jsonl` or `.csv`, UTF-8, or a `.zip` of one and its images; its name says "
        "which. Or send JSONL or CSV as the whole body.",
    )


class ImportQuery(Body):
    """How to import."""

    dry_run = QueryFlag(default=False, help_text="Say what would happen, and do nothing.")


class WarningSerializer(serializers.Serializer[Any]):
    """What did not stop an import."""

    row = serializers.IntegerField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


@extend_schema_field({"type": "array", "items": {"type": "string"}})
class Codes(serializers.ListField):
    """Codes of items."""

    child = serializers.CharField()


class ImportSerializer(serializers.Serializer[ImportResult]):
    """What an import did, or would do: codes, in the order of the file."""

    created = Codes()
    changed = Codes()
    unchanged = Codes()
    warnings = WarningSerializer(many=True)


class ItemImports(StudyView):
    """`item-imports`."""

    tag = "items"
    rights = {"POST": Right.EDIT}
    parser_classes = [MultiPartParser, JsonLines, Csv]
    queries = {"POST": ImportQuery}
    serializer_class = ImportSerializer

    @extend_schema(
        request={
            "multipart/form-data": FileBody,
            JsonLines.media_type: OpenApiTypes.STR,
            Csv.media_type: OpenApiTypes.STR,
        },
        responses=ImportSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Bring the items to what a file says.

        All of it or nothing: a file with a mistake is refused whole, and `errors` lists every
        row and field. Items the file does not name stay; items that were shown do not change.
        """
        upload = keep(self.study, self.actor, self.body(FileBody)["file"])
        try:
            if self.query()["dry_run"]:
                result = check_items(self.study, upload.path)
            else:
                result = import_items(self.study, upload.path, actor=self.actor)
        finally:
            finish(upload)
        return self.answer(ImportSerializer, result)


class RestoreBody(ReasonBody):
    """Which items, and why."""

    codes = serializers.ListField(
        child=Text(max_length=40), min_length=1, max_length=MOST_CODES, help_text="Of items."
    )


class RetireBody(RestoreBody):
    """Which items, why, and what of the templates that hold them."""

    discard_templates = Flag(
        default=False, help_text="Also discard the templates that somebody may still get."
    )


class ItemRetirements(StudyView):
    """`item-retirements`."""

    tag = "items"
    rights = {"POST": Right.EDIT}

    @extend_schema(request=RetireBody, responses=ItemRowSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Take items out of use.

        Answers to them stay, and sessions under way go on with them.
        """
        body = self.body(RetireBody)
        items = retire_items(
            self.study,
            body["codes"],
            body["reason"],
            discard_templates=body["discard_templates"],
            actor=self.actor,
        )
        return _as_they_are(self, [item.pk for item in items])


class ItemRestorations(StudyView):
    """`item-restorations`."""

    tag = "items"
    rights = {"POST": Right.EDIT}

    @extend_schema(request=RestoreBody, responses=ItemRowSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Bring retired items back."""
        body = self.body(RestoreBody)
        items = restore_items(self.study, body["codes"], body["reason"], actor=self.actor)
        return _as_they_are(self, [item.pk for item in items])


def _as_they_are(view: StudyView, ids: list[int]) -> Response:
    rows = view.study.items.filter(pk__in=ids).order_by("code")
    return Response(ItemRowSerializer(rows, many=True).data, status=HTTPStatus.OK)
