"""Look at everything, change nothing: writes go through the services, which keep the rules."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html

from study import links
from study.models import (
    AuditEntry,
    Invitation,
    Item,
    Participant,
    SessionTemplate,
    Study,
    StudyVersion,
    TemplateSlot,
)

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


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin[Model]):
    list_per_page = 50


class SlotInline(ReadOnly, admin.TabularInline[TemplateSlot, SessionTemplate]):
    model = TemplateSlot
    fields = ("position", "item", "condition")


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin):
    list_display = ("slug", "title", "created_at")


@admin.register(StudyVersion)
class StudyVersionAdmin(ReadOnlyAdmin):
    list_display = ("study", "number", "created_at", "frozen_at")
    list_filter = ("study",)


@admin.register(Item)
class ItemAdmin(ReadOnlyAdmin):
    list_display = ("code", "study", "kind", "category", "is_correct", "first_shown_at")
    list_filter = ("study", "kind", "category")
    search_fields = ("code", "question")


@admin.register(SessionTemplate)
class SessionTemplateAdmin(ReadOnlyAdmin):
    list_display = ("label", "study", "version", "seed", "claimed_at")
    list_filter = ("study",)
    inlines = (SlotInline,)


@admin.register(Participant)
class ParticipantAdmin(ReadOnlyAdmin):
    list_display = ("code", "study", "time_factor", "created_at")
    list_filter = ("study",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("participant", "study", "link", "is_test", "revoked_at")
    list_filter = ("study", "is_test")

    @admin.display(description="link")
    def link(self, invitation: Invitation) -> str:
        """Show the link, computed: it is stored nowhere."""
        url = links.url(invitation)
        return format_html('<a href="{}">{}</a>', url, url)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "study", "action", "subject_type", "subject_id", "actor", "reason")
    list_filter = ("study", "action")
