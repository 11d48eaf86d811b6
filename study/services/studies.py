"""Create a study, and change its design without ever changing what somebody has begun on."""

from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from study.domain.design import StudyDesign
from study.domain.errors import DomainError
from study.domain.lifecycle import StudyStatus
from study.domain.marking import mark
from study.domain.roles import Role
from study.models import Study, StudyVersion
from study.selectors import current_version
from study.services.audit import record
from study.services.copying import copy_items
from study.services.locks import lock_for_writing
from study.services.members import set_role

RESERVED_SLUGS = frozenset({"new"})
"""Names of pages that stand where a study's name would."""


class DesignChanged(DomainError):
    """Somebody else was faster; their change must not be lost unseen."""

    code = "design_changed"


@transaction.atomic
def create_study(
    slug: str,
    title: str,
    design: StudyDesign,
    *,
    actor: User | None = None,
    status: StudyStatus = StudyStatus.DRAFT,
    copied_from: Study | None = None,
) -> Study:
    """Create a study with version 1 of its design.

    Parameters
    ----------
    actor : User, optional
        Who creates it, and owns it from now on; None on the command line, where it has no owner.
    status : StudyStatus
        A draft, unless whoever creates it means to invite people at once.
    copied_from : Study, optional
        For the log: where the design comes from.

    Raises
    ------
    django.core.exceptions.ValidationError
        When the slug is taken or not a slug.
    """
    study = Study(slug=slug, title=title, status=status.value)
    study.full_clean()
    if slug in RESERVED_SLUGS:
        taken = ValidationError(_("This name is taken by a page."), code="reserved")
        raise ValidationError({"slug": taken})
    study.save()
    _add_version(study, 1, design)
    after = {"design_hash": design.hash, "status": status.value}
    if copied_from is not None:
        after["copied_from"] = copied_from.slug
    record(study, "study.created", study, actor=actor, after=after)
    if actor is not None:
        set_role(study, actor, Role.OWNER, by=actor)
    return study


@transaction.atomic
def duplicate(
    study: Study, slug: str, title: str, *, actor: User | None = None, with_items: bool = True
) -> Study:
    """Create a draft with a study's present design and its items in use.

    Templates, people and answers stay where they are; the copied items have been shown to nobody.
    """
    design = current_version(study).design
    copy = create_study(slug, title, design, actor=actor, copied_from=study)
    if with_items:
        copy_items(study, copy, actor=actor)
    return copy


@transaction.atomic
def update_title(study: Study, title: str, *, actor: User | None = None) -> None:
    """Give a study another title; participants see it from their next page on.

    Raises
    ------
    django.core.exceptions.ValidationError
        When the title is empty or too long.
    """
    before = lock_for_writing(study).title
    study.title = title
    study.clean_fields()
    if title == before:
        return
    study.save(update_fields=["title"])
    record(
        study,
        "study.title_changed",
        study,
        actor=actor,
        before={"title": before},
        after={"title": title},
    )


@transaction.atomic
def revise_design(
    study: Study,
    design: StudyDesign,
    *,
    instead_of: StudyDesign | None = None,
    actor: User | None = None,
) -> StudyVersion:
    """Give a study a new design; return the version that now holds.

    A version nobody has begun on is rewritten in place. A frozen one stays as it is and a new
    version follows it. Templates nobody holds are handed out under the new version as long as
    their layout is still the one asked for.

    Parameters
    ----------
    instead_of : StudyDesign, optional
        What the new design was made from, where it keeps parts of it.

    Raises
    ------
    DesignChanged
        When another design holds by now: what is kept of the old one would undo the change.
    """
    lock_for_writing(study)  # one revision at a time
    current = current_version(study)
    if instead_of is not None and current.design != instead_of:
        raise DesignChanged(mark("Somebody changed the design meanwhile. Look again."))
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
