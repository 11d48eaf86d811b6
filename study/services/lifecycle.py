"""Open a study, pause it, close it, archive it: one function moves it, and the log says why."""

from django.contrib.auth.models import User
from django.db import transaction

from study.domain.checklist import require_ready
from study.domain.lifecycle import StudyEvent, StudyStatus, move, require_nobody_underway
from study.models import Study
from study.selectors import checklist_of, people_underway
from study.services.audit import record
from study.services.locks import lock


@transaction.atomic
def change_status(study: Study, event: StudyEvent, *, actor: User | None, reason: str) -> Study:
    """Move a study to what follows `event`, and return it.

    Raises
    ------
    IllegalStudyMove
        When that is not possible from where it stands.
    NotReady
        When a draft lacks something that people need.
    PeopleUnderway
        When it would be archived while somebody works.
    """
    before = StudyStatus(lock(study).status)
    after = move(before, event)
    if event is StudyEvent.OPEN:
        require_ready(checklist_of(study))
    if after is StudyStatus.ARCHIVED:
        require_nobody_underway(people_underway(study))
    Study.objects.filter(pk=study.pk).update(status=after.value)
    study.status = after.value
    record(
        study,
        f"study.{event}",
        study,
        actor=actor,
        reason=reason,
        before={"status": before.value},
        after={"status": after.value},
    )
    return study
