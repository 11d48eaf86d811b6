"""What the actions of the log are called on pages; its CSV and the API keep the codes.

Actions of participants' sessions are here too: the log is one, and its page is this app's.
"""

from types import MappingProxyType

from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from study.models import AuditEntry

ACTIONS = MappingProxyType(
    {
        "study.created": _("Study created"),
        "study.title_changed": _("Title changed"),
        "study.design_revised": _("Design changed"),
        "study.open": _("Study opened"),
        "study.pause": _("Study paused"),
        "study.resume": _("Study resumed"),
        "study.close": _("Study closed"),
        "study.reopen": _("Study opened again"),
        "study.archive": _("Study archived"),
        "study.unarchive": _("Study taken out of the archive"),
        "member.role_set": _("Role of a member set"),
        "member.removed": _("Member removed"),
        "colleague.invited": _("Colleague invited"),
        "colleague.invitation_renewed": _("Colleague invited again"),
        "colleague.invitation_revoked": _("Invitation of a colleague taken back"),
        "colleague.joined": _("Colleague joined"),
        "items.imported": _("Items imported"),
        "items.copied": _("Items copied"),
        "item.retired": _("Item retired"),
        "item.restored": _("Item brought back"),
        "templates.generated": _("Templates made"),
        "templates.discarded": _("Templates discarded"),
        "template.released": _("Template given back"),
        "participants.invited": _("People invited"),
        "participant.time_set": _("Time factor set"),
        "participant.exemption_set": _("Exemption from violations set"),
        "invitation.renewed": _("New link made"),
        "invitation.revoked": _("Invitation taken back"),
        "session.begin_screening": _("Screening begun"),
        "session.fail_screening": _("Not admitted after screening"),
        "session.begin_consent": _("Consent text opened"),
        "session.consent": _("Consent given"),
        "session.decline": _("Consent declined"),
        "session.start": _("First item begun"),
        "session.complete": _("Session completed"),
        "session.terminate": _("Session terminated"),
        "session.abandon": _("Session ended as abandoned"),
        "session.withdraw": _("Participation withdrawn"),
        "session.reinstate": _("Session reinstated"),
        "session.item_reopened": _("Item shown again"),
        "session.restarted": _("Session restarted"),
        "session.invalidated": _("Session made invalid"),
        "session.revalidated": _("Session made valid again"),
        "violation.excused": _("Violation excused"),
    }
)


def name_of(action: str) -> str:
    """Return what an action is called; its code if nothing."""
    return str(ACTIONS.get(action, action))


def in_words(action: str) -> str:
    """Return what an action is called, its code on hover."""
    return format_html('<span title="{}">{}</span>', action, name_of(action))


def who(entry: AuditEntry) -> str:
    """Return who acted; a participant's own moves have no account, nor has what Discern does."""
    if entry.actor:
        return entry.actor.get_username()
    is_own = entry.action.startswith("session.") and entry.action != "session.terminate"
    return gettext("participant") if is_own else "Discern"
