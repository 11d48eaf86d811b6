"""The item bank."""

from django.db import models
from django.db.models import Q

from study.domain.vocabulary import GSM_CHECK, Category, ItemKind
from study.models.fields import choices, one_of
from study.models.studies import Study


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
