"""One URL space for all apps."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.generic import RedirectView


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process serves; asks nothing of the database."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", RedirectView.as_view(pattern_name="admin:index"), name="home"),
    path("", include("annotation.urls")),
    path("admin/", admin.site.urls),
]
