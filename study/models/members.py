"""Who works on a study."""

from datetime import datetime

from django.conf import settings
from django.db import models

from study.domain.roles import Role
from study.models.fields import choices, one_of
from study.models.studies import Study


class Membership(models.Model):
    """What somebody with an account is in one study."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=20, choices=choices(Role))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["study", "user"]
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="study_one_role_per_member"),
            one_of("role", Role),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.study}"


class ColleagueInvitations(models.QuerySet["ColleagueInvitation"]):
    """What can be asked of invitations."""

    def waiting(self) -> "ColleagueInvitations":
        """Return those that were neither accepted nor taken back; some may have expired."""
        return self.filter(accepted_at=None, revoked_at=None)


class ColleagueInvitation(models.Model):
    """A way into a study for somebody who is to work on it. The link is computed, never stored."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="colleague_invitations")
    email = models.EmailField(
        help_text="Where the invitation was sent; emptied once accepted.", blank=True
    )
    role = models.CharField(max_length=20, choices=choices(Role))
    public_id = models.CharField(max_length=16, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ColleagueInvitations.as_manager()

    class Meta:
        ordering = ["study", "id"]
        constraints = [one_of("role", Role)]

    def __str__(self) -> str:
        return f"invitation of a colleague to {self.study}"

    def works_at(self, moment: datetime) -> bool:
        """Tell whether its link still makes somebody a member."""
        is_waiting = self.accepted_at is None and self.revoked_at is None
        return is_waiting and moment < self.expires_at
