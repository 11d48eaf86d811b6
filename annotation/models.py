"""What happens while a participant works."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.domain.acts import Facts
from annotation.domain.ratings import SCALE
from annotation.domain.session import RUNNING, Status
from annotation.domain.stages import OPEN, Reason, RtSource, State
from annotation.domain.violations import Kind, NotCounted, Severity
from study.domain.design import VERSION_LENGTH
from study.domain.vocabulary import Condition
from study.models import choices, one_of


class ParticipantSession(models.Model):
    """One participant working through one session template.

    Holds no personal value: the participant is a code, and no address or user agent is stored.
    """

    version = models.ForeignKey(
        "study.StudyVersion", on_delete=models.PROTECT, related_name="sessions"
    )
    participant = models.ForeignKey(
        "study.Participant", on_delete=models.PROTECT, related_name="sessions"
    )
    invitation = models.ForeignKey(
        "study.Invitation", on_delete=models.PROTECT, related_name="sessions"
    )
    template = models.ForeignKey(
        "study.SessionTemplate",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="sessions",
    )
    status = models.CharField(max_length=20, choices=choices(Status), default=Status.ENTERED.value)
    template_rank = models.PositiveIntegerField(
        null=True, blank=True, help_text="Place among the free templates; 1: needed most."
    )
    templates_free = models.PositiveIntegerField(
        null=True, blank=True, help_text="How many were free when it was claimed."
    )
    is_test = models.BooleanField(default=False)
    language = models.CharField(max_length=10)
    instructions_read_at = models.DateTimeField(null=True, blank=True)
    practice_done = models.PositiveIntegerField(default=0)
    passed_attention_check = models.BooleanField(null=True, blank=True)
    attention_check_timed_out = models.BooleanField(default=False)
    completion_code = models.CharField(max_length=12, blank=True)
    severe_count = models.PositiveIntegerField(default=0, help_text="Violations that count.")
    moderate_count = models.PositiveIntegerField(default=0)

    entered_at = models.DateTimeField()
    consented_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True, help_text="First item: active.")
    ended_at = models.DateTimeField(null=True, blank=True)
    # three facts beside the status; whichever is set, the session does not count
    superseded_at = models.DateTimeField(
        null=True, blank=True, help_text="Restarted: the link leads to a newer session."
    )
    released_at = models.DateTimeField(
        null=True, blank=True, help_text="The template was given back; the answers stay."
    )
    invalidated_at = models.DateTimeField(
        null=True, blank=True, help_text="A researcher decided that it does not count."
    )

    class Meta:
        constraints = [
            one_of("status", Status),
            models.UniqueConstraint(
                fields=["template"],
                condition=Q(superseded_at=None, released_at=None),
                name="annotation_one_holder_per_template",
            ),
            models.UniqueConstraint(
                fields=["invitation"],
                condition=Q(superseded_at=None),
                name="annotation_a_link_leads_to_one_session",
            ),
            models.CheckConstraint(
                condition=Q(status__in=sorted(RUNNING)) | Q(ended_at__isnull=False),
                name="annotation_an_ended_session_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(superseded_at=None, released_at=None, invalidated_at=None)
                | Q(ended_at__isnull=False),
                name="annotation_what_does_not_count_is_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant} ({self.status})"

    @property
    def facts(self) -> Facts:
        """Return what decides which acts are possible (`annotation.domain.acts`)."""
        return Facts(
            status=Status(self.status),
            has_template=self.template_id is not None,
            is_test=self.is_test,
            is_revoked=self.invitation.revoked_at is not None,
            is_superseded=self.superseded_at is not None,
            is_released=self.released_at is not None,
            is_invalid=self.invalidated_at is not None,
        )


class ConsentText(models.Model):
    """A consent text exactly as people read it, stored once; a later design does not change it."""

    sha256 = models.CharField(max_length=64, unique=True)
    text = models.TextField(help_text="Markdown, filled in.")

    def __str__(self) -> str:
        return self.sha256[:12]


class ConsentRecord(models.Model):
    """What somebody was asked, in which language, and what they said."""

    session = models.OneToOneField(
        ParticipantSession, on_delete=models.CASCADE, related_name="consent"
    )
    given = models.BooleanField()
    version = models.CharField(max_length=VERSION_LENGTH)
    text = models.ForeignKey(ConsentText, on_delete=models.PROTECT, related_name="records")
    language = models.CharField(max_length=10)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.session}: {'given' if self.given else 'declined'}"


class Presentation(models.Model):
    """One item shown to one participant, with its clock, draft and answer.

    The limits are copied in when the content is handed out: a later change of the design never
    moves an open item. The final answer is `verdict`; `late_value` is what came too late.
    """

    session = models.ForeignKey(
        ParticipantSession, on_delete=models.CASCADE, related_name="presentations"
    )
    public_id = models.UUIDField(unique=True)
    index = models.PositiveIntegerField(help_text="0-based position in the session.")
    item = models.ForeignKey("study.Item", on_delete=models.PROTECT, related_name="presentations")
    condition = models.CharField(max_length=2, choices=choices(Condition))
    state = models.CharField(max_length=10, choices=choices(State), default=State.STAGE1.value)

    presented_at = models.DateTimeField()
    soft_deadline = models.DateTimeField(null=True, blank=True)
    hard_deadline = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="Hard limit + grace: then the platform closes Stage 1."
    )

    draft = models.BooleanField(null=True, blank=True)
    draft_seq = models.PositiveIntegerField(default=0)
    verdict = models.BooleanField(null=True, blank=True, help_text="True: said Correct.")
    late_value = models.BooleanField(null=True, blank=True)
    timed_out = models.BooleanField(default=False)
    rt_seconds = models.FloatField(null=True, blank=True)
    rt_source = models.CharField(max_length=10, choices=choices(RtSource), blank=True)
    client_rt_seconds = models.FloatField(null=True, blank=True)
    server_rt_seconds = models.FloatField(null=True, blank=True)
    closed_by = models.CharField(max_length=10, choices=choices(Reason), blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    stage1_submission = models.UUIDField(null=True, blank=True, unique=True)

    stage2_at = models.DateTimeField(null=True, blank=True, help_text="Ratings handed out.")
    ratings_draft_seq = models.PositiveIntegerField(default=0)
    confidence_draft = models.PositiveSmallIntegerField(null=True, blank=True)
    helpfulness_draft = models.PositiveSmallIntegerField(null=True, blank=True)
    confidence = models.PositiveSmallIntegerField(null=True, blank=True)
    helpfulness = models.PositiveSmallIntegerField(null=True, blank=True)
    confidence_rt_seconds = models.FloatField(null=True, blank=True)
    confidence_rt_source = models.CharField(max_length=10, choices=choices(RtSource), blank=True)
    submitted_at = models.DateTimeField(null=True, blank=True)
    stage2_submission = models.UUIDField(null=True, blank=True, unique=True)

    class Meta:
        constraints = [
            one_of("state", State),
            one_of("condition", Condition),
            models.UniqueConstraint(
                fields=["session", "index"], name="annotation_presentation_index_unique"
            ),
            models.UniqueConstraint(
                fields=["session", "item"], name="annotation_presentation_item_unique"
            ),
            models.UniqueConstraint(
                fields=["session"],
                condition=Q(state__in=sorted(OPEN)),
                name="annotation_one_open_presentation_per_session",
            ),
            models.CheckConstraint(
                condition=Q(soft_deadline=None, hard_deadline=None)
                | Q(
                    soft_deadline__gt=F("presented_at"),
                    hard_deadline__gt=F("soft_deadline"),
                    closes_at__gte=F("hard_deadline"),
                ),
                name="annotation_hard_after_soft_after_presented",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[State.STAGE1.value, State.VOID.value])
                | Q(closed_at__isnull=False, rt_seconds__isnull=False),
                name="annotation_stage2_only_after_closing",
            ),
            models.CheckConstraint(
                condition=Q(confidence=None) | Q(confidence__in=list(SCALE)),
                name="annotation_confidence_on_scale",
            ),
            models.CheckConstraint(
                condition=Q(helpfulness=None)
                | Q(helpfulness__in=list(SCALE), condition=Condition.AJ.value),
                name="annotation_helpfulness_on_scale_and_only_in_aj",
            ),
        ]
        indexes = [
            # the sweeper's query, nothing else
            models.Index(
                fields=["closes_at"],
                condition=Q(state=State.STAGE1.value),
                name="annotation_stage1_closes_at",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} [{self.index}] {self.state}"


class ViolationEvent(models.Model):
    """Something a page reported of its participant (K.8), or that monitoring was blind for a while.

    What was seen, never what was done elsewhere: no address, no text, no picture. Times are the
    server's estimate, from the ages the page sends. `not_counted` says why it does not count, ""
    that it does (`annotation.domain.violations`).
    """

    session = models.ForeignKey(
        ParticipantSession, on_delete=models.CASCADE, related_name="violations"
    )
    event_id = models.UUIDField()
    act_id = models.UUIDField(help_text="Events of one act count once.")
    kind = models.CharField(max_length=20, choices=choices(Kind))
    severity = models.CharField(max_length=10, choices=choices(Severity))
    not_counted = models.CharField(max_length=20, choices=choices(NotCounted), blank=True)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    received_at = models.DateTimeField()
    duration_ms = models.PositiveIntegerField()
    page_id = models.UUIDField(help_text="Of one loading of the page.")
    sequence = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="The page counts its events; a number that is missing shows.",
    )
    raw = models.JSONField(default=list, blank=True, help_text="What the browser said, in order.")
    disputed_at = models.DateTimeField(null=True, blank=True)
    disputed_text = models.TextField(blank=True, help_text='"That was not me", in their words.')
    excused_at = models.DateTimeField(null=True, blank=True)
    excused_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    excused_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            one_of("kind", Kind),
            one_of("severity", Severity),
            models.UniqueConstraint(
                fields=["session", "event_id"], name="annotation_violation_event_unique"
            ),
            models.CheckConstraint(
                condition=Q(not_counted__in=["", *(why.value for why in NotCounted)]),
                name="annotation_violation_not_counted",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__gte=F("begun_at")), name="annotation_violation_ends_later"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session}: {self.kind}"


class Heartbeat(models.Model):
    """The last sign of life of a session's page; what lies between two of them is not kept."""

    session = models.OneToOneField(
        ParticipantSession, on_delete=models.CASCADE, related_name="heartbeat"
    )
    page_id = models.UUIDField()
    at = models.DateTimeField()
    is_visible = models.BooleanField()
    is_focused = models.BooleanField()
    last_event_seq = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.session}: {self.at}"
