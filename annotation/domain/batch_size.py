"""How many session templates are made at once."""

from study.domain.errors import DomainError
from study.domain.marking import mark as _

MOST_AT_ONCE = 2000
"""A page draws and stores so many in a few seconds; who needs more makes them in batches."""


class TooManyTemplates(DomainError):
    """More than are made at once."""

    code = "too_many_templates"


def require_batch_size(count: int) -> None:
    """Refuse more templates than are made at once.

    Raises
    ------
    TooManyTemplates
        With the number that is made at most.
    """
    if count > MOST_AT_ONCE:
        words = _(
            "%(count)s templates would be needed, and at most %(most)s are made at once. "
            "Make them in several batches, each with a shortfall allowed but the last."
        )
        raise TooManyTemplates(words, count=count, most=MOST_AT_ONCE)
