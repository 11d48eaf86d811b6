"""What the models of all apps say of their fields."""

from collections.abc import Iterable
from enum import StrEnum

from django.db import models
from django.db.models import Q


def choices(words: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """Return Django's choices for an enumeration of the domain."""
    return [(word.value, word.value) for word in words]


def one_of(field: str, words: Iterable[StrEnum]) -> models.CheckConstraint:
    """Return the constraint that holds `choices` in the database too."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__in": [word.value for word in words]}),
        name=f"%(app_label)s_%(class)s_{field}",
    )
