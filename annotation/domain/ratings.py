"""Stage 2 (K.6.1): confidence always, helpfulness in AJ only, each from 1 to 5."""

from study.domain.errors import DomainError
from study.domain.vocabulary import Condition

SCALE = range(1, 6)
"""1 Very Uncertain … 5 Very Confident; 1 Very Unhelpful … 5 Very Helpful."""


class InvalidRating(DomainError):
    """A rating is missing, outside the scale, or not asked for."""

    code = "invalid_rating"


def check_ratings(condition: Condition, confidence: int | None, helpfulness: int | None) -> None:
    """Raise unless the ratings are complete for the condition.

    Raises
    ------
    InvalidRating
        Confidence missing or outside 1–5; helpfulness missing in AJ, or given in AO.

    Examples
    --------
    >>> check_ratings(Condition.AO, 3, None)
    >>> check_ratings(Condition.AO, 3, 4)
    Traceback (most recent call last):
        ...
    annotation.domain.ratings.InvalidRating: Helpfulness is not asked for here.
    """
    if confidence not in SCALE:
        raise InvalidRating("Confidence is missing; choose 1 to 5.")
    if condition is Condition.AO and helpfulness is not None:
        raise InvalidRating("Helpfulness is not asked for here.")
    if condition is Condition.AJ and helpfulness not in SCALE:
        raise InvalidRating("Helpfulness is missing; choose 1 to 5.")


def check_draft(*ratings: int | None) -> None:
    """Raise unless every half-made rating is on the scale or not made yet."""
    if any(rating is not None and rating not in SCALE for rating in ratings):
        raise InvalidRating("A rating is a whole number from 1 to 5.")
