"""Session templates (K.5): which items one participant sees, in which order and condition.

A template takes `items_per_category` items of every category, half of them AO and half AJ,
alternates the conditions from the opening one, and carries its attention checks, always AJ, at
even indices of the main list. Over all templates the least covered item is covered as often as the
number of slots allows. In four steps, each a file: what slots can do at all (`counting`), how often
each item is drawn in each condition (`quotas`), by which template (`dealing`), and in which order
(`ordering`). The `certificate` counts the result anew. Decision 0023 tells why this is exact.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from study.domain.attention_check import insertion_indices
from study.domain.certificate import Certificate, certify
from study.domain.counting import (
    CONDITIONS,
    Bank,
    fewest,
    missing,
    obstacle,
    offer,
    smallest,
)
from study.domain.dealing import TOO_MANY_SHARED, deal
from study.domain.design import StudyDesign
from study.domain.errors import DomainError
from study.domain.marking import fill
from study.domain.marking import mark as _
from study.domain.ordering import Arranger
from study.domain.plans import (
    NOTHING,
    BankItem,
    Coverage,
    Earlier,
    Slot,
    TemplatePlan,
    openings,
)
from study.domain.quotas import pour, split_odd_slots
from study.domain.vocabulary import Condition


@dataclass(frozen=True)
class Basis:
    """What templates are drawn from.

    Attributes
    ----------
    items : sequence of BankItem
        The main items in use, of all categories of the design, in any order.
    checks : sequence of str
        Codes of the attention checks; the first `design.templates.attention_checks` are used.
    coverage : mapping
        What is already collected or on its way, per (code, condition).
    earlier : Earlier
        What the study's templates of this layout hold; batches go on where the last one ended.
    """

    items: Sequence[BankItem]
    checks: Sequence[str]
    design: StudyDesign
    coverage: Coverage
    earlier: Earlier = NOTHING


@dataclass(frozen=True)
class Plan:
    """Session templates as drawn, and what they guarantee."""

    templates: tuple[TemplatePlan, ...]
    certificate: Certificate


class TooFewTemplates(DomainError):
    """A number of templates cannot meet the coverage target; `fewest` can."""

    code = "too_few_templates"

    def __init__(self, words: str, /, *, fewest: int, **gaps: object) -> None:
        super().__init__(words, fewest=fewest, **gaps)
        self.fewest = fewest


def plan_templates(basis: Basis, count: int, seed: int) -> Plan:
    """Draw `count` templates of `design.shown_items` slots each.

    The same input gives the same plan on every platform. A count too small for the target is drawn
    all the same, as well as it can be; `require_target` refuses it.

    Raises
    ------
    DomainError
        When the bank is too small for one template.
    """
    design, earlier = basis.design, basis.earlier
    bank = Bank(basis.items, design, basis.coverage)
    _require_enough(bank, basis.checks, design)
    chance = random.Random(seed)
    opened = openings(design, count, earlier)
    rooms = _rooms(bank, design, opened, earlier, chance)
    slots = [sum(room) for room in zip(*rooms, strict=True)] if rooms else [0] * bank.strata
    deals = deal(bank, pour(bank, slots, count, chance), rooms, chance)
    arranger = Arranger(bank, design.main_items, chance)
    used_checks = basis.checks[: design.templates.attention_checks]
    places = insertion_indices(
        count, len(used_checks), design.main_items, chance, earlier.check_indices
    )
    slot_of = [Slot(item.code, condition) for item in bank.items for condition in CONDITIONS]
    plans = []
    for pairs, opening, indices in zip(deals, opened, places, strict=True):
        shown = [slot_of[pair] for pair in arranger.arrange(pairs, CONDITIONS.index(opening))]
        for check, index in sorted(zip(used_checks, indices, strict=True), key=lambda c: -c[1]):
            shown.insert(index, Slot(check, Condition.AJ))
        plans.append(tuple(shown))
    certificate = certify(
        basis.items, basis.checks, design, basis.coverage, plans, [seed], earlier=earlier
    )
    return Plan(tuple(plans), certificate)


def plan_to_target(basis: Basis, seed: int) -> Plan:
    """Draw as few templates as cover every shortfall; none when nothing is missing.

    Raises
    ------
    DomainError
        When the bank is too small for one template, or no template can show some item.
    """
    bank = Bank(basis.items, basis.design, basis.coverage)
    draw = cache(partial(plan_templates, basis, seed=seed))
    # the first suffices while no two categories share a problem: there counting is exact
    count = smallest(
        lambda count: draw(count).certificate.meets_target,
        fewest(bank, basis.design, basis.earlier),
        sum(missing(bank).strata),  # a template for each judgment
    )
    plan = draw(count)
    if not plan.certificate.meets_target:  # problems hide an item from every template
        raise DomainError(TOO_MANY_SHARED)
    return plan


def require_target(basis: Basis, plan: Plan) -> None:
    """Refuse a plan with which some item stays below its target.

    Raises
    ------
    TooFewTemplates
        With the bound that forbids it, and the smallest number of templates that can.
    """
    certificate = plan.certificate
    if certificate.meets_target:
        return
    bank = Bank(basis.items, basis.design, basis.coverage)
    bound = obstacle(bank, offer(basis.design, certificate.templates, basis.earlier))
    if bound is None:
        shared = _("categories share problems, which leaves %(short)s judgments short")
        bound = fill(shared, short=certificate.shortfall)
    enough = plan_to_target(basis, certificate.seeds[0]).certificate.templates
    words = _(
        "A count of %(count)s cannot reach the coverage target: %(bound)s. The smallest count that "
        "can is %(fewest)s. Make so many, or allow a shortfall and add more later."
    )
    raise TooFewTemplates(words, count=certificate.templates, bound=bound, fewest=enough)


def templates_lacking(
    items: Sequence[BankItem],
    design: StudyDesign,
    coverage: Coverage,
    earlier: Earlier = NOTHING,
) -> int:
    """Return how many templates it takes at least until coverage reaches the target (K.5.3).

    Examples
    --------
    >>> four = [BankItem(f"TP{n}", "TP", f"{n}") for n in range(4)]
    >>> templates_lacking(four, StudyDesign(), {})  # two of them in each condition per template
    6
    """
    return fewest(Bank(items, design, coverage), design, earlier)


def _rooms(
    bank: Bank,
    design: StudyDesign,
    opened: Sequence[Condition],
    earlier: Earlier,
    chance: random.Random,
) -> list[list[int]]:
    """Return how many slots each stratum has in each template."""
    always = len(bank.categories) * (design.templates.items_per_category // 2)
    half, is_odd = divmod(design.main_items, 2)
    extras = [half + (is_odd and opening is Condition.AO) - always for opening in opened]
    return split_odd_slots(bank, offer(design, len(opened), earlier), extras, chance)


def _require_enough(bank: Bank, checks: Sequence[str], design: StudyDesign) -> None:
    """Refuse a bank that cannot fill one template."""
    needed = design.templates.items_per_category
    problems: list[dict[int, None]] = [{} for _category in bank.categories]
    for stratum, problem in zip(bank.stratum[::2], bank.problem[::2], strict=True):
        problems[stratum // 2][problem] = None
    for category, found in zip(bank.categories, problems, strict=True):
        if len(found) < needed:
            words = _(
                "Category %(category)s has %(there)s different problems; one template needs "
                "%(needed)s. Import more items of this category."
            )
            raise DomainError(words, category=category, there=len(found), needed=needed)
    if len(checks) < design.templates.attention_checks:
        words = _(
            "The bank has %(there)s attention checks; the design asks for %(needed)s. "
            "Import an item of kind attention_check."
        )
        asked = design.templates.attention_checks
        raise DomainError(words, there=len(checks), needed=asked)
