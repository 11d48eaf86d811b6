"""What is shown, to whom, in which order."""

from study.models.fields import choices, one_of
from study.models.items import Item, ItemImage
from study.models.log import AuditEntry
from study.models.members import ColleagueInvitation, Membership
from study.models.people import Invitation, Participant
from study.models.studies import Study, StudyVersion
from study.models.templates import SessionTemplate, TemplateSlot

__all__ = [
    "AuditEntry",
    "ColleagueInvitation",
    "Invitation",
    "Item",
    "ItemImage",
    "Membership",
    "Participant",
    "SessionTemplate",
    "Study",
    "StudyVersion",
    "TemplateSlot",
    "choices",
    "one_of",
]
