"""The schema, and a page to read and try the API."""

from collections.abc import Sequence

from csp.decorators import csp_update
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.permissions import BasePermission, IsAuthenticated

from frame.api.authentication import BearerAuthentication


class SchemaView(SpectacularAPIView):
    """The OpenAPI schema, for who is signed in or has a token."""

    authentication_classes: Sequence[type[BaseAuthentication]] = [
        BearerAuthentication,
        SessionAuthentication,
    ]
    permission_classes: Sequence[type[BasePermission]] = [IsAuthenticated]
    http_method_names = ["get", "head"]
    answers_problem_details = True


@csp_update({"img-src": ["data:"]})  # Swagger UI's arrows are in its style sheet
@login_required
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the API, to try it out under the account one is signed in with."""
    return render(request, "frame/api_docs.html")
