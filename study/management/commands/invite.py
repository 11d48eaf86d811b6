"""`manage.py invite`: make invitations, show their links again, replace one or take it back."""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError, CommandParser

from study import links
from study.management.arguments import find_study, positive, text
from study.management.command import BaseCommand
from study.management.output import until_nobody_reads
from study.models import Invitation, Study
from study.selectors import free_templates
from study.services.invitations import invite, renew, revoke

MANY = 1000


class Command(BaseCommand):
    help = "Print one line per invitation: the participant's code, a tab, the link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the study")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--count", type=positive, metavar="N", help="invite N people")
        what.add_argument(
            "--show",
            type=text,
            nargs="?",
            const="",
            metavar="CODE",
            help="print the links there are, or this participant's",
        )
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
        parser.add_argument(
            "--yes", action="store_true", help=f"yes, more than {MANY} people at once are meant"
        )

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        study = find_study(slug)
        if options["revoke"] is not None:
            self.revoke(study, options["revoke"], options["reason"])
        elif options["renew"] is not None:
            self.write([self.renew(study, options["renew"])])
        elif options["show"]:
            self.write([self.valid(study, options["show"])])
        elif options["show"] is not None:
            there = study.invitations.filter(revoked_at=None).select_related("participant")
            self.write(there.filter(is_test=True) if options["test"] else there)
        else:
            self.invite(study, options["count"], is_test=options["test"], sure=options["yes"])

    def invite(self, study: Study, count: int, *, is_test: bool, sure: bool) -> None:
        """Invite people, and warn when they are more than there are places."""
        if count > MANY and not sure:
            raise CommandError(f"{count} people at once look like a slip; if not, add --yes.")
        self.write(invite(study, count, is_test=is_test))
        waiting, free = open_invitations(study), free_templates(study)
        if waiting > free:
            self.stderr.write(
                f"warning: {waiting} open invitations, {free} free templates: "
                f"manage.py generate_templates {study} --count {waiting - free}"
            )

    def valid(self, study: Study, code: str) -> Invitation:
        """Return a participant's invitation, if its link still works."""
        invitation = find(study, code)
        if invitation.revoked_at is not None:
            raise CommandError(f"The invitation of {code} was taken back.")
        return invitation

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


def open_invitations(study: Study) -> int:
    """Return how many invited people may still want a template: they hold none, nor have ended."""
    valid = study.invitations.filter(revoked_at=None)
    without = valid.exclude(sessions__template__isnull=False)
    return without.exclude(sessions__ended_at__isnull=False).count()


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
