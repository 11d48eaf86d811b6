"""Create a study and change its design without ever changing what somebody has begun on."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from study.domain.design import StudyDesign
from study.models import Study, StudyVersion
from study.selectors import current_version
from study.services.audit import record


@transaction.atomic
def create_study(slug: str, title: str, design: StudyDesign, *, actor: User | None = None) -> Study:
    """Create a study with version 1 of its design.

    Raises
    ------
    django.core.exceptions.ValidationError
        When the slug is taken or not a slug.
    """
    study = Study(slug=slug, title=title)
    study.full_clean()
    study.save()
    _add_version(study, 1, design)
    record(study, "study.created", study, actor=actor, after={"design_hash": design.hash})
    return study


@transaction.atomic
def revise_design(study: Study, design: StudyDesign, *, actor: User | None = None) -> StudyVersion:
    """Give a study a new design; return the version that now holds.

    A version nobody has begun on is rewritten in place. A frozen one stays as it is and a new
    version follows it. Templates nobody holds are handed out under the new version as long as
    their layout is still the one asked for.
    """
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)  # one revision at a time
    current = current_version(study)
    if current.design == design:
        return current
    before = {"version": current.number, "design_hash": current.design_hash}
    untouched = StudyVersion.objects.filter(pk=current.pk, frozen_at=None, piloted_at=None)
    if untouched.update(design_json=design.as_json(), design_hash=design.hash):
        current.refresh_from_db()
        version = current
    else:
        version = _add_version(study, current.number + 1, design)
    record(
        study,
        "study.design_revised",
        version,
        actor=actor,
        before=before,
        after={"version": version.number, "design_hash": design.hash},
    )
    return version


def freeze(version: StudyVersion, at: datetime) -> None:
    """Mark that someone has begun on a version; from now on it never changes."""
    if version.frozen_at is None:
        StudyVersion.objects.filter(pk=version.pk, frozen_at=None).update(frozen_at=at)


def note_pilot(version: StudyVersion, at: datetime) -> None:
    """Mark that a pilot runs on a version: not frozen, but not rewritten under them either."""
    if version.piloted_at is None:
        StudyVersion.objects.filter(pk=version.pk, piloted_at=None).update(piloted_at=at)


def _add_version(study: Study, number: int, design: StudyDesign) -> StudyVersion:
    return StudyVersion.objects.create(
        study=study, number=number, design_json=design.as_json(), design_hash=design.hash
    )
