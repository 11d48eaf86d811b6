"""Reads of what is shown, to whom, in which order."""

from study.models import SessionTemplate, Study, StudyVersion


def current_version(study: Study) -> StudyVersion:
    """Return the newest version of a study, which new participants get."""
    return study.versions.order_by("-number")[0]


def free_templates(study: Study) -> int:
    """Return how many session templates of the current layout nobody holds."""
    layout = current_version(study).design.layout_hash
    return SessionTemplate.objects.filter(study=study, layout_hash=layout, claimed_at=None).count()
