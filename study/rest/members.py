"""Who works on a study."""

from http import HTTPStatus

import django_filters as filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from frame.api.listing import Sorting
from frame.api.parsing import Body, ReasonBody
from frame.filters import ListFilter
from study.domain.roles import Right, Role
from study.models import Membership
from study.rest.base import StudyListView, StudyView
from study.services.members import remove, set_role

_ROLES = [role.value for role in Role]


class MemberSerializer(serializers.Serializer[Membership]):
    """A member of a study."""

    user = serializers.IntegerField(source="user_id")
    username = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(_ROLES)
    since = serializers.DateTimeField(source="created_at")


class MemberFilter(ListFilter):
    """By role; search by name."""

    searched = ("user__username",)
    role = filters.ChoiceFilter(choices=[(role, role) for role in _ROLES])
    sort = Sorting(fields=(("user__username", "username"), ("created_at", "since")))

    class Meta:
        model = Membership
        fields: tuple[str, ...] = ()


class Members(StudyListView):
    """`members`."""

    rights = {"GET": Right.VIEW}
    queryset = Membership.objects.all()
    serializer_class = MemberSerializer
    filterset_class = MemberFilter

    def rows(self) -> QuerySet[Membership]:
        """Return the study's members."""
        return self.study.memberships.select_related("user").order_by("user__username")

    def get(self, request: Request, slug: str) -> Response:
        """List the members."""
        return self.page()


class RoleBody(Body):
    """What a member is to be."""

    role = serializers.ChoiceField(_ROLES)


class OneMember(StudyView):
    """`members/{user}`; a colleague becomes one by accepting an invitation, which is a page."""

    rights = {"PUT": Right.MANAGE, "DELETE": Right.MANAGE}
    queries = {"DELETE": ReasonBody}
    serializer_class = MemberSerializer

    @extend_schema(request=RoleBody, responses=MemberSerializer)
    def put(self, request: Request, slug: str, user: int) -> Response:
        """Give a member another role.

        A study always has an owner: the last one cannot become less (`last_owner`).
        """
        member = self._member(user)
        role = Role(self.body(RoleBody)["role"])
        changed = set_role(self.study, member.user, role, by=self.actor)
        return self.answer(MemberSerializer, changed)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, user: int) -> Response:
        """End a membership."""
        member = self._member(user)
        remove(member, by=self.actor, reason=self.query()["reason"])
        return Response(status=HTTPStatus.NO_CONTENT)

    def _member(self, user: int) -> Membership:
        members = self.study.memberships.select_related("user", "study")
        return get_object_or_404(members, user_id=user)
