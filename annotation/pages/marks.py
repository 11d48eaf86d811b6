"""Why a session does not count, as a column of a table."""

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from annotation.pages.words import codes_of_marks, marks_of


class MarksColumn(tables.Column):
    """Restarted, released, invalid: in words on the page, in codes in the CSV.

    Parameters
    ----------
    of : str
        Where the session is, seen from the row; "" when the row has the times itself.
    """

    def __init__(self, of: str = "") -> None:
        super().__init__(verbose_name=_("Marks"), empty_values=(), orderable=False)
        self.of = of

    def render(self, record: Any) -> str:
        """Return the words."""
        return ", ".join(str(words) for words in marks_of(self._session(record)))

    def value(self, record: Any) -> str:
        """Return the codes."""
        return " ".join(codes_of_marks(self._session(record)))

    def _session(self, record: Any) -> object:
        return getattr(record, self.of) if self.of else record
