"""Session templates beside what they add to coverage, or have brought."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from annotation.domain.stages import State
from annotation.models import ParticipantSession, Presentation
from annotation.selectors.people import template_board
from study.domain.coverage import Tallies
from study.domain.design import StudyDesign
from study.domain.vocabulary import Condition, ItemKind
from study.models import SessionTemplate, Study, TemplateSlot
from study.selectors import claimable, current_version


@dataclass(frozen=True)
class Levels:
    """Which slots help most, as `assignment.order_of_need` ranks templates.

    Attributes
    ----------
    below, lowest : Q
        Slots whose item is judged or running too seldom, and those of them whose item is as far
        below its target as any.
    """

    below: Q
    lowest: Q


def template_rows(study: Study, standing: Tallies) -> QuerySet[Any]:
    """Return the rows of `template_board`, each with what it adds or has brought.

    `below` and `lowest` count slots of a free template (`Levels`); they are None where somebody
    holds it, or nobody will. `collected` counts the main items with a verdict in the session that
    holds it, `asked` all main items it shows. `invalidated_at` is that session's. `was_held` tells
    that sessions refer to the template, though they may have given it back.

    Parameters
    ----------
    standing : mapping
        Where the study's judgments stand (`tallies`).
    """
    version = current_version(study)
    levels = _levels(study, version.design, standing)
    slots = TemplateSlot.objects.filter(template=OuterRef("pk"))
    main = slots.filter(item__kind=ItemKind.MAIN.value)
    judged = Presentation.objects.filter(
        session=OuterRef("live__id"),
        item__kind=ItemKind.MAIN.value,
        state=State.DONE,
        verdict__isnull=False,
    )
    return template_board(study).annotate(
        # asked row by row: as part of the counts it would be found anew for each of them
        is_claimable=Exists(claimable(version).filter(pk=OuterRef("pk"))),
        below=_if_claimable(_number_of(slots, levels.below)),
        lowest=_if_claimable(_number_of(slots, levels.lowest)),
        asked=_number_of(main, Q()),
        collected=Coalesce(
            Subquery(judged.order_by().values("session").values(n=Count("pk"))), Value(0)
        ),
        invalidated_at=F("live__invalidated_at"),
        is_of_this_layout=Q(layout_hash=version.design.layout_hash),
        holds_retired=Exists(slots.filter(item__retired_at__isnull=False)),
        was_held=Exists(ParticipantSession.objects.filter(template=OuterRef("pk"))),
    )


def discardable(study: Study) -> QuerySet[SessionTemplate]:
    """Return the templates that nobody ever held."""
    held = ParticipantSession.objects.filter(template=OuterRef("pk"))
    return study.templates.filter(~Exists(held), claimed_at=None)


def _number_of(slots: QuerySet[TemplateSlot], chosen: Q) -> Subquery:
    """Return how many slots of a template are chosen; None of a template that has no such slots."""
    counted = Count("pk", filter=chosen) if chosen else Count("pk")
    return Subquery(slots.order_by().values("template").values(n=counted))


def _if_claimable(number: Subquery) -> Case:
    return Case(When(is_claimable=True, then=number), default=None)


def _levels(study: Study, design: StudyDesign, standing: Tallies) -> Levels:
    judged = {pair: tally.running + tally.collected for pair, tally in standing.items()}
    main = study.items.filter(
        kind=ItemKind.MAIN.value, retired_at=None, category__in=design.bank.categories
    )
    below = {
        (pk, condition): level
        for pk, code in main.values_list("pk", "code")
        for condition in Condition
        if (level := judged.get((code, condition), 0) - design.templates.target(condition)) < 0
    }
    least = min(below.values(), default=0)
    return Levels(
        below=_slots_showing(below),
        lowest=_slots_showing(pair for pair, level in below.items() if level == least),
    )


def _slots_showing(pairs: Iterable[tuple[int, Condition]]) -> Q:
    """Return the slots of these items in these conditions."""
    items: dict[Condition, list[int]] = {condition: [] for condition in Condition}
    for item, condition in pairs:
        items[condition].append(item)
    chosen = (Q(condition=condition.value, item__in=keys) for condition, keys in items.items())
    return reduce(or_, chosen)
