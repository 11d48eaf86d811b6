"""Everything a participant can reach, below the invitation link; and their screens in preview."""

from django.contrib.auth.decorators import login_not_required
from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter
from django.views.generic import RedirectView

from annotation import api, monitoring_api, preview_api, views
from annotation.pages import pilot, preview
from annotation.selectors import place_previewed
from annotation.unknown import unknown_link
from study.domain.vocabulary import Condition
from study.links import LinkConverter


class ConditionConverter(StringConverter):
    """What an item can be shown as."""

    regex = "|".join(Condition)


register_converter(LinkConverter, "link")
register_converter(ConditionConverter, "condition")
ITEM = "studies/<slug:slug>/items/<int:pk>/preview/<condition:condition>/"
TEMPLATE = "studies/<slug:slug>/templates/T<int:number>/preview/"

urlpatterns = [
    path(ITEM, preview.preview, name="item-preview"),
    *(
        path(f"{ITEM}api/{name}", message.as_view(), name=f"item-preview-{name}")
        for name, message in preview_api.MESSAGES.items()
    ),
    path(f"{TEMPLATE}end/", preview.end, name="template-preview-end"),
    path(f"{TEMPLATE}<int:place>/", preview.place, name="template-preview"),
    *(
        path(
            f"{TEMPLATE}<int:place>/api/{name}",
            message.as_view(find=place_previewed),
            name=f"template-preview-{name}",
        )
        for name, message in preview_api.MESSAGES.items()
    ),
    path("studies/<slug:slug>/people/pilot/", pilot.pilot, name="pilot"),
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
    path(
        "j/<link:token>/api/events", monitoring_api.EventsView.as_view(), name="participant-events"
    ),
    path(
        "j/<link:token>/api/heartbeat",
        monitoring_api.HeartbeatView.as_view(),
        name="participant-heartbeat",
    ),
    path(
        "j/<link:token>/api/dispute",
        monitoring_api.DisputeView.as_view(),
        name="participant-dispute",
    ),
    # a link copied without its last letter "/"; then all that cannot be a link
    path("j/<link:token>", login_not_required(RedirectView.as_view(pattern_name="participant"))),
    re_path("^j/", unknown_link),
]
