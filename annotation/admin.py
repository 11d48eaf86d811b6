"""Look at sessions and answers; they can be changed by nobody."""

from django.contrib import admin

from annotation.models import ConsentRecord, ConsentText, ParticipantSession, Presentation
from study.admin import ReadOnly, ReadOnlyAdmin


class PresentationInline(ReadOnly, admin.TabularInline[Presentation, ParticipantSession]):
    model = Presentation
    fields = (
        "index",
        "item",
        "condition",
        "state",
        "verdict",
        "timed_out",
        "rt_seconds",
        "confidence",
        "helpfulness",
    )


@admin.register(ParticipantSession)
class ParticipantSessionAdmin(ReadOnlyAdmin):
    list_display = (
        "participant",
        "status",
        "template",
        "passed_attention_check",
        "started_at",
        "ended_at",
        "is_test",
    )
    list_filter = ("version__study", "status", "is_test")
    inlines = (PresentationInline,)


@admin.register(ConsentRecord)
class ConsentRecordAdmin(ReadOnlyAdmin):
    list_display = ("session", "given", "version", "language", "text", "at")
    list_filter = ("session__version__study", "given", "language")


@admin.register(ConsentText)
class ConsentTextAdmin(ReadOnlyAdmin):
    list_display = ("sha256", "text")
    fields = ("sha256", "text")
