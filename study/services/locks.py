"""One writer of a study at a time, and none in an archived one."""

from study.domain.lifecycle import StudyStatus, require_writable
from study.models import Study


def lock_for_writing(study: Study) -> Study:
    """Hold a study until the caller's transaction ends, and return it as it is now.

    The study is locked before anything of it, or two writers would wait for each other. Rows that
    refer to it can be added meanwhile: the lock is on what it says, not on its key.

    Raises
    ------
    StudyArchived
        When nothing of it may change any more.
    """
    locked = lock(study)
    require_writable(StudyStatus(locked.status))
    return locked


def lock(study: Study) -> Study:
    """Hold a study, whatever its status."""
    return Study.objects.select_for_update(no_key=True).get(pk=study.pk)
