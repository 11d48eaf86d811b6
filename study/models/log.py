"""Who did what."""

from django.conf import settings
from django.db import models

from study.models.studies import Study


class AuditEntry(models.Model):
    """Who did what, when and why. Written by `study.services.audit.record`, changed by nobody."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="audit_entries")
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    action = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=40)
    subject_id = models.CharField(max_length=40)
    session_id = models.BigIntegerField(
        null=True, blank=True, help_text="The participant session it is about, if it is about one."
    )
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "audit entries"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["study", "subject_type", "subject_id"]),
            models.Index(
                fields=["session_id", "id"],
                condition=models.Q(session_id__isnull=False),
                name="study_audit_of_session",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject_type} {self.subject_id}"
