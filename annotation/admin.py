"""Look at sessions and answers; they can be changed by nobody."""

from django.contrib import admin
from django.db.models import Model, Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator

from annotation.models import (
    ConsentRecord,
    ConsentText,
    ParticipantSession,
    Presentation,
    ViolationEvent,
)
from study.admin import OwnStudies, ReadOnly, ReadOnlyAdmin
from study.domain.roles import Right
from study.permissions import studies_of


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Presentation]:
        """Bring the items along."""
        return super().get_queryset(request).select_related("item")


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
    list_filter = (("version__study", OwnStudies), "status", "is_test")
    list_select_related = ("participant", "template")
    to_study = "version__study"
    right = Right.IDENTIFY  # a completion code leads to a panel's person
    search_fields = ("=completion_code", "=participant__code")
    search_help_text = "A completion code, or a participant's code"
    inlines = (PresentationInline,)


@admin.register(Presentation)
class PresentationAdmin(ReadOnlyAdmin):
    list_display = (
        "participant",
        "index",
        "item",
        "condition",
        "state",
        "verdict",
        "timed_out",
        "rt_seconds",
        "confidence",
        "helpfulness",
        "closed_at",
    )
    list_filter = (("session__version__study", OwnStudies), "condition", "state", "timed_out")
    list_select_related = ("session__participant", "item")
    ordering = ("-id",)
    to_study = "session__version__study"
    right = Right.EXPORT
    search_fields = ("=session__participant__code", "=item__code")
    search_help_text = "A participant's code, or an item's"

    @admin.display(description="participant")
    def participant(self, presentation: Presentation) -> str:
        """Show whose answer it is."""
        return presentation.session.participant.code


@admin.register(ViolationEvent)
class ViolationEventAdmin(ReadOnlyAdmin):
    list_display = (
        "participant",
        "kind",
        "severity",
        "not_counted",
        "begun_at",
        "duration_ms",
        "excused_at",
    )
    list_filter = (("session__version__study", OwnStudies), "kind", "severity", "not_counted")
    list_select_related = ("session__participant",)
    ordering = ("-id",)
    to_study = "session__version__study"
    right = Right.EXPORT
    search_fields = ("=session__participant__code",)
    search_help_text = "A participant's code"

    @admin.display(description="participant")
    def participant(self, event: ViolationEvent) -> str:
        """Show of whom it was seen."""
        return event.session.participant.code


@admin.register(ConsentRecord)
class ConsentRecordAdmin(ReadOnlyAdmin):
    list_display = ("session", "given", "version", "language", "at")
    list_filter = (("session__version__study", OwnStudies), "given", "language")
    list_select_related = ("session__participant",)
    to_study = "session__version__study"


@admin.register(ConsentText)
class ConsentTextAdmin(ReadOnlyAdmin):
    list_display = ("sha256", "shown_as", "beginning")
    fields = ("sha256", "text")
    to_study = "records__session__version__study"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Bring the records along: they know under which version a text was shown."""
        mine = studies_of(request.user)
        records = ConsentRecord.objects.filter(session__version__study__in=mine)
        own = super().get_queryset(request).distinct()
        return own.prefetch_related(Prefetch("records", records))

    @admin.display(description="version, language")
    def shown_as(self, consent: ConsentText) -> str:
        """Say as which version, and in which languages, it was shown."""
        shown = {(record.version, record.language) for record in consent.records.all()}
        return "; ".join(f"{version}, {language}" for version, language in sorted(shown))

    @admin.display(description="text")
    def beginning(self, consent: ConsentText) -> str:
        """Show how it begins; the whole text is on its own page."""
        return Truncator(" ".join(consent.text.split())).chars(80)
