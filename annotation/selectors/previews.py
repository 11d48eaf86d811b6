"""What a researcher sees in the participant's screen: an item, or a place of a template."""

from dataclasses import dataclass

from annotation.models import ParticipantSession
from study.domain.design import StudyDesign
from study.domain.vocabulary import Condition
from study.models import Item, SessionTemplate, Study, TemplateSlot
from study.selectors import current_version


@dataclass(frozen=True)
class Previewed:
    """An item on a screen of which nothing is stored.

    Attributes
    ----------
    index : int
        0-based place among the `total` that one would see.
    """

    item: Item
    condition: Condition
    design: StudyDesign
    index: int = 0
    total: int = 1
    id: str = "preview"


def item_previewed(study: Study, pk: int, condition: str) -> Previewed | None:
    """Return one item as the newest version shows it; None when the study has no such item."""
    item = study.items.select_related("image").filter(pk=pk).first()
    if item is None:
        return None
    return Previewed(item, Condition(condition), current_version(study).design)


def place_previewed(study: Study, number: int, place: int) -> Previewed | None:
    """Return what a template shows at a place, counted from 1; None when there is no such place."""
    slots = TemplateSlot.objects.filter(template__study=study, template__number=number)
    slot = slots.filter(position=place - 1).select_related("item__image", "template__study").first()
    if slot is None:
        return None
    design = design_shown(slot.template)
    return Previewed(slot.item, Condition(slot.condition), design, slot.position, slots.count())


def design_shown(template: SessionTemplate) -> StudyDesign:
    """Return the design by which a template is shown: its holder's, else that of who gets it next.

    Nobody gets a template of an abandoned layout; it is shown as it was made.
    """
    holder = ParticipantSession.objects.filter(
        template=template, superseded_at=None, released_at=None
    )
    if session := holder.select_related("version").first():
        return session.version.design
    newest = current_version(template.study).design
    return newest if newest.layout_hash == template.layout_hash else template.version.design
