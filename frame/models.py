"""What the API keeps: tokens, and the answers to writes that may be asked again."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from frame.api.scopes import Scope, in_order


class ApiToken(models.Model):
    """A key to the API. Only its hash is kept: the key itself is shown once, when it is made."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scope_names = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def scopes(self) -> list[Scope]:
        """Return what it may be used for."""
        return in_order(self.scope_names)

    @property
    def is_valid(self) -> bool:
        """Tell whether it still opens anything."""
        return self.revoked_at is None and self.expires_at > timezone.now()


class AnsweredWrite(models.Model):
    """A write of the API under the key its sender gave it, so that sending it again is harmless.

    `answer` is sealed (`frame.api.sealing`): it may hold an invitation link.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key_digest = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of what was asked.")
    created_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the answer; empty while it is being made."
    )
    answer = models.BinaryField(default=b"")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key_digest"], name="frame_one_write_per_idempotency_key"
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="frame_answered_write_age")]

    def __str__(self) -> str:
        return f"{self.user}: {self.key_digest[:12]}"
