"""One URL space for all apps."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.generic import TemplateView


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process serves; asks nothing of the database."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", TemplateView.as_view(template_name="home.html"), name="home"),
    path("", include("annotation.urls")),
    path("admin/", admin.site.urls),
]
