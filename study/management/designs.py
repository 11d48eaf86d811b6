"""Read a study's design from a file, for commands."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from study.domain.design import StudyDesign
from study.domain.design_toml import NotToml, from_toml
from study.domain.errors import InvalidDesign


def design_of(config: Path, command: BaseCommand, outcome: str, base: StudyDesign) -> StudyDesign:
    """Return the design of a TOML file; what it does not name is as in `base`.

    Raises
    ------
    CommandError
        The file cannot be read or used, with the `outcome`; every wrong setting has got a line.
    """
    try:
        return from_toml(config.read_text(encoding="utf-8-sig"), base)
    except OSError as error:
        raise CommandError(f"{config}: {error.strerror}.") from None
    except (NotToml, UnicodeDecodeError) as error:
        raise CommandError(f"{config} is not TOML: {error}.") from None
    except InvalidDesign as error:
        for problem in error.problems:
            command.stderr.write(problem)
        count = len(error.problems)
        raise CommandError(f"{count} problem{'s' * (count > 1)} in {config}; {outcome}.") from None
