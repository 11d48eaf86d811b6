"""Take items out of use, and bring them back."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from study.domain.errors import DomainError
from study.domain.marking import mark as _
from study.item_bank import normalised
from study.models import Item, SessionTemplate, Study
from study.services.audit import record
from study.services.locks import lock_for_writing
from study.services.templates import discard


class TemplatesInTheWay(DomainError):
    """A template that nobody has got yet holds an item that is to be retired."""

    code = "templates_in_the_way"


@transaction.atomic
def retire_items(
    study: Study,
    codes: Iterable[str],
    reason: str,
    *,
    discard_templates: bool = False,
    actor: User | None = None,
) -> list[Item]:
    """Take items out of use; return those that were in use. Answers to them stay.

    Sessions under way go on with them. Templates that nobody has got yet must not hold them: they
    are discarded on request, else nothing is done. One that is given back stays, for the answers to
    it do, and nobody gets it any more (`study.selectors.claimable`).

    Raises
    ------
    DomainError
        Naming every code that is unknown.
    TemplatesInTheWay
        Naming the templates.
    """
    lock_for_writing(study)  # no new templates meanwhile
    items = [item for item in _named(study, codes) if item.retired_at is None]
    free = templates_in_the_way(study, items)
    if free and not discard_templates:
        words = _(
            "Somebody may still get %(templates)s, with one of %(codes)s. Nothing was "
            "retired. Discard these templates too, then make others."
        )
        raise TemplatesInTheWay(words, templates=_labels(free), codes=_codes(items))
    if free:
        discard(study, free, reason, actor=actor)
    Item.objects.filter(pk__in=[item.pk for item in items]).update(retired_at=timezone.now())
    for item in items:
        record(study, "item.retired", item, actor=actor, reason=reason, after={"code": item.code})
    return items


def templates_in_the_way(study: Study, items: Iterable[Item]) -> QuerySet[SessionTemplate]:
    """Return the templates with these items that nobody has got yet."""
    unheld = study.templates.filter(claimed_at=None, sessions=None)
    return unheld.filter(slots__item__in=items).distinct()


@transaction.atomic
def restore_items(
    study: Study, codes: Iterable[str], reason: str, *, actor: User | None = None
) -> list[Item]:
    """Bring retired items back; return those that were retired.

    Raises
    ------
    DomainError
        Naming every code that is unknown, or that asks what another item in use asks.
    """
    lock_for_writing(study)
    items = [item for item in _named(study, codes) if item.retired_at is not None]
    in_use: dict[str, Item] = {}
    for item in [*study.items.filter(retired_at=None), *items]:
        twin = in_use.setdefault(normalised(item.question), item)
        if item in items and twin.problem_id != item.problem_id:
            words = _(
                "%(code)s asks the same as %(twin)s but has another problem_id, so one person "
                "could see both. Retire %(twin)s first."
            )
            raise DomainError(words, code=item.code, twin=twin.code)
    Item.objects.filter(pk__in=[item.pk for item in items]).update(retired_at=None)
    for item in items:
        record(study, "item.restored", item, actor=actor, reason=reason, after={"code": item.code})
    return items


def _named(study: Study, codes: Iterable[str]) -> list[Item]:
    wanted = list(dict.fromkeys(codes))
    items = {item.code: item for item in study.items.filter(code__in=wanted)}
    if unknown := [code for code in wanted if code not in items]:
        words = _("There are no items %(codes)s in %(study)s; nothing was done.")
        raise DomainError(words, codes=", ".join(unknown), study=study)
    return [items[code] for code in wanted]


def _codes(items: Iterable[Item]) -> str:
    return ", ".join(item.code for item in items)


def _labels(templates: Iterable[SessionTemplate]) -> str:
    return ", ".join(template.label for template in templates)
