"""Look at sessions and answers; they can be changed by nobody."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator

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
        "completion_code",
        "is_test",
    )
    list_filter = ("version__study", "status", "is_test")
    search_fields = ("=completion_code", "=participant__code")
    search_help_text = "A completion code, or a participant's code"
    inlines = (PresentationInline,)


@admin.register(ConsentRecord)
class ConsentRecordAdmin(ReadOnlyAdmin):
    list_display = ("session", "given", "version", "language", "at")
    list_filter = ("session__version__study", "given", "language")


@admin.register(ConsentText)
class ConsentTextAdmin(ReadOnlyAdmin):
    list_display = ("sha256", "shown_as", "beginning")
    fields = ("sha256", "text")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ConsentText]:
        """Bring the records along: they know under which version a text was shown."""
        return ConsentText.objects.prefetch_related("records")

    @admin.display(description="version, language")
    def shown_as(self, consent: ConsentText) -> str:
        """Say as which version, and in which languages, it was shown."""
        shown = {(record.version, record.language) for record in consent.records.all()}
        return "; ".join(f"{version}, {language}" for version, language in sorted(shown))

    @admin.display(description="text")
    def beginning(self, consent: ConsentText) -> str:
        """Show how it begins; the whole text is on its own page."""
        return Truncator(" ".join(consent.text.split())).chars(80)
