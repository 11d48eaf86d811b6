"""The messages between the item page and the server (`docs/participant-api.md`)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from annotation import selectors, serializers
from annotation.desks import Desk, desk_of
from annotation.domain.stages import Reason, Submission
from annotation.models import ParticipantSession
from annotation.services.answers import Ratings
from study.domain.errors import DomainError

WEEK_MS = 7 * 24 * 3600 * 1000
Method = TypeVar("Method", bound=Callable[..., Response])


class MessageView(APIView):
    """One message. The token in the address is the only authority; nobody is logged in.

    A subclass may find its desk otherwise (`annotation.preview_api`).
    """

    http_method_names = ["get", "post", "put", "head"]
    authentication_classes = []
    permission_classes = [AllowAny]
    message: type[BaseSerializer[Any]]
    session: ParticipantSession
    now: datetime
    desk: Desk

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Know who stands behind the address before anything of the message is looked at."""
        super().initial(request, *args, **kwargs)
        self.desk = self.find_desk()

    def find_desk(self) -> Desk:
        """Return what answers whoever holds the token."""
        visit = selectors.find_visit(self.kwargs["token"])
        if visit is None or visit.session is None or visit.invitation.revoked_at is not None:
            raise Http404
        self.session, self.now = visit.session, visit.now
        return desk_of(visit.session, visit.now)

    def body(self) -> dict[str, Any]:
        """Return the validated message."""
        try:
            data = self.request.data
        except RecursionError:
            raise ParseError("The message is nested too deeply.") from None
        serializer = self.message(data=data)
        serializer.is_valid(raise_exception=True)
        body: dict[str, Any] = serializer.validated_data
        return body

    def handle_exception(self, exc: Exception) -> Response:
        """Put the envelope beside a refusal, so that the page knows what is possible."""
        response = super().handle_exception(exc)
        if isinstance(exc, DomainError | ValidationError | ParseError):
            # found anew: the refusal may come of somebody else's move
            response.data |= self.find_desk().state()
        return response


def envelope_of(message: type[BaseSerializer[Any]] | None) -> Callable[[Method], Method]:
    """Describe a message in the OpenAPI schema; every one answers with the envelope."""
    return extend_schema(request=message, responses=OpenApiTypes.OBJECT)


class StateView(MessageView):
    """`GET state`."""

    @envelope_of(None)
    def get(self, request: Request, **address: str) -> Response:
        """Return what the page should show, without content."""
        return Response(self.desk.state())


class NextView(MessageView):
    """`POST next`."""

    message = serializers.NextMessage

    @envelope_of(serializers.NextMessage)
    def post(self, request: Request, **address: str) -> Response:
        """Hand out the item that is due, with its content."""
        return Response(self.desk.next(self.body()["expected_index"]))


class DraftView(MessageView):
    """`PUT draft`."""

    message = serializers.DraftMessage

    @envelope_of(serializers.DraftMessage)
    def put(self, request: Request, **address: str) -> Response:
        """Keep the latest choice."""
        return Response(self.desk.draft(**self.body()))


class Stage1View(MessageView):
    """`POST stage1`."""

    message = serializers.Stage1Message

    @envelope_of(serializers.Stage1Message)
    def post(self, request: Request, **address: str) -> Response:
        """Close Stage 1."""
        body = self.body()
        submission = Submission(body["value"], Reason(body["reason"]), _seconds(body))
        return Response(self.desk.stage1(body["presentation"], body["submission_id"], submission))


class RatingsDraftView(MessageView):
    """`PUT draft2`."""

    message = serializers.RatingsDraftMessage

    @envelope_of(serializers.RatingsDraftMessage)
    def put(self, request: Request, **address: str) -> Response:
        """Keep half-made ratings."""
        return Response(self.desk.draft2(**self.body()))


class Stage2View(MessageView):
    """`POST stage2`."""

    message = serializers.Stage2Message

    @envelope_of(serializers.Stage2Message)
    def post(self, request: Request, **address: str) -> Response:
        """Record the ratings; the item is done."""
        body = self.body()
        ratings = Ratings(body["confidence"], body["helpfulness"], _seconds(body))
        return Response(self.desk.stage2(body["presentation"], body["submission_id"], ratings))


def _seconds(body: dict[str, Any]) -> float | None:
    milliseconds: float | None = body["client_rt_ms"]
    if milliseconds is None or milliseconds > WEEK_MS:  # a week is no response time
        return None
    return milliseconds / 1000
