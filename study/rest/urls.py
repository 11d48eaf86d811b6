"""Studies, their designs, items, members and log."""

from django.urls import path, register_converter

from study.rest import designs, items, log, members, studies


class ItemCodeConverter:
    """What can be the code of an item."""

    regex = "[A-Za-z0-9._-]{1,40}"

    def to_python(self, value: str) -> str:
        """Return the code."""
        return value

    def to_url(self, value: str) -> str:
        """Return the code."""
        return value


class NumberConverter(ItemCodeConverter):
    """A number that a database can hold, as text."""

    regex = "[0-9]{1,9}"


register_converter(ItemCodeConverter, "item_code")
register_converter(NumberConverter, "number")

_STUDY = "studies/<slug:slug>"

urlpatterns = [
    path("me", studies.Me.as_view(), name="api-me"),
    path("studies", studies.Studies.as_view(), name="api-studies"),
    path(_STUDY, studies.OneStudy.as_view(), name="api-study"),
    path(f"{_STUDY}/checklist", studies.Checklist.as_view(), name="api-checklist"),
    path(f"{_STUDY}/status", studies.StatusOfStudy.as_view(), name="api-study-status"),
    path(f"{_STUDY}/duplicate", studies.CopyOfStudy.as_view(), name="api-study-duplicate"),
    path(f"{_STUDY}/design", designs.DesignView.as_view(), name="api-design"),
    path(f"{_STUDY}/versions", designs.Versions.as_view(), name="api-versions"),
    path(f"{_STUDY}/versions/<number:number>", designs.OneVersion.as_view(), name="api-version"),
    path(
        f"{_STUDY}/versions/<number:number>/changes",
        designs.Changes.as_view(),
        name="api-version-changes",
    ),
    path(f"{_STUDY}/items", items.Items.as_view(), name="api-items"),
    path(f"{_STUDY}/items/<item_code:code>", items.OneItem.as_view(), name="api-item"),
    path(
        f"{_STUDY}/items/<item_code:code>/image",
        items.ItemImageView.as_view(),
        name="api-item-image",
    ),
    path(f"{_STUDY}/item-imports", items.ItemImports.as_view(), name="api-item-imports"),
    path(f"{_STUDY}/item-retirements", items.ItemRetirements.as_view(), name="api-retirements"),
    path(f"{_STUDY}/item-restorations", items.ItemRestorations.as_view(), name="api-restorations"),
    path(f"{_STUDY}/members", members.Members.as_view(), name="api-members"),
    path(f"{_STUDY}/members/<number:user>", members.OneMember.as_view(), name="api-member"),
    path(f"{_STUDY}/log", log.Log.as_view(), name="api-log"),
]
