"""Hand one session template out to exactly one person: the one that is needed most."""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from study.domain.assignment import Pair, order_of_need
from study.domain.errors import NoTemplateFree
from study.domain.vocabulary import Condition, ItemKind
from study.models import Item, SessionTemplate, StudyVersion, TemplateSlot
from study.selectors import claimable


@dataclass(frozen=True)
class Claim:
    """A template that was taken.

    Attributes
    ----------
    rank : int
        Its place among the free ones: 1 was needed most.
    free : int
        How many were free.
    """

    template_id: int
    label: str
    rank: int
    free: int


def claim_template(
    version: StudyVersion,
    coverage: Mapping[Pair, int],
    holder: str,
    at: datetime,
    *,
    least_needed: bool = False,
) -> Claim:
    """Take one free template for `holder`; nobody else can get it.

    A guarded UPDATE decides: of any number of simultaneous claims on one template exactly one
    changes the row, and the others try the next one. Runs inside the caller's transaction.

    Parameters
    ----------
    coverage : mapping
        How often every (item code, condition) is collected or running.
    holder : str
        A participant's code; ties are broken by it.
    least_needed : bool
        For a pilot, whose judgments cover nothing: begin at the other end.

    Raises
    ------
    NoTemplateFree
        When there is none that may be handed out.
    """
    free = claimable(version)
    templates = {template.number: template for template in free.only("number").order_by()}
    ranking = order_of_need(
        _main_items(version, templates.values()),
        coverage,
        {each: version.design.templates.target(each) for each in Condition},
        seed=zlib.crc32(holder.encode()),
    )
    places = list(enumerate(ranking, start=1))
    for rank, number in reversed(places) if least_needed else places:
        template = templates[number]
        if free.filter(pk=template.pk).update(claimed_at=at):
            return Claim(template.pk, template.label, rank, len(places))
    raise NoTemplateFree("Every session template of this study is taken.")


def claim_again(template: SessionTemplate, at: datetime) -> bool:
    """Take a template back that was given away; False when somebody else holds it."""
    free = SessionTemplate.objects.filter(pk=template.pk, claimed_at=None)
    return free.update(claimed_at=at) == 1


def free_template(template: SessionTemplate) -> None:
    """Let a template be claimed by somebody else."""
    SessionTemplate.objects.filter(pk=template.pk).update(claimed_at=None)


def _main_items(
    version: StudyVersion, templates: Iterable[SessionTemplate]
) -> dict[int, list[Pair]]:
    """Return the main items of templates by number, in two queries however many there are."""
    numbers = {template.pk: template.number for template in templates}
    main = Item.objects.filter(study=version.study_id, kind=ItemKind.MAIN.value).order_by()
    pairs = {
        (item, condition.value): (code, condition)
        for item, code in main.values_list("pk", "code")
        for condition in Condition
    }
    slots = TemplateSlot.objects.filter(
        template__study=version.study_id,
        template__layout_hash=version.design.layout_hash,
        template__claimed_at=None,
    )
    found: defaultdict[int, list[Pair]] = defaultdict(list)
    rows = slots.order_by().values_list("template_id", "item_id", "condition")
    for template, item, condition in rows:
        # neither a check, nor of a template that became free after `templates` were read
        if (item, condition) in pairs and template in numbers:
            found[numbers[template]].append(pairs[item, condition])
    return {number: found[number] for number in numbers.values()}
