"""What has been collected, what is on its way, and what only waits to be handed out."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Count, QuerySet

from annotation.domain.session import RUNNING
from annotation.domain.stages import State
from annotation.models import Presentation
from annotation.selectors.answers import analysed, counted
from study.domain.coverage import Tallies, Tally
from study.domain.plans import Coverage
from study.domain.vocabulary import Condition
from study.models import Study, TemplateSlot
from study.selectors import claimable, current_version

Rows = Mapping[str, QuerySet[Presentation] | QuerySet[TemplateSlot]]
"""What is counted, by where it stands in a `Tally`."""


def tallies(study: Study) -> Tallies:
    """Return where the judgments of every (item code, condition) stand, checks too.

    Collected are valid answers (a verdict was given) of completed sessions; running are the slots
    of templates held by sessions that are not over; planned those of templates that somebody may
    still get. What does not count (`selectors.counted`) is in none of them.
    """
    planned = TemplateSlot.objects.filter(template__in=claimable(current_version(study)))
    return _tallied(study, {"planned": planned, **_underway(study)})


def coverage(study: Study) -> Coverage:
    """Return how often each (item code, condition) is judged when everybody finishes."""
    return {pair: tally.expected for pair, tally in tallies(study).items()}


def coverage_underway(study: Study) -> Coverage:
    """Return how often each (item code, condition) is collected or running: what a claim helps."""
    underway = _tallied(study, _underway(study))
    return {pair: tally.running + tally.collected for pair, tally in underway.items()}


def _underway(study: Study) -> Rows:
    at_work = counted(study).filter(
        template__isnull=False, status__in=[status.value for status in RUNNING]
    )
    return {
        "running": TemplateSlot.objects.filter(template__in=at_work.values("template")),
        "collected": Presentation.objects.filter(
            session__in=analysed(study), state=State.DONE, verdict__isnull=False
        ),
    }


def _tallied(study: Study, standings: Rows) -> Tallies:
    codes = dict(study.items.order_by().values_list("pk", "code"))
    counts: defaultdict[tuple[str, Condition], dict[str, int]] = defaultdict(dict)
    for standing, rows in standings.items():
        # one row per item and condition, however many people there are
        tallied = rows.order_by().values_list("item_id", "condition").annotate(count=Count("*"))
        for item, condition, count in tallied:
            counts[codes[item], Condition(condition)][standing] = count
    return {pair: Tally(**numbers) for pair, numbers in counts.items()}
