"""What is shown, to whom, in which order."""

import json
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from django.conf import settings
from django.db import models
from django.db.models import Q

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.roles import Role
from study.domain.vocabulary import GSM_CHECK, Category, Condition, ItemKind


def choices(words: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """Return Django's choices for an enumeration of the domain."""
    return [(word.value, word.value) for word in words]


def one_of(field: str, words: Iterable[StrEnum]) -> models.CheckConstraint:
    """Return the constraint that holds `choices` in the database too."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__in": [word.value for word in words]}),
        name=f"%(app_label)s_%(class)s_{field}",
    )


@lru_cache(maxsize=64)
def _design(values: str) -> StudyDesign:
    return read_design(json.loads(values))


class Study(models.Model):
    """One study. Everything else belongs to exactly one."""

    slug = models.SlugField(max_length=50, unique=True)
    title = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "studies"
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class StudyVersion(models.Model):
    """A study's design at one time. Once someone has begun on it, it never changes."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    design_json = models.TextField(help_text="Canonical JSON of every setting.")
    design_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    piloted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="study_version_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.study} v{self.number}"

    @property
    def design(self) -> StudyDesign:
        """Return the validated, frozen design."""
        return _design(self.design_json)


class ItemImage(models.Model):
    """A figure, stored once however many items show it."""

    sha256 = models.CharField(max_length=64, unique=True)
    media_type = models.CharField(max_length=30)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.sha256[:12]


class Item(models.Model):
    """One (question, justification, answer) of the bank, as written and as rendered."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="items")
    code = models.CharField(max_length=40)
    kind = models.CharField(max_length=20, choices=choices(ItemKind))
    category = models.CharField(
        max_length=20, blank=True, help_text="TP, TN, FP, FN, or GSM-CHECK for checks."
    )
    category_source = models.CharField(
        max_length=200, blank=True, help_text="The direct-AO verdict the category rests on."
    )
    question = models.TextField()
    justification = models.TextField()
    answer = models.TextField()
    gold_answer = models.TextField(blank=True)
    is_correct = models.BooleanField(help_text="Ground truth G of the shown answer.")
    error_step = models.PositiveIntegerField(null=True, blank=True)
    problem_id = models.CharField(max_length=80)
    arm = models.CharField(max_length=40, default="base")
    image = models.ForeignKey(ItemImage, on_delete=models.PROTECT, null=True, blank=True)
    image_alt = models.TextField(blank=True)
    source = models.CharField(max_length=200, blank=True)
    level = models.CharField(max_length=20, blank=True)
    subject = models.CharField(max_length=100, blank=True)
    model = models.CharField(max_length=200, blank=True)

    question_html = models.TextField()
    justification_html = models.TextField()
    answer_html = models.TextField()

    created_at = models.DateTimeField(auto_now_add=True)
    first_shown_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["study", "code"]
        constraints = [
            models.UniqueConstraint(fields=["study", "code"], name="study_item_code_unique"),
            one_of("kind", ItemKind),
            models.CheckConstraint(
                condition=(
                    Q(kind=ItemKind.MAIN.value, category__in=[c.value for c in Category])
                    | Q(kind=ItemKind.ATTENTION_CHECK.value, category=GSM_CHECK)
                    | Q(
                        kind__in=[ItemKind.SCREENING.value, ItemKind.PRACTICE.value],
                        category="",
                    )
                ),
                name="study_item_category_fits_kind",
            ),
            models.CheckConstraint(
                condition=(
                    ~Q(kind=ItemKind.MAIN.value)
                    | Q(category__in=["TP", "FN"], is_correct=True)
                    | Q(category__in=["TN", "FP"], is_correct=False)
                ),
                name="study_item_category_fits_ground_truth",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class SessionTemplate(models.Model):
    """The fixed script of one participant's session (K.5)."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="templates")
    version = models.ForeignKey(StudyVersion, on_delete=models.PROTECT, related_name="templates")
    layout_hash = models.CharField(max_length=64, help_text="`StudyDesign.layout_hash`.")
    number = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True, blank=True, help_text="Empty: free.")

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "number"], name="study_template_number_unique"
            ),
        ]
        indexes = [
            models.Index(
                fields=["study"], condition=Q(claimed_at=None), name="study_template_free"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """Return the template's name as the paper writes it: T1, T2 and so on."""
        return f"T{self.number}"


class TemplateSlot(models.Model):
    """One position of a template: which item, under which condition."""

    template = models.ForeignKey(SessionTemplate, on_delete=models.CASCADE, related_name="slots")
    position = models.PositiveIntegerField()
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="slots")
    condition = models.CharField(max_length=2, choices=choices(Condition))

    class Meta:
        ordering = ["template", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["template", "position"], name="study_slot_position_unique"
            ),
            models.UniqueConstraint(fields=["template", "item"], name="study_slot_item_unique"),
            one_of("condition", Condition),
        ]

    def __str__(self) -> str:
        return f"{self.template}[{self.position}] {self.item} {self.condition}"


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
        return f"invitation of {self.participant}"


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
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "audit entries"
        ordering = ["-id"]
        indexes = [models.Index(fields=["study", "subject_type", "subject_id"])]

    def __str__(self) -> str:
        return f"{self.action} {self.subject_type} {self.subject_id}"
