"""Reads of what is shown, to whom, in which order."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from study.domain.checklist import Finding, Stock, checklist
from study.domain.plans import BankItem
from study.domain.roles import Role
from study.domain.scheduling import templates_lacking
from study.domain.vocabulary import GSM_CHECK, Condition, ItemKind
from study.models import AuditEntry, Item, SessionTemplate, Study, StudyVersion, TemplateSlot
from study.rendering import SOURCE_MARK


def current_version(study: Study) -> StudyVersion:
    """Return the newest version of a study, which new participants get."""
    return study.versions.order_by("-number")[0]


def ever_monitored(study: Study) -> bool:
    """Tell whether any version of a study's design monitors, so that there can be violations."""
    return any(version.design.integrity.monitoring for version in study.versions.all())


def claimable(version: StudyVersion) -> QuerySet[SessionTemplate]:
    """Return the session templates that who works by this version may still get.

    They are of its layout, and nobody holds them. One that was given back after an item of it was
    retired is handed out to nobody, until that item is in use again.
    """
    retired = TemplateSlot.objects.filter(
        item__study=version.study_id, item__retired_at__isnull=False
    )
    return SessionTemplate.objects.filter(
        study=version.study_id, layout_hash=version.design.layout_hash, claimed_at=None
    ).exclude(pk__in=retired.order_by().values("template"))


def free_templates(study: Study) -> int:
    """Return how many session templates people who begin now can get."""
    return claimable(current_version(study)).count()


def people_underway(study: Study) -> int:
    """Return how many people have begun, pilots too, and are neither done nor ended."""
    running = Q(sessions__isnull=False, sessions__ended_at=None, sessions__released_at=None)
    return study.participants.filter(running).count()


@dataclass(frozen=True)
class BankCount:
    """How many items of one kind and category a study has in use.

    Attributes
    ----------
    category : str
        "" where the kind has none.
    asked : int or None
        How many the design asks for; None where it does not say.
    """

    kind: ItemKind
    category: str
    in_use: int
    asked: int | None

    @property
    def is_short(self) -> bool:
        """Tell whether items are missing."""
        return self.asked is not None and self.in_use < self.asked


def bank_in_use(study: Study) -> list[BankCount]:
    """Return the items a study has in use, against what its design asks for."""
    design = current_version(study).design
    kinds = study.items.filter(retired_at=None).order_by().values_list("kind", "category")
    there = {(kind, category): n for kind, category, n in kinds.annotate(n=Count("pk"))}
    asked: dict[tuple[ItemKind, str], int | None] = {
        (ItemKind.MAIN, category): design.bank.items_per_category
        for category in design.bank.categories
    }
    asked |= {
        (ItemKind.ATTENTION_CHECK, GSM_CHECK): design.templates.attention_checks,
        (ItemKind.PRACTICE, ""): design.practice.items,
        (ItemKind.SCREENING, ""): None,
    }
    return [
        BankCount(kind, category, there.get((kind.value, category), 0), number)
        for (kind, category), number in asked.items()
    ]


def item_table(study: Study) -> QuerySet[Item]:
    """Return a study's items for a table, with `in_templates`: how many templates hold each."""
    slots = TemplateSlot.objects.filter(item=OuterRef("pk")).order_by().values("item")
    number = Coalesce(Subquery(slots.annotate(n=Count("pk")).values("n")), 0)
    long = ("justification", "question_html", "justification_html", "answer_html", "image_alt")
    return study.items.defer(*long).annotate(in_templates=number).order_by("code")


def history_of_item(item: Item) -> list[AuditEntry]:
    """Return what the log says of an item, the newest first: imports that named it, retirements."""
    entries = item.study.audit_entries.select_related("actor").order_by("-id")
    own = entries.filter(subject_type="item", subject_id=str(item.pk))
    imports = (
        entry
        for entry in entries.filter(action="items.imported")
        if any(item.code in (entry.after or {}).get(did, ()) for did in ("created", "changed"))
    )
    return sorted([*own, *imports], key=lambda entry: -entry.pk)


def main_items(study: Study) -> list[BankItem]:
    """Return the main items in use, as the scheduler knows them."""
    items = study.items.filter(kind=ItemKind.MAIN, retired_at=None)
    return [BankItem(*row) for row in items.values_list("code", "category", "problem_id", "arm")]


def checklist_of(study: Study) -> list[Finding]:
    """Return what a study has and lacks before people may begin, in a fixed number of queries."""
    version = current_version(study)
    design = version.design
    in_use = study.items.filter(retired_at=None)
    there = {(each.kind, each.category): each.in_use for each in bank_in_use(study)}
    as_source = Q()
    for text in ("question", "justification", "answer"):
        as_source |= Q(**{f"{text}_html__contains": SOURCE_MARK})
    templates = study.templates.filter(layout_hash=design.layout_hash)
    counted = templates.exclude(sessions__is_test=True)  # a pilot's judgments count nowhere
    slots = counted.values_list("slots__item__code", "slots__condition")
    reached = Counter((code, Condition(condition)) for code, condition in slots)
    stock = Stock(
        main_items={
            category: there.get((ItemKind.MAIN, category), 0) for category in design.bank.categories
        },
        attention_checks=there.get((ItemKind.ATTENTION_CHECK, GSM_CHECK), 0),
        practice_items=there.get((ItemKind.PRACTICE, ""), 0),
        formulas_as_source=in_use.filter(as_source).count(),
        free_templates=claimable(version).count(),
        templates_lacking=templates_lacking(main_items(study), design, reached),
        owners=study.memberships.filter(role=Role.OWNER.value).count(),
        is_piloted=version.piloted_at is not None or version.frozen_at is not None,
    )
    return checklist(design, stock)


def versions_of(study: Study) -> QuerySet[StudyVersion]:
    """Return the versions of a study, the newest first, each with `people` who began on it."""
    begun = Count("sessions", filter=Q(sessions__is_test=False))
    return study.versions.select_related("study").annotate(people=begun).order_by("-number")
