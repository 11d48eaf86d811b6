"""Everything a participant can reach, below the invitation link."""

from django.contrib.auth.decorators import login_not_required
from django.urls import path, re_path, register_converter
from django.views.generic import RedirectView

from annotation import api, views
from annotation.unknown import unknown_link
from study.links import LinkConverter

register_converter(LinkConverter, "link")

urlpatterns = [
    path("j/<link:token>/", views.participant, name="participant"),
    path("j/<link:token>/begin", views.begin, name="participant-begin"),
    path("j/<link:token>/consent", views.consent, name="participant-consent"),
    path("j/<link:token>/instructions", views.instructions, name="participant-instructions"),
    path("j/<link:token>/start", views.start, name="participant-start"),
    path("j/<link:token>/language", views.language, name="participant-language"),
    path("j/<link:token>/image/<str:presentation>", views.image, name="participant-image"),
    path("j/<link:token>/api/state", api.StateView.as_view(), name="participant-state"),
    path("j/<link:token>/api/next", api.NextView.as_view(), name="participant-next"),
    path("j/<link:token>/api/draft", api.DraftView.as_view(), name="participant-draft"),
    path("j/<link:token>/api/stage1", api.Stage1View.as_view(), name="participant-stage1"),
    path("j/<link:token>/api/draft2", api.RatingsDraftView.as_view(), name="participant-draft2"),
    path("j/<link:token>/api/stage2", api.Stage2View.as_view(), name="participant-stage2"),
    # a link copied without its last letter "/"; then all that cannot be a link
    path("j/<link:token>", login_not_required(RedirectView.as_view(pattern_name="participant"))),
    re_path("^j/", unknown_link),
]
