"""Participants and their invitations, by code; the links only for who may identify people."""

from decimal import Decimal
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
from annotation.selectors import roster
from annotation.services.accommodation import exempt, set_time_factor
from frame.api.listing import FlagFilter, Sorting
from frame.api.parsing import Body, Flag, Number, ReasonBody, Whole
from frame.filters import ListFilter
from study import links
from study.domain.roles import Right
from study.models import Invitation
from study.rest.base import StudyListView, StudyView
from study.services.invitations import invite, renew, revoke

MOST_AT_ONCE = 500
_STATES = ["invited", "revoked", *(status.value for status in Status)]


class PersonSerializer(serializers.Serializer[Any]):
    """Somebody who was invited, and how far they are."""

    code = serializers.CharField(source="participant.code")
    status = serializers.ChoiceField(_STATES, help_text="Of the session, once there is one.")
    is_test = serializers.BooleanField(help_text="A pilot: nothing of it counts.")
    time_factor = serializers.FloatField(source="participant.time_factor", allow_null=True)
    is_exempt = serializers.BooleanField(
        source="participant.is_exempt", help_text="Violations are logged, not counted."
    )
    session = serializers.IntegerField(source="session_id", allow_null=True)
    template = serializers.IntegerField(source="template_number", allow_null=True)
    version = serializers.IntegerField(source="version_number", allow_null=True)
    items_done = serializers.IntegerField(allow_null=True)
    invited_at = serializers.DateTimeField(source="created_at")
    entered_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)
    link = serializers.SerializerMethodField(
        help_text="The invitation link. Only with the scope `identify` and a role that may."
    )

    def get_link(self, invitation: Invitation) -> str | None:
        """Return the link, computed: it is stored nowhere. Null for who may not see it."""
        return links.url(invitation) if self.context["view"].may(Right.IDENTIFY) else None


class PersonFilter(ListFilter):
    """By status and pilot; search by code."""

    searched = ("participant__code",)
    status = filters.ChoiceFilter(choices=[(state, state) for state in _STATES])
    is_test = FlagFilter()
    sort = Sorting(
        fields=(("participant__code", "code"), ("created_at", "invited_at"), "entered_at")
    )

    class Meta:
        model = Invitation
        fields: tuple[str, ...] = ()


class InviteBody(Body):
    """How many people, and whether what they do counts."""

    count = Whole(min_value=1, max_value=MOST_AT_ONCE)
    is_test = Flag(default=False)


class People(StudyListView):
    """`participants`."""

    rights = {"GET": Right.VIEW, "POST": Right.EDIT}
    queryset = Invitation.objects.all()
    serializer_class = PersonSerializer
    filterset_class = PersonFilter

    def rows(self) -> QuerySet[Any]:
        """Return everybody who was invited."""
        return roster(self.study)

    def get(self, request: Request, slug: str) -> Response:
        """List everybody who was invited, by code."""
        return self.page()

    @extend_schema(request=InviteBody, responses={201: PersonSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Invite people.

        Each gets a code and a link of their own; nobody's name or address is asked for.
        """
        body = self.body(InviteBody)
        made = invite(self.study, body["count"], is_test=body["is_test"], actor=self.actor)
        rows = self.rows().filter(pk__in=[invitation.pk for invitation in made])
        people = PersonSerializer(rows, many=True, context=self.get_serializer_context())
        return Response(people.data, status=HTTPStatus.CREATED)


class TimeBody(Body):
    """More time."""

    time_factor = Number(
        min_value=1,
        max_value=10,
        allow_null=True,
        help_text="1 to 10 times the limits, to hundredths; null: no limit.",
    )


class PersonView(StudyView):
    """An address of one person."""

    serializer_class = PersonSerializer

    def person(self, code: str) -> Any:
        """Return who has this code."""
        return get_object_or_404(roster(self.study), participant__code=code)

    def as_now(self, code: str) -> Response:
        """Return the person, read again."""
        return self.answer(PersonSerializer, self.person(code))


class OnePerson(PersonView):
    """`participants/{code}`."""

    rights = {"GET": Right.VIEW, "PATCH": Right.EDIT}

    def get(self, request: Request, slug: str, code: str) -> Response:
        """Read how far somebody is."""
        return self.as_now(code)

    @extend_schema(request=TimeBody)
    def patch(self, request: Request, slug: str, code: str) -> Response:
        """Give somebody more time, or no limit; before the first item only."""
        given = self.body(TimeBody)["time_factor"]
        factor = None if given is None else Decimal(f"{given:.2f}")
        set_time_factor(self.person(code).participant, factor, actor=self.actor)
        return self.as_now(code)


class ExemptionBody(Body):
    """Whether violations of a person are only logged."""

    is_exempt = Flag()


class Exemption(PersonView):
    """`participants/{code}/exempt`."""

    rights = {"POST": Right.EDIT}

    @extend_schema(request=ExemptionBody, responses=PersonSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Let violations of somebody be logged without counting; before the first item only."""
        is_exempt = self.body(ExemptionBody)["is_exempt"]
        exempt(self.person(code).participant, is_exempt=is_exempt, actor=self.actor)
        return self.as_now(code)


class Renewal(PersonView):
    """`participants/{code}/renew`."""

    rights = {"POST": Right.EDIT}

    @extend_schema(request=ReasonBody, responses=PersonSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Give somebody a new link; the old one stops working at once."""
        renew(self.person(code), reason=self.body(ReasonBody)["reason"], actor=self.actor)
        return self.as_now(code)


class Revocation(PersonView):
    """`participants/{code}/revoke`."""

    rights = {"POST": Right.EDIT}

    @extend_schema(request=ReasonBody, responses=PersonSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take an invitation back, for good; what was answered stays."""
        revoke(self.person(code), self.body(ReasonBody)["reason"], actor=self.actor)
        return self.as_now(code)
