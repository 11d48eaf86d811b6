"""Readers of command-line arguments; a wrong one names itself."""

from argparse import ArgumentTypeError

from django.core.management.base import CommandError

from study.models import Study

LARGEST_SEED = 2**63 - 1  # what a database keeps


def find_study(slug: str) -> Study:
    """Return a study.

    Raises
    ------
    CommandError
        There is none of this name; the message says which there are.
    """
    study = Study.objects.filter(slug=slug.encode(errors="replace").decode()).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no study {slug!r}. Studies: {known}.")
    return study


def text(given: str) -> str:
    """Read a text; what the terminal could not say in UTF-8 cannot be stored."""
    try:
        given.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError(f"{given!r} is not UTF-8") from None
    return given


def positive(given: str) -> int:
    """Read a whole number from 1."""
    if given.isdecimal() and int(given) >= 1:
        return int(given)
    raise ArgumentTypeError(f"{given!r} is not a whole number from 1")


def seed_number(given: str) -> int:
    """Read the seed of a random generator."""
    if given.isdecimal() and len(given) < 20 and int(given) <= LARGEST_SEED:
        return int(given)
    raise ArgumentTypeError(f"{given!r} is not a whole number from 0 to {LARGEST_SEED}")


def not_negative(given: str) -> float:
    """Read a number from 0."""
    try:
        number = float(given)
    except ValueError:
        number = -1.0
    if 0 <= number < float("inf"):
        return number
    raise ArgumentTypeError(f"{given!r} is not a number from 0")
