"""Read a study's design from a file, for commands."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.errors import InvalidDesign


def design_of(config: Path, command: BaseCommand, outcome: str, base: StudyDesign) -> StudyDesign:
    """Return the design of a TOML file; what it does not name is as in `base`.

    Raises
    ------
    CommandError
        The file cannot be read or used, with the `outcome`; every wrong setting has got a line.
    """
    try:
        given = tomllib.loads(config.read_text(encoding="utf-8-sig"))
        return read_design(_over(base.as_dict(), given))
    except OSError as error:
        raise CommandError(f"{config}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"{config} is not TOML: {error}.") from None
    except InvalidDesign as error:
        for problem in error.problems:
            command.stderr.write(problem)
        count = len(error.problems)
        raise CommandError(f"{count} problem{'s' * (count > 1)} in {config}; {outcome}.") from None


def _over(base: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    both = {
        name: {**base.get(name, {}), **body} if isinstance(body, Mapping) else body
        for name, body in given.items()
    }
    return {**base, **both}
