"""To whom it is shown."""

from django.db import models
from django.db.models import Q

from study.models.studies import Study


class Participant(models.Model):
    """A person in a study, known by a code only."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="participants")
    code = models.CharField(max_length=20)
    time_factor = models.DecimalField(
        max_digits=4,
        decimal_places=2,
        default=1,
        null=True,
        blank=True,
        help_text="1 to 10 times the limits; empty: no limit. Set before the start.",
    )
    is_exempt = models.BooleanField(
        default=False,
        help_text="Assistive technology: violations are logged, not counted. Set before the start.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["study", "code"]
        constraints = [
            models.UniqueConstraint(fields=["study", "code"], name="study_participant_code_unique"),
            models.CheckConstraint(
                condition=Q(time_factor=None) | Q(time_factor__gte=1, time_factor__lte=10),
                name="study_participant_time_factor",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Invitation(models.Model):
    """One person's way in. The link is computed from it (`study.links`), never stored."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="invitations")
    participant = models.OneToOneField(
        Participant, on_delete=models.PROTECT, related_name="invitation"
    )
    public_id = models.CharField(max_length=16, unique=True)
    generation = models.PositiveIntegerField(default=1)
    is_test = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["study", "id"]

    def __str__(self) -> str:
        return str(self.participant)
