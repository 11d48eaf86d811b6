"""Build session templates, and hand one out to exactly one person."""

import zlib
from collections import Counter, defaultdict
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, ProtectedError, QuerySet

from study.domain.assignment import order_of_choice
from study.domain.attention_check import indices_of
from study.domain.errors import DomainError, NoTemplateFree
from study.domain.marking import mark as _
from study.domain.scheduling import Coverage, Earlier, Slot, plan_templates
from study.domain.vocabulary import ItemKind
from study.models import Item, SessionTemplate, Study, StudyVersion, TemplateSlot
from study.selectors import current_version, main_items
from study.services.audit import record
from study.services.locks import lock_for_writing


@transaction.atomic
def generate_templates(
    study: Study,
    coverage: Coverage,
    count: int,
    seed: int | None = None,
    *,
    actor: User | None = None,
) -> list[SessionTemplate]:
    """Add `count` templates to a study, compensating what `coverage` lacks (K.5.3).

    Without a seed it is the number of the first new template, so that batches differ.

    Raises
    ------
    DomainError
        When the bank is too small for one template.
    """
    lock_for_writing(study)  # one numbering at a time
    version = current_version(study)
    items = {item.code: item for item in _usable_items(study)}
    highest = study.templates.aggregate(Max("number"))["number__max"]
    first = (highest or 0) + 1
    seed = first if seed is None else seed
    plans = plan_templates(
        main_items(study),
        sorted(item.code for item in items.values() if item.kind == ItemKind.ATTENTION_CHECK),
        version.design,
        coverage,
        count,
        seed,
        _earlier(study, version.design.layout_hash),
    )
    templates = [
        _store(study, version, first + offset, seed, plan, items)
        for offset, plan in enumerate(plans)
    ]
    after = {"count": count, "seed": seed}
    record(study, "templates.generated", study, actor=actor, after=after)
    return templates


def claim_template(study: Study, version: StudyVersion, holder: str, at: datetime) -> int:
    """Take one free template for `holder` and return its id; nobody else can get it.

    A guarded UPDATE decides: of any number of simultaneous claims on one template exactly one
    changes the row. Runs inside the caller's transaction.

    Raises
    ------
    NoTemplateFree
        When every template of this layout is held.
    """
    free = SessionTemplate.objects.filter(
        study=study, layout_hash=version.design.layout_hash, claimed_at=None
    )
    ids = dict(free.values_list("number", "id"))
    for number in order_of_choice(sorted(ids), seed=zlib.crc32(holder.encode())):
        if SessionTemplate.objects.filter(pk=ids[number], claimed_at=None).update(claimed_at=at):
            return ids[number]
    raise NoTemplateFree("Every session template of this study is taken.")


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
    slots = {
        template.label: list(template.slots.values_list("item__code", "condition"))
        for template in locked
    }
    held = _("Somebody holds one of these templates, or has held it; nothing was changed.")
    if len(locked) < len(ids):
        raise DomainError(held)
    try:
        SessionTemplate.objects.filter(pk__in=ids).delete()
    except ProtectedError:
        raise DomainError(held) from None
    record(study, "templates.discarded", study, actor=actor, reason=reason, before=slots)


def _earlier(study: Study, layout_hash: str) -> Earlier:
    templates = study.templates.filter(layout_hash=layout_hash)
    checks = TemplateSlot.objects.filter(
        template__in=templates, item__kind=ItemKind.ATTENTION_CHECK.value
    )
    positions: defaultdict[int, list[int]] = defaultdict(list)
    for template, position in checks.values_list("template_id", "position"):
        positions[template].append(position)
    indices = Counter(index for places in positions.values() for index in indices_of(places))
    return Earlier(templates.count(), indices)


def _usable_items(study: Study) -> list[Item]:
    kinds = [ItemKind.MAIN.value, ItemKind.ATTENTION_CHECK.value]
    return list(study.items.filter(kind__in=kinds, retired_at=None).only("code", "kind"))


def _store(
    study: Study,
    version: StudyVersion,
    number: int,
    seed: int,
    plan: tuple[Slot, ...],
    items: dict[str, Item],
) -> SessionTemplate:
    template = SessionTemplate.objects.create(
        study=study,
        version=version,
        layout_hash=version.design.layout_hash,
        number=number,
        seed=seed,
    )
    TemplateSlot.objects.bulk_create(
        TemplateSlot(
            template=template,
            position=position,
            item=items[slot.code],
            condition=slot.condition.value,
        )
        for position, slot in enumerate(plan)
    )
    return template
