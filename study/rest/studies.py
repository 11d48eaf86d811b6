"""Studies: which there are, what they are called, where they stand."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import django_filters as filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from frame.api.authentication import scopes_of
from frame.api.listing import Sorting
from frame.api.parsing import Body, Flag, ReasonBody, Text
from frame.api.scopes import Scope
from frame.api.views import ApiListView, ApiView
from frame.filters import ListFilter
from frame.models import ApiToken
from study.domain.checklist import State
from study.domain.design_file import read_design
from study.domain.lifecycle import StudyEvent, StudyStatus, events_from
from study.domain.presets import PRESETS
from study.domain.roles import Right, Role
from study.models import Membership, Study
from study.permissions import studies_of
from study.rest.base import StudyView, require_scope
from study.rest.designs import DesignField
from study.selectors import checklist_of
from study.services.lifecycle import change_status
from study.services.studies import create_study, duplicate, update_title

LONGEST_TITLE = 200


class StudySerializer(serializers.Serializer[Study]):
    """A study."""

    slug = serializers.CharField()
    title = serializers.CharField()
    status = serializers.ChoiceField([status.value for status in StudyStatus])
    events = serializers.SerializerMethodField(help_text="What can be done with its status.")
    created_at = serializers.DateTimeField()

    def get_events(self, study: Study) -> list[str]:
        """Return the possible events."""
        return [event.value for event in events_from(StudyStatus(study.status))]


class StudyFilter(ListFilter):
    """By status; search by name and title."""

    searched = ("slug", "title")
    status = filters.ChoiceFilter(choices=[(status.value, status.value) for status in StudyStatus])
    sort = Sorting(fields=("slug", "title", "created_at"))

    class Meta:
        model = Study
        fields: tuple[str, ...] = ()


class NamedBody(Body):
    """What a study is called."""

    slug = serializers.SlugField(max_length=50, help_text="Its name in addresses; stays.")
    title = Text(max_length=LONGEST_TITLE)


class NewStudyBody(NamedBody):
    """A new study."""

    preset = serializers.ChoiceField(
        sorted(PRESETS), default="paper", help_text="The design to start from."
    )
    design = DesignField(default=dict, help_text="What is to be otherwise than in the preset.")


class TitleBody(Body):
    """Another title."""

    title = Text(max_length=LONGEST_TITLE)


class CopyBody(NamedBody):
    """What the copy is called."""

    with_items = Flag(default=True)


class EventBody(ReasonBody):
    """What to do with a study's status, and why."""

    event = serializers.ChoiceField([event.value for event in StudyEvent])


class Studies(ApiListView):
    """`studies`."""

    queryset = Study.objects.all()
    serializer_class = StudySerializer
    filterset_class = StudyFilter

    def rows(self) -> QuerySet[Study]:
        """Return the studies of the account."""
        return studies_of(self.actor).order_by("slug")

    def get(self, request: Request) -> Response:
        """List your studies."""
        require_scope(request, Scope.READ)
        return self.page()

    @extend_schema(request=NewStudyBody, responses={201: StudySerializer})
    def post(self, request: Request) -> Response:
        """Create a study; it is yours.

        It begins as a draft.
        """
        require_scope(request, Scope.MANAGE)
        body = self.body(NewStudyBody)
        design = read_design(_over(PRESETS[body["preset"]].design.as_dict(), body["design"]))
        study = create_study(body["slug"], body["title"], design, actor=self.actor)
        return self.answer(StudySerializer, study, HTTPStatus.CREATED)


def _over(preset: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return a preset with other values for some settings; what is wrong is the reader's to say."""
    sections = {
        name: {**preset.get(name, {}), **body} if isinstance(body, Mapping) else body
        for name, body in given.items()
    }
    return {**preset, **sections}


class OneStudy(StudyView):
    """`studies/{slug}`."""

    rights = {"GET": Right.VIEW, "PATCH": Right.EDIT}
    serializer_class = StudySerializer

    def get(self, request: Request, slug: str) -> Response:
        """Read a study."""
        return self.answer(StudySerializer, self.study)

    @extend_schema(request=TitleBody)
    def patch(self, request: Request, slug: str) -> Response:
        """Give a study another title."""
        update_title(self.study, self.body(TitleBody)["title"], actor=self.actor)
        return self.answer(StudySerializer, self.study)


class FindingSerializer(serializers.Serializer[Any]):
    """What a study has, lacks, or had better have."""

    state = serializers.ChoiceField([state.value for state in State])
    message = serializers.CharField(source="sentence")
    part = serializers.CharField(help_text="Of the design, or empty.")


class Checklist(StudyView):
    """`studies/{slug}/checklist`."""

    tag = "studies"
    rights = {"GET": Right.VIEW}

    @extend_schema(responses=FindingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Read what a draft still lacks before people may begin."""
        return Response(FindingSerializer(checklist_of(self.study), many=True).data)


class StatusOfStudy(StudyView):
    """`studies/{slug}/status`."""

    tag = "studies"
    rights = {"POST": Right.MANAGE}
    serializer_class = StudySerializer

    @extend_schema(request=EventBody, responses=StudySerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Open a study, pause it, close it, archive it."""
        body = self.body(EventBody)
        event = StudyEvent(body["event"])
        study = change_status(self.study, event, actor=self.actor, reason=body["reason"])
        return self.answer(StudySerializer, study)


class CopyOfStudy(StudyView):
    """`studies/{slug}/duplicate`."""

    tag = "studies"
    rights = {"POST": Right.EDIT}
    serializer_class = StudySerializer

    @extend_schema(request=CopyBody, responses={201: StudySerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Create a draft with a study's design and items; it is yours.

        Templates, people and answers stay where they are.
        """
        require_scope(request, Scope.MANAGE)
        copy = duplicate(self.study, **self.body(CopyBody), actor=self.actor)
        return self.answer(StudySerializer, copy, HTTPStatus.CREATED)


class MyStudySerializer(serializers.Serializer[Membership]):
    """A study, and what one is in it."""

    slug = serializers.CharField(source="study.slug")
    title = serializers.CharField(source="study.title")
    role = serializers.ChoiceField([role.value for role in Role])


class MeSerializer(serializers.Serializer[Any]):
    """Who asks, with what, and what for."""

    username = serializers.CharField()
    is_operator = serializers.BooleanField(help_text="Counts as owner of every study.")
    token = serializers.CharField(allow_null=True, help_text="Its name; null when signed in.")
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Of the token.")
    scopes = serializers.ListField(child=serializers.ChoiceField([scope.value for scope in Scope]))
    studies = MyStudySerializer(many=True, help_text="Those one is a member of.")


class Me(ApiView):
    """`me`."""

    serializer_class = MeSerializer

    def get(self, request: Request) -> Response:
        """Say who you are, what your token may do, and which studies you are a member of."""
        token = request.auth if isinstance(request.auth, ApiToken) else None
        memberships = Membership.objects.filter(user=self.actor).select_related("study")
        about = {
            "username": self.actor.get_username(),
            "is_operator": self.actor.is_superuser,
            "token": token.name if token else None,
            "expires_at": token.expires_at if token else None,
            "scopes": [scope.value for scope in scopes_of(request)],
            "studies": memberships.order_by("study__slug"),
        }
        return self.answer(MeSerializer, about)
