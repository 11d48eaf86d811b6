"""What a researcher does with a session: end it, undo that, take it out of what counts."""

from collections.abc import Callable
from http import HTTPStatus

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.models import ParticipantSession
from annotation.rest.sessions import SessionSerializer
from annotation.selectors import sessions
from annotation.services.ending import abandon, withdraw
from annotation.services.reinstating import reinstate
from annotation.services.releasing import release
from annotation.services.restarting import restart
from annotation.services.validity import invalidate, revalidate
from frame.api.parsing import ReasonBody
from study.domain.roles import Right
from study.rest.base import StudyView

with_reason = extend_schema(request=ReasonBody, responses=SessionSerializer)


class SessionAct(StudyView):
    """An act on one session, with a reason; a subclass says which."""

    rights = {"POST": Right.EDIT}
    serializer_class = SessionSerializer

    def done(
        self, act: Callable[..., ParticipantSession], pk: int, status: int = HTTPStatus.OK
    ) -> Response:
        """Do it, and return the session as it is then."""
        found = get_object_or_404(sessions(self.study), pk=pk)
        reason = self.body(ReasonBody)["reason"]
        after = act(found, timezone.now(), reason=reason, actor=self.actor)
        shown = SessionSerializer(sessions(self.study).get(pk=after.pk))
        return Response(shown.data, status=status)


class Abandonment(SessionAct):
    """`sessions/{id}/abandon`."""

    @with_reason
    def post(self, request: Request, slug: str, session: int) -> Response:
        """End a session that nobody will go on with; what was answered stays."""
        return self.done(abandon, session)


class Withdrawal(SessionAct):
    """`sessions/{id}/withdraw`."""

    @with_reason
    def post(self, request: Request, slug: str, session: int) -> Response:
        """End a session because its person no longer takes part; they are not asked again."""
        return self.done(withdraw, session)


class Restart(SessionAct):
    """`sessions/{id}/restart`."""

    @extend_schema(request=ReasonBody, responses={201: SessionSerializer})
    def post(self, request: Request, slug: str, session: int) -> Response:
        """Begin a new session of the same person, link and template.

        The old one keeps its answers and counts no more.
        """
        return self.done(restart, session, HTTPStatus.CREATED)


class Reinstatement(SessionAct):
    """`sessions/{id}/reinstate`."""

    @with_reason
    def post(self, request: Request, slug: str, session: int) -> Response:
        """Let somebody go on where a terminated or abandoned session stood."""
        return self.done(reinstate, session)


class Release(SessionAct):
    """`sessions/{id}/release`."""

    @with_reason
    def post(self, request: Request, slug: str, session: int) -> Response:
        """Free the template of a session that is over for another person."""
        return self.done(release, session)


class Invalidation(SessionAct):
    """`sessions/{id}/invalidate`."""

    @with_reason
    def post(self, request: Request, slug: str, session: int) -> Response:
        """Take a session that is over out of everything that counts."""
        return self.done(invalidate, session)


class Revalidation(SessionAct):
    """`sessions/{id}/revalidate`."""

    @with_reason
    def post(self, request: Request, slug: str, session: int) -> Response:
        """Undo an invalidation."""
        return self.done(revalidate, session)


ACTS: dict[str, type[SessionAct]] = {
    "abandon": Abandonment,
    "withdraw": Withdrawal,
    "restart": Restart,
    "reinstate": Reinstatement,
    "release": Release,
    "invalidate": Invalidation,
    "revalidate": Revalidation,
}
