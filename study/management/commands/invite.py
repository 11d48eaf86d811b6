"""`manage.py invite`: make invitations, show their links again, replace one or take it back."""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from study import links
from study.management.arguments import find_study, positive, text
from study.management.output import until_nobody_reads
from study.models import Invitation, Study
from study.services.invitations import invite, renew, revoke


class Command(BaseCommand):
    help = "Print one line per invitation: the participant's code, a tab, the link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--count", type=positive, metavar="N", help="invite N people")
        what.add_argument("--show", action="store_true", help="print the links there are")
        what.add_argument(
            "--renew",
            type=text,
            metavar="CODE",
            help="give this participant a new link to the same session; the old one stops working",
        )
        what.add_argument(
            "--revoke", type=text, metavar="CODE", help="take this participant's invitation back"
        )
        parser.add_argument("--reason", type=text, help="why it is taken back; kept in the log")
        parser.add_argument("--test", action="store_true", help="pilot sessions: counted nowhere")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        study = find_study(slug)
        if options["revoke"] is not None:
            self.revoke(study, options["revoke"], options["reason"])
        elif options["renew"] is not None:
            self.write([self.renew(study, options["renew"])])
        elif options["show"]:
            there = study.invitations.filter(revoked_at=None).select_related("participant")
            self.write(there.filter(is_test=True) if options["test"] else there)
        else:
            self.write(invite(study, options["count"], is_test=options["test"]))

    def renew(self, study: Study, code: str) -> Invitation:
        """Replace a link."""
        invitation = find(study, code)
        if invitation.revoked_at is not None:
            raise CommandError(
                f"The invitation of {code} was taken back, and a new link would be closed too. "
                f"Invite somebody anew: manage.py invite {study} --count 1"
            )
        return renew(invitation)

    def revoke(self, study: Study, code: str, reason: str | None) -> None:
        """Take an invitation back."""
        if not reason:
            raise CommandError('Say why: --reason "…". It is kept in the log.')
        if not revoke(find(study, code), reason):
            raise CommandError(f"The invitation of {code} was taken back before.")
        self.stdout.write(f"The invitation of {code} is taken back; its link says so.")

    def write(self, invitations: Iterable[Invitation]) -> None:
        """Print the lines."""
        with until_nobody_reads():
            for invitation in invitations:
                self.stdout.write(f"{invitation.participant.code}\t{links.url(invitation)}")


def find(study: Study, code: str) -> Invitation:
    """Return the invitation of a participant."""
    invitations = study.invitations.select_related("participant", "study")
    invitation = invitations.filter(participant__code=code).first()
    if invitation is None:
        raise CommandError(
            f"There is no participant {code!r} in {study}. "
            f"Those with a link: manage.py invite {study} --show"
        )
    return invitation
