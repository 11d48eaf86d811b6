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
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no study {slug!r}. Studies: {known}.")
    return study


def positive(text: str) -> int:
    """Read a whole number from 1."""
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a whole number from 1")


def seed_number(text: str) -> int:
    """Read the seed of a random generator."""
    if text.isdecimal() and len(text) < 20 and int(text) <= LARGEST_SEED:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a whole number from 0 to {LARGEST_SEED}")


def not_negative(text: str) -> float:
    """Read a number from 0."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if 0 <= number < float("inf"):
        return number
    raise ArgumentTypeError(f"{text!r} is not a number from 0")
