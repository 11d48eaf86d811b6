"""Reads of what is shown, to whom, in which order."""

from django.db.models import Q

from study.domain.scheduling import BankItem
from study.domain.vocabulary import ItemKind
from study.models import SessionTemplate, Study, StudyVersion


def current_version(study: Study) -> StudyVersion:
    """Return the newest version of a study, which new participants get."""
    return study.versions.order_by("-number")[0]


def free_templates(study: Study) -> int:
    """Return how many session templates of the current layout nobody holds."""
    layout = current_version(study).design.layout_hash
    return SessionTemplate.objects.filter(study=study, layout_hash=layout, claimed_at=None).count()


def people_underway(study: Study) -> int:
    """Return how many people have begun, pilots too, and are neither done nor ended."""
    running = Q(sessions__isnull=False, sessions__ended_at=None, sessions__released_at=None)
    return study.participants.filter(running).count()


def main_items(study: Study) -> list[BankItem]:
    """Return the main items in use, as the scheduler knows them."""
    items = study.items.filter(kind=ItemKind.MAIN, retired_at=None)
    return [BankItem(*row) for row in items.values_list("code", "category", "problem_id")]
