"""Everything a participant can reach, below the invitation link."""

from django.urls import path

from annotation import api, views

urlpatterns = [
    path("j/<str:token>/", views.participant, name="participant"),
    path("j/<str:token>/begin", views.begin, name="participant-begin"),
    path("j/<str:token>/consent", views.consent, name="participant-consent"),
    path("j/<str:token>/instructions", views.instructions, name="participant-instructions"),
    path("j/<str:token>/start", views.start, name="participant-start"),
    path("j/<str:token>/language", views.language, name="participant-language"),
    path("j/<str:token>/image/<str:presentation>", views.image, name="participant-image"),
    path("j/<str:token>/api/state", api.StateView.as_view(), name="participant-state"),
    path("j/<str:token>/api/next", api.NextView.as_view(), name="participant-next"),
    path("j/<str:token>/api/draft", api.DraftView.as_view(), name="participant-draft"),
    path("j/<str:token>/api/stage1", api.Stage1View.as_view(), name="participant-stage1"),
    path("j/<str:token>/api/draft2", api.RatingsDraftView.as_view(), name="participant-draft2"),
    path("j/<str:token>/api/stage2", api.Stage2View.as_view(), name="participant-stage2"),
]
