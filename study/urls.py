"""The researcher's pages of studies, their designs, items and members."""

from django.contrib.auth.decorators import login_not_required
from django.urls import path, re_path, register_converter
from django.views.generic import RedirectView

from study.links import LinkConverter
from study.pages import (
    creating,
    importing,
    item,
    item_acts,
    items,
    joining,
    log,
    members,
    settings,
    status,
    studies,
    versions,
)

register_converter(importing.UploadConverter, "upload")

register_converter(LinkConverter, "key")
register_converter(settings.PartConverter, "part")
register_converter(status.EventConverter, "event")

urlpatterns = [
    path("", studies.studies, name="studies"),
    path("new/", creating.new, name="study-new"),
    path("<slug:slug>/items/", items.items, name="items"),
    path("<slug:slug>/items/act", item_acts.act_on_items, name="item-acts"),
    path("<slug:slug>/items/sample.<str:form>", importing.sample, name="item-sample"),
    path("<slug:slug>/items/import/", importing.choose, name="item-import"),
    path("<slug:slug>/items/import/<upload:upload>/", importing.look, name="item-import-look"),
    path("<slug:slug>/items/<int:pk>/", item.item, name="item"),
    path("<slug:slug>/items/<int:pk>/image", item.image, name="item-image"),
    path("<slug:slug>/log/", log.log, name="log"),
    path("<slug:slug>/duplicate/", creating.copy, name="study-duplicate"),
    path("<slug:slug>/settings/", settings.settings, name="settings"),
    path("<slug:slug>/settings/title/", settings.title, name="settings-title"),
    path("<slug:slug>/settings/file/", settings.file, name="settings-file"),
    path("<slug:slug>/settings/design.toml", settings.toml, name="settings-toml"),
    path("<slug:slug>/settings/<part:part>/", settings.part, name="settings-part"),
    path("<slug:slug>/settings/status/<event:event>/", status.change, name="study-status"),
    path("<slug:slug>/settings/versions/", versions.versions, name="versions"),
    path("<slug:slug>/settings/versions/<int:number>/", versions.version, name="version"),
    path(
        "<slug:slug>/settings/versions/<int:number>/design.toml",
        versions.toml,
        name="version-toml",
    ),
    path(
        "<slug:slug>/settings/versions/difference/", versions.difference, name="version-difference"
    ),
    path("<slug:slug>/settings/members/", members.members, name="members"),
    path("<slug:slug>/settings/members/invite", members.invite, name="colleague-invite"),
    path("<slug:slug>/settings/members/<int:pk>/role", members.change_role, name="member-role"),
    path(
        "<slug:slug>/settings/members/<int:pk>/remove", members.remove_member, name="member-remove"
    ),
    path(
        "<slug:slug>/settings/members/invited/<int:pk>/again",
        members.invite_again,
        name="colleague-again",
    ),
    path(
        "<slug:slug>/settings/members/invited/<int:pk>/take-back",
        members.take_back,
        name="colleague-take-back",
    ),
]

join_urlpatterns = [
    path("<key:token>/", joining.join, name="join"),
    # a link copied without its last letter "/"; then all that cannot be a link
    path("<key:token>", login_not_required(RedirectView.as_view(pattern_name="join"))),
    re_path("", joining.join, {"token": ""}),
]
