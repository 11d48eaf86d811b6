"""What our commands have in common: a wrong argument is one line."""

from typing import Any, NoReturn

from django.core.management.base import BaseCommand as DjangoCommand
from django.core.management.base import CommandError, CommandParser


class BriefParser(CommandParser):
    """A parser that names what is wrong, and leaves the usage to --help."""

    def error(self, message: str) -> NoReturn:
        """End with one line; when called by other code, raise it."""
        if not self.called_from_command_line:
            raise CommandError(f"Error: {message}")
        self.exit(2, f"{self.prog}: {message}; see --help\n")


class BaseCommand(DjangoCommand):
    """A command with a brief parser."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser of the command's arguments."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = BriefParser  # Django leaves no other way to choose its class
        return parser
