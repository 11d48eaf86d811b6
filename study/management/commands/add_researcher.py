"""`manage.py add_researcher`: make an account, so that an installation can begin without a demo."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from frame.accounts.creation import create_account, password_link
from study.domain.errors import DomainError
from study.domain.roles import Role
from study.management.arguments import find_study, text
from study.management.command import BaseCommand
from study.services.members import set_role


class Command(BaseCommand):
    help = "Make a researcher's account and print the link that sets its password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", type=text)
        parser.add_argument("--email", type=text, default="", help="where to write to them")
        parser.add_argument("--study", metavar="SLUG", help="make them a member of this study")
        parser.add_argument("--role", choices=[role.value for role in Role], help="as what")
        parser.add_argument(
            "--operator",
            action="store_true",
            help="counts as owner of every study and manages accounts",
        )
        parser.add_argument(
            "--new-link", action="store_true", help="print a new link for an account that is there"
        )

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        if bool(options["study"]) != bool(options["role"]):
            raise CommandError("--study and --role go together: of what, and as what.")
        try:
            account = self.account(username, **options)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        except DomainError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{account.username} sets a password here, once, within three days:")
        self.stdout.write(password_link(account))

    @transaction.atomic
    def account(self, username: str, **options: Any) -> User:
        """Return the account, made or found, a member of the study that was named."""
        if options["new_link"]:
            account = User.objects.filter(username=username).first()
            if account is None:
                raise CommandError(f"There is no account {username!r}.")
        else:
            account = create_account(
                username, email=options["email"], is_operator=options["operator"]
            )
        if options["study"]:
            set_role(find_study(options["study"]), account, Role(options["role"]), by=None)
        return account
