"""What is shown in which order."""

from django.db import models
from django.db.models import Q

from study.domain.vocabulary import Condition
from study.models.fields import choices, one_of
from study.models.items import Item
from study.models.studies import Study, StudyVersion


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
