"""What a set of session templates guarantees, counted from the templates themselves."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from study.domain.attention_check import indices_of
from study.domain.counting import CONDITIONS, Bank, Offer, highest
from study.domain.design import StudyDesign
from study.domain.plans import (
    NOTHING,
    BankItem,
    Coverage,
    Earlier,
    TemplatePlan,
    count_slots,
)
from study.domain.vocabulary import Condition


@dataclass(frozen=True)
class Certificate:
    """What templates add up to when everybody finishes, together with what there is already.

    Attributes
    ----------
    templates : int
        How many templates it speaks of.
    target, guaranteed, most : mapping of Condition to int
        Judgments every item is to have, and those of the items that get least and most.
    bound : mapping of Condition to int
        The most `guaranteed` could be with so many templates, by counting.
    gap : int
        How far the least covered item, measured from its target, stays below what counting allows
        for both conditions at once; 0: no plan can be better.
    spread : mapping of Condition to int
        The largest difference between two items of one category.
    shortfall : int
        Judgments missing to the target, over all items.
    dropouts_survived : int
        So many of the templates can be lost, whichever, and every item still reaches its target;
        one more can break it, unless what is covered already makes up for it.
    check_positions : mapping of int to int
        Before which index of the main list an attention check stands, and how often.
    arms_apart : int
        The largest difference between two arms' items within one template.
    identical : int
        Templates that are the same as an earlier one of these.
    seeds : tuple of int
        The seeds they were drawn from.
    hash : str
        SHA-256 of the templates, slot by slot.
    """

    templates: int
    target: Mapping[Condition, int]
    guaranteed: Mapping[Condition, int]
    most: Mapping[Condition, int]
    bound: Mapping[Condition, int]
    gap: int
    spread: Mapping[Condition, int]
    shortfall: int
    dropouts_survived: int
    check_positions: Mapping[int, int]
    arms_apart: int
    identical: int
    seeds: tuple[int, ...]
    hash: str

    @property
    def meets_target(self) -> bool:
        """Tell whether there are items, and every one reaches its target in each condition."""
        return all(self.guaranteed[each] >= target for each, target in self.target.items())

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {entry.name: _plain(getattr(self, entry.name)) for entry in fields(self)} | {
            "meets_target": self.meets_target
        }


def certify(
    items: Sequence[BankItem],
    checks: Collection[str],
    design: StudyDesign,
    coverage: Coverage,
    plans: Sequence[TemplatePlan],
    seeds: Iterable[int],
    *,
    drawn: Sequence[TemplatePlan] | None = None,
    earlier: Earlier = NOTHING,
) -> Certificate:
    """Count what templates guarantee on top of a coverage; nothing is taken from who drew them.

    Parameters
    ----------
    items : sequence of BankItem
        The main items in use; templates may hold others, which were retired since.
    checks : collection of str
        Codes of the attention checks, retired ones too.
    coverage : mapping
        What there is already, without these templates.
    drawn : sequence of TemplatePlan, optional
        What the certificate's hash, check indices and the like speak of where that is more than
        `plans`: all templates of a study, of which some are held.
    earlier : Earlier
        Attention checks of earlier templates, which count with those of these.
    """
    drawn = plans if drawn is None else drawn
    bank = Bank(items, design, coverage)
    slots = count_slots(plans)
    lines = [_line(plan) for plan in drawn]
    levels = [
        level + slots.get((bank.items[pair // 2].code, CONDITIONS[pair % 2]), 0)
        for pair, level in enumerate(bank.level)
    ]
    targets = [design.templates.target(condition) for condition in CONDITIONS]
    # without items there are no judgments: as far below the target as can be
    least = [min(levels[side::2], default=-targets[side]) for side in (0, 1)]
    most = [max(levels[side::2], default=-targets[side]) for side in (0, 1)]
    *bounds, both = highest(bank, _offered(design, plans)) if levels else (*least, min(least))
    main = {item.code: item for item in bank.items}
    return Certificate(
        templates=len(plans),
        target=_per_condition(targets),
        guaranteed=_per_condition(map(sum, zip(targets, least, strict=True))),
        most=_per_condition(map(sum, zip(targets, most, strict=True))),
        bound=_per_condition(map(sum, zip(targets, bounds, strict=True))),
        gap=max(0, both - min(least)),
        spread=_per_condition(_spread(bank, levels, side) for side in (0, 1)),
        shortfall=sum(-level for level in levels if level < 0),
        dropouts_survived=max(0, min(least)),
        check_positions=_check_positions(drawn, set(checks), earlier),
        arms_apart=_arms_apart(drawn, main),
        identical=len(lines) - len(set(lines)),
        seeds=tuple(dict.fromkeys(seeds)),
        hash=hashlib.sha256("\n".join(lines).encode()).hexdigest(),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): number for key, number in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _per_condition(numbers: Iterable[int]) -> dict[Condition, int]:
    return dict(zip(CONDITIONS, numbers, strict=True))


def _offered(design: StudyDesign, plans: Sequence[TemplatePlan]) -> Offer:
    """Return what these templates offer, whatever opens them; checks are always AJ (K.7)."""
    half = design.templates.items_per_category // 2
    ao_slots = sum(slot.condition is Condition.AO for plan in plans for slot in plan)
    always = len(plans) * half * len(design.bank.categories)
    return Offer(len(plans), design.templates.items_per_category, ao_slots - always)


def _spread(bank: Bank, levels: Sequence[int], side: int) -> int:
    """Return the largest difference within a category, of one condition."""
    found: dict[int, list[int]] = {}
    for pair in range(side, len(levels), 2):
        found.setdefault(bank.stratum[pair], []).append(levels[pair])
    return max((max(each) - min(each) for each in found.values()), default=0)


def _check_positions(
    plans: Sequence[TemplatePlan], checks: Collection[str], earlier: Earlier
) -> dict[int, int]:
    counts = Counter(earlier.check_indices)
    for plan in plans:
        counts.update(indices_of(at for at, slot in enumerate(plan) if slot.code in checks))
    return dict(sorted(counts.items()))


def _arms_apart(plans: Sequence[TemplatePlan], main: Mapping[str, BankItem]) -> int:
    arms = sorted({item.arm for item in main.values()})
    if len(arms) < 2:
        return 0
    apart = 0
    for plan in plans:
        shown = Counter(main[slot.code].arm for slot in plan if slot.code in main)
        counts = [shown[arm] for arm in arms]
        apart = max(apart, max(counts) - min(counts))
    return apart


def _line(plan: TemplatePlan) -> str:
    return " ".join([slot.code + ":" + slot.condition for slot in plan])
