"""What has been collected."""

from collections import Counter

from django.db.models import Count, Q

from annotation.domain.session import RUNNING, Status
from annotation.domain.stages import State
from annotation.models import Presentation
from annotation.selectors.answers import counted
from study.domain.scheduling import Coverage
from study.domain.vocabulary import Condition
from study.models import Study, TemplateSlot
from study.selectors import current_version


def coverage(study: Study) -> Coverage:
    """Return how often each (item code, condition) is collected or on its way.

    Collected are valid answers (a verdict was given) of completed sessions; on their way are all
    slots of templates held by running sessions, or by nobody yet and of the current layout. Pilot
    sessions count nowhere.
    """
    collected = Presentation.objects.filter(
        session__in=counted(study).filter(status=Status.COMPLETED.value),
        state=State.DONE,
        verdict__isnull=False,
    )
    underway = counted(study).filter(
        template__isnull=False, status__in=[status.value for status in RUNNING]
    )
    layout = current_version(study).design.layout_hash
    free = Q(template__claimed_at=None, template__layout_hash=layout)
    pending = TemplateSlot.objects.filter(
        free | Q(template__in=underway.values("template")), template__study=study
    )
    codes = dict(study.items.values_list("pk", "code"))
    counts: Counter[tuple[str, Condition]] = Counter()
    for rows in (collected, pending):
        # one row per item and condition, however many people there are
        tallied = rows.order_by().values_list("item_id", "condition").annotate(count=Count("*"))
        for item, condition, count in tallied:
            counts[codes[item], Condition(condition)] += count
    return counts
