"""Copy an item bank into another study."""

from django.contrib.auth.models import User
from django.db import transaction

from study.models import Item, Study
from study.services.audit import record
from study.services.locks import lock_for_writing

_BATCH = 500
_OF_ITS_OWN = {"id", "study", "created_at", "first_shown_at", "retired_at"}
_COPIED = [field.attname for field in Item._meta.concrete_fields if field.name not in _OF_ITS_OWN]


@transaction.atomic
def copy_items(source: Study, target: Study, *, actor: User | None = None) -> int:
    """Add a study's items in use to another study, as written and as rendered; return how many.

    They have been shown to nobody there. Retired items stay behind.
    """
    lock_for_writing(target)
    rows = source.items.filter(retired_at=None).order_by("id").values(*_COPIED)
    copies = Item.objects.bulk_create((Item(study=target, **row) for row in rows), _BATCH)
    after = {"from": source.slug, "items": len(copies)}
    record(target, "items.copied", target, actor=actor, after=after)
    return len(copies)
