"""Readers of command-line arguments; a wrong one names itself."""

from argparse import ArgumentTypeError


def positive(text: str) -> int:
    """Read a whole number from 1."""
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a whole number from 1")


def not_negative(text: str) -> float:
    """Read a number from 0."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if 0 <= number < float("inf"):
        return number
    raise ArgumentTypeError(f"{text!r} is not a number from 0")
