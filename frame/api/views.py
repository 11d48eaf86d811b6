"""What all endpoints for researchers share: who may ask, how errors look, writes done once."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound, ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, UserRateThrottle

from frame.api.authentication import BearerAuthentication
from frame.api.idempotency import answered_once
from frame.api.listing import Pages, StrictFilters
from frame.api.parsing import Body, StrictJSONParser

Row = TypeVar("Row", bound=Model)
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@method_decorator(never_cache, name="dispatch")  # answers hold links, and what people said
class ApiView(GenericAPIView[Any]):
    """One address of the API.

    Attributes
    ----------
    queries : Mapping
        What the address may carry after its `?`, by method; lists add what narrows them.
    tag : str
        The noun the schema puts it under; by default the address says it.
    """

    authentication_classes: Sequence[type[BaseAuthentication]] = [
        BearerAuthentication,
        SessionAuthentication,
    ]
    permission_classes: Sequence[type[BasePermission]] = [IsAuthenticated]
    renderer_classes: Sequence[type[BaseRenderer]] = [JSONRenderer]
    parser_classes = [StrictJSONParser]
    throttle_classes: Sequence[type[BaseThrottle]] = [AnonRateThrottle, UserRateThrottle]
    filter_backends: list[type[StrictFilters]] = []
    pagination_class: type[Pages] | None = None
    metadata_class = None  # no OPTIONS: the schema says it better
    queries: Mapping[str, type[Body]] = {}
    tag = ""
    answers_problem_details = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Know who asks and whether they may; then let no write be done twice under one key."""
        super().initial(request, *args, **kwargs)
        self._refuse_unknown_parameters(request)
        name = (request.method or "").lower()
        if request.method in WRITES and hasattr(self, name):
            setattr(self, name, answered_once(getattr(self, name)))

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks; count those who come with a token that is none."""
        try:
            super().perform_authentication(request)
        except AuthenticationFailed:
            self.check_throttles(request)
            raise

    def permission_denied(
        self, request: Request, message: str | None = None, code: str | None = None
    ) -> NoReturn:
        """Refuse; count those who come with nothing."""
        if not request.user.is_authenticated:
            self.check_throttles(request)
        super().permission_denied(request, message, code)

    @property
    def actor(self) -> User:
        """Return who asks."""
        user = self.request.user
        assert isinstance(user, User)
        return user

    def body(self, kind: type[Body]) -> dict[str, Any]:
        """Return what the request carries, validated."""
        return _validated(kind(data=self.request.data))

    def query(self) -> dict[str, Any]:
        """Return what the address carries, validated."""
        kind = self.queries[self.request.method or ""]
        return _validated(kind(data=self.request.query_params.dict()))

    def answer(
        self, kind: type[BaseSerializer[Any]], thing: Any, status: int = HTTPStatus.OK
    ) -> Response:
        """Return one thing as the API shows it."""
        return Response(kind(thing, context=self.get_serializer_context()).data, status=status)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """Refuse a misspelt filter: answering as if it were not there would mislead."""
        query = self.queries.get(request.method or "")
        known = set(query().fields if query else ())
        if request.method not in WRITES and self.pagination_class is not None:
            known |= Pages.names.union(*(each.names(self) for each in self.filter_backends))
        unknown = sorted(set(request.query_params) - known)
        if unknown:
            raise ValidationError(dict.fromkeys(unknown, "Unknown parameter."))


class ApiListView(ApiView, ABC):
    """A list: filtered, sorted and cut to pages by its address.

    A subclass names `serializer_class`, `filterset_class` and `queryset` (for the schema), and
    returns its rows.
    """

    filter_backends = [StrictFilters]
    pagination_class = Pages
    http_method_names = ["get", "head", "post"]

    @abstractmethod
    def rows(self) -> QuerySet[Any]:
        """Return what the list is of."""

    def get_queryset(self) -> QuerySet[Any]:
        """Return the rows, or for the schema an example of them."""
        is_for_schema = getattr(self, "swagger_fake_view", False)
        return super().get_queryset() if is_for_schema else self.rows()

    def page(self) -> Response:
        """Return the page that is asked for."""
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        assert rows is not None
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


class UnknownAddress(ApiView):
    """Any address below `/api/` that is none."""

    authentication_classes: Sequence[type[BaseAuthentication]] = []
    permission_classes = [AllowAny]
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say so, whatever the method."""
        self.check_throttles(request)
        raise NotFound("There is nothing at this address.")


def _validated(serializer: Body) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    values: Mapping[str, Any] = serializer.validated_data
    return dict(values)
