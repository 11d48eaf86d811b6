"""What time it is: the database's clock, read with the rows it judges.

All web processes, workers and sweepers agree because they ask the same clock. Services take the
time as an argument, so that seeding and tests can give another; no request can.
"""

from django.db.models.expressions import Combinable
from django.db.models.functions import Now


def database_now() -> Combinable:
    """Return the expression to annotate a query with; the annotation is the time of the read."""
    return Now()
