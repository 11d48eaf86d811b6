"""Look at one's studies, change nothing: writes go through the services, which keep the rules.

Staff see here what they are members of, operators everything.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django_stubs_ext import StrPromise

from study import links
from study.domain.roles import Right
from study.models import (
    AuditEntry,
    ColleagueInvitation,
    Invitation,
    Item,
    Participant,
    SessionTemplate,
    Study,
    StudyVersion,
    TemplateSlot,
)
from study.permissions import studies_of

admin.site.site_header = admin.site.site_title = "Discern"
admin.site.index_title = "Studies"


class ReadOnly:
    """Refuse every change, whoever asks."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OwnStudies(admin.RelatedFieldListFilter):
    """Offer to filter by the studies one sees, and name no other."""

    def field_choices(
        self, field: Field[Any, Any], request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str | StrPromise]]:
        """Return the studies to choose from."""
        return [(str(study.pk), str(study)) for study in studies_of(request.user)]


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin[Model]):
    """Rows of the studies in which one has `right`; `to_study` leads from a row to its study."""

    list_per_page = 50
    show_full_result_count = False  # it counts all rows, however few are asked for
    to_study = "study"
    right = Right.VIEW

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Return the rows one may see; every page of the administration starts from here."""
        mine = studies_of(request.user, self.right)
        return super().get_queryset(request).filter(**{f"{self.to_study}__in": mine})


class SlotInline(ReadOnly, admin.TabularInline[TemplateSlot, SessionTemplate]):
    model = TemplateSlot
    fields = ("position", "item", "condition")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TemplateSlot]:
        """Bring the items along."""
        return super().get_queryset(request).select_related("item")


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin):
    list_display = ("slug", "title", "status", "created_at")
    to_study = "pk"


@admin.register(StudyVersion)
class StudyVersionAdmin(ReadOnlyAdmin):
    list_display = ("study", "number", "created_at", "frozen_at")
    list_filter = (("study", OwnStudies),)
    list_select_related = ("study",)


@admin.register(Item)
class ItemAdmin(ReadOnlyAdmin):
    list_display = ("code", "study", "kind", "category", "is_correct", "first_shown_at")
    list_filter = (("study", OwnStudies), "kind", "category")
    list_select_related = ("study",)
    search_fields = ("code", "question")


@admin.register(SessionTemplate)
class SessionTemplateAdmin(ReadOnlyAdmin):
    list_display = ("label", "study", "version", "seed", "claimed_at")
    list_filter = (("study", OwnStudies),)
    list_select_related = ("version__study", "study")
    inlines = (SlotInline,)


@admin.register(Participant)
class ParticipantAdmin(ReadOnlyAdmin):
    list_display = ("code", "study", "time_factor", "created_at")
    list_filter = (("study", OwnStudies),)
    list_select_related = ("study",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("participant", "study", "link", "is_test", "revoked_at")
    list_filter = (("study", OwnStudies), "is_test")
    list_select_related = ("study", "participant")
    right = Right.IDENTIFY

    @admin.display(description="link")
    def link(self, invitation: Invitation) -> str:
        """Show the link, computed: it is stored nowhere."""
        url = links.url(invitation)
        return format_html('<a href="{}">{}</a>', url, url)


@admin.register(ColleagueInvitation)
class ColleagueInvitationAdmin(ReadOnlyAdmin):
    """Without links: whoever opens one becomes a member, and only the mailed one should."""

    list_display = ("study", "email", "role", "expires_at", "accepted_at", "revoked_at")
    list_filter = (("study", OwnStudies),)
    list_select_related = ("study",)
    right = Right.MANAGE


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "study", "action", "subject_type", "subject_id", "actor", "reason")
    list_filter = (("study", OwnStudies), "action")
    list_select_related = ("study", "actor")
