"""What has been collected, what is on its way, and what only waits to be handed out."""

from collections import defaultdict

from django.db.models import Count, QuerySet

from annotation.domain.session import RUNNING, Status
from annotation.domain.stages import State
from annotation.models import Presentation
from annotation.selectors.answers import counted
from study.domain.coverage import Tallies, Tally
from study.domain.scheduling import Coverage
from study.domain.vocabulary import Condition
from study.models import Study, TemplateSlot
from study.selectors import current_version


def tallies(study: Study) -> Tallies:
    """Return where the judgments of every (item code, condition) stand, checks too.

    Collected are valid answers (a verdict was given) of completed sessions; running are the slots
    of templates held by sessions that are not over; planned those of templates of the current
    layout that nobody holds. Pilot sessions count nowhere.
    """
    codes = dict(study.items.values_list("pk", "code"))
    counts: defaultdict[tuple[str, Condition], dict[str, int]] = defaultdict(dict)
    for standing, rows in _rows(study).items():
        # one row per item and condition, however many people there are
        tallied = rows.order_by().values_list("item_id", "condition").annotate(count=Count("*"))
        for item, condition, count in tallied:
            counts[codes[item], Condition(condition)][standing] = count
    return {pair: Tally(**standings) for pair, standings in counts.items()}


def coverage(study: Study) -> Coverage:
    """Return how often each (item code, condition) is judged when everybody finishes."""
    return {pair: tally.expected for pair, tally in tallies(study).items()}


def coverage_underway(study: Study) -> Coverage:
    """Return how often each (item code, condition) is collected or running: what a claim helps."""
    return {pair: tally.running + tally.collected for pair, tally in tallies(study).items()}


def _rows(study: Study) -> dict[str, QuerySet[Presentation] | QuerySet[TemplateSlot]]:
    """Return the rows each standing is counted from."""
    slots = TemplateSlot.objects.filter(template__study=study)
    underway = counted(study).filter(
        template__isnull=False, status__in=[status.value for status in RUNNING]
    )
    layout = current_version(study).design.layout_hash
    return {
        "planned": slots.filter(template__claimed_at=None, template__layout_hash=layout),
        "running": slots.filter(template__in=underway.values("template")),
        "collected": Presentation.objects.filter(
            session__in=counted(study).filter(status=Status.COMPLETED.value),
            state=State.DONE,
            verdict__isnull=False,
        ),
    }
