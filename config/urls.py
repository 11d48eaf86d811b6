"""One URL space for all apps."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path
from django.views.generic import TemplateView
from django.views.i18n import set_language

from frame.api.views import UnknownAddress
from study.urls import join_urlpatterns


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process serves; asks nothing of the database."""
    return HttpResponse("ok", content_type="text/plain")


home = login_not_required(TemplateView.as_view(template_name="home.html"))
# one door, with its lock and second factor
admin_login = secure_admin_login(admin.site.login)

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", home, name="home"),
    path("language", login_not_required(set_language), name="language"),
    path("", include("annotation.urls")),
    path("account/", include("frame.urls")),
    path("account/", include("allauth.urls")),
    path("join/", include(join_urlpatterns)),
    path("studies/", include("study.urls")),
    path("studies/", include("annotation.pages.urls")),
    path("studies/", include("analysis.urls")),
    path("", include("frame.api.urls")),
    path("api/v1/", include("annotation.rest.urls")),
    path("api/v1/", include("study.rest.urls")),
    re_path("^api/", UnknownAddress.as_view()),
    path("admin/login/", login_not_required(admin_login)),
    path("admin/", admin.site.urls),
]
