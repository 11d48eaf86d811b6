"""Build session templates; `claiming` hands them out."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, ProtectedError, QuerySet

from study.domain.attention_check import indices_of
from study.domain.design import StudyDesign
from study.domain.errors import DomainError
from study.domain.marking import mark as _
from study.domain.plans import Coverage, Earlier
from study.domain.scheduling import (
    Basis,
    Plan,
    plan_templates,
    plan_to_target,
    require_target,
)
from study.domain.vocabulary import Condition, ItemKind
from study.models import SessionTemplate, Study, StudyVersion, TemplateSlot
from study.selectors import current_version, main_items
from study.services.audit import record
from study.services.locks import lock_for_writing


@dataclass(frozen=True)
class Batch:
    """Session templates as they would be made now: nothing of them is stored.

    Attributes
    ----------
    first : int
        The number of the first: 16 of T16.
    """

    first: int
    seed: int
    basis: Basis
    plan: Plan


def plan_batch(
    study: Study, coverage: Coverage, count: int | None, seed: int | None = None
) -> Batch:
    """Plan templates that compensate what `coverage` lacks (K.5.3); store nothing.

    Parameters
    ----------
    coverage : mapping
        What is collected or on its way, per (item code, condition).
    count : int or None
        How many; None for as few as cover every shortfall.
    seed : int, optional
        By default the number of the first template, so that batches differ.

    Raises
    ------
    DomainError
        When the bank is too small for one template.
    """
    highest = study.templates.aggregate(Max("number"))["number__max"]
    first = (highest or 0) + 1
    seed = first if seed is None else seed
    basis = _basis(study, coverage)
    if count is None:
        return Batch(first, seed, basis, plan_to_target(basis, seed))
    return Batch(first, seed, basis, plan_templates(basis, count, seed))


@transaction.atomic
def store_batch(
    study: Study, batch: Batch, *, allow_shortfall: bool = False, actor: User | None = None
) -> list[SessionTemplate]:
    """Store templates that were planned while the study was held.

    Raises
    ------
    TooFewTemplates
        When some item would stay below its target and no shortfall is allowed.
    """
    if not allow_shortfall:
        require_target(batch.basis, batch.plan)
    made = _store(study, current_version(study), batch)
    if made:
        after = {
            "count": len(made),
            "seed": batch.seed,
            "hash": batch.plan.certificate.hash,
            "shortfall": batch.plan.certificate.shortfall,
        }
        record(study, "templates.generated", study, actor=actor, after=after)
    return made


@transaction.atomic
def generate_templates(
    study: Study, coverage: Coverage, count: int, seed: int | None = None
) -> list[SessionTemplate]:
    """Add `count` templates on top of a coverage, whether or not they reach the target.

    Raises
    ------
    DomainError
        When the bank is too small for one template.
    """
    lock_for_writing(study)  # one numbering at a time
    batch = plan_batch(study, coverage, count, seed)
    return store_batch(study, batch, allow_shortfall=True)


@transaction.atomic
def discard(
    study: Study,
    templates: QuerySet[SessionTemplate],
    reason: str,
    *,
    actor: User | None = None,
) -> None:
    """Delete templates that nobody ever held.

    Raises
    ------
    DomainError
        When somebody takes one of them at this moment, or once held it.
    """
    lock_for_writing(study)
    ids = set(templates.values_list("pk", flat=True))
    locked = list(SessionTemplate.objects.select_for_update().filter(pk__in=ids, claimed_at=None))
    held = _("Somebody holds one of these templates, or has held it; nothing was changed.")
    if len(locked) < len(ids):
        raise DomainError(held)
    slots: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    rows = TemplateSlot.objects.filter(template__in=ids).order_by("template__number", "position")
    for number, code, condition in rows.values_list("template__number", "item__code", "condition"):
        slots[f"T{number}"].append((code, condition))
    try:
        SessionTemplate.objects.filter(pk__in=ids).delete()
    except ProtectedError:
        raise DomainError(held) from None
    record(study, "templates.discarded", study, actor=actor, reason=reason, before=dict(slots))


def _basis(study: Study, coverage: Coverage) -> Basis:
    version = current_version(study)
    checks = study.items.filter(kind=ItemKind.ATTENTION_CHECK.value, retired_at=None)
    return Basis(
        main_items(study),
        list(checks.order_by("code").values_list("code", flat=True)),
        version.design,
        coverage,
        _earlier(study, version.design),
    )


def _earlier(study: Study, design: StudyDesign) -> Earlier:
    slots = TemplateSlot.objects.filter(
        template__study=study, template__layout_hash=design.layout_hash
    )
    checks = slots.filter(item__kind=ItemKind.ATTENTION_CHECK.value)
    positions: defaultdict[int, list[int]] = defaultdict(list)
    for template, position in checks.values_list("template_id", "position"):
        positions[template].append(position)
    indices = Counter(index for places in positions.values() for index in indices_of(places))
    return Earlier(_ahead(slots, design), indices)


def _ahead(slots: QuerySet[TemplateSlot], design: StudyDesign) -> int:
    """Return how many more templates open with AJ than with AO; a check opens none."""
    # only checks can stand before the first main item
    early = slots.filter(
        item__kind=ItemKind.MAIN.value, position__lte=design.templates.attention_checks
    )
    latest_first = early.order_by("-position").values_list("template_id", "condition")
    opened = Counter(dict(latest_first).values())
    return opened[Condition.AJ.value] - opened[Condition.AO.value]


def _store(study: Study, version: StudyVersion, batch: Batch) -> list[SessionTemplate]:
    templates = SessionTemplate.objects.bulk_create(
        SessionTemplate(
            study=study,
            version=version,
            layout_hash=version.design.layout_hash,
            number=batch.first + offset,
            seed=batch.seed,
        )
        for offset in range(len(batch.plan.templates))
    )
    ids = dict(study.items.values_list("code", "pk"))
    slots = (
        TemplateSlot(
            template=template,
            position=position,
            item_id=ids[slot.code],
            condition=slot.condition.value,
        )
        for template, plan in zip(templates, batch.plan.templates, strict=True)
        for position, slot in enumerate(plan)
    )
    TemplateSlot.objects.bulk_create(slots, batch_size=2000)
    return templates
