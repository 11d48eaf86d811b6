"""Coverage item by item, and what the study's templates guarantee."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import QuerySet

from annotation.selectors.coverage import tallies
from study.domain.certificate import Certificate, certify
from study.domain.coverage import Tally
from study.domain.plans import BankItem, Slot, TemplatePlan
from study.domain.vocabulary import Condition, ItemKind
from study.models import SessionTemplate, Study, TemplateSlot
from study.selectors import claimable, current_version, main_items


@dataclass(frozen=True)
class ItemCoverage:
    """Where one item stands in each condition."""

    item: BankItem
    tallies: Mapping[Condition, Tally]


@dataclass(frozen=True)
class CoverageReport:
    """Coverage of a study's main items against its target.

    Attributes
    ----------
    certificate : Certificate
        Its coverage counts what is collected and running, and the templates that nobody holds;
        its hash, seeds and check positions speak of all templates of the present layout.
    """

    target: Mapping[Condition, int]
    items: Sequence[ItemCoverage]
    certificate: Certificate

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "target": {condition.value: times for condition, times in self.target.items()},
            "items": [self._row(each) for each in self.items],
            "certificate": self.certificate.as_dict(),
        }

    def _row(self, covered: ItemCoverage) -> dict[str, Any]:
        row: dict[str, Any] = {"code": covered.item.code, "category": covered.item.category}
        for condition, tally in covered.tallies.items():
            shortfall = tally.shortfall(self.target[condition])
            row[condition.value] = {**asdict(tally), "shortfall": shortfall}
        return row


def coverage_report(study: Study) -> CoverageReport:
    """Return the coverage of the items in use, in the order of the design's categories."""
    version = current_version(study)
    design = version.design
    order = {category: number for number, category in enumerate(design.bank.categories)}
    items = sorted(
        (item for item in main_items(study) if item.category in order),
        key=lambda item: (order[item.category], item.code),
    )
    standing = tallies(study)
    covered = [
        ItemCoverage(
            item,
            {condition: standing.get((item.code, condition), Tally()) for condition in Condition},
        )
        for item in items
    ]
    underway = {pair: tally.running + tally.collected for pair, tally in standing.items()}
    templates = study.templates.filter(layout_hash=design.layout_hash).order_by("number")
    plans = _plans(templates)
    free = set(claimable(version).values_list("pk", flat=True))
    certificate = certify(
        items,
        study.items.filter(kind=ItemKind.ATTENTION_CHECK.value).values_list("code", flat=True),
        design,
        underway,
        [plan for template, plan in plans.items() if template in free],
        templates.values_list("seed", flat=True),
        drawn=list(plans.values()),
    )
    target = {condition: design.templates.target(condition) for condition in Condition}
    return CoverageReport(target, covered, certificate)


def _plans(templates: QuerySet[SessionTemplate]) -> dict[int, TemplatePlan]:
    """Return the templates' slots, by id, in the order of their numbers."""
    slots = TemplateSlot.objects.filter(template__in=templates.order_by())
    plans: defaultdict[int, list[Slot]] = defaultdict(list)
    rows = slots.order_by("template__number", "position")
    for template, code, condition in rows.values_list("template_id", "item__code", "condition"):
        plans[template].append(Slot(code, Condition(condition)))
    return {template: tuple(slots) for template, slots in plans.items()}
