"""A study, and its design at one time."""

import json
from functools import lru_cache

from django.db import models

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.lifecycle import StudyStatus
from study.models.fields import choices, one_of


@lru_cache(maxsize=64)
def _design(values: str) -> StudyDesign:
    return read_design(json.loads(values))


class Study(models.Model):
    """One study. Everything else belongs to exactly one."""

    slug = models.SlugField(max_length=50, unique=True)
    title = models.CharField(max_length=200)
    status = models.CharField(
        max_length=20, choices=choices(StudyStatus), default=StudyStatus.DRAFT.value
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "studies"
        ordering = ["slug"]
        constraints = [one_of("status", StudyStatus)]

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
