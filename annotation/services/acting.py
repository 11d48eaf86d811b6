"""How every act on a participant session begins."""

from annotation.domain.acts import Act, require
from annotation.models import ParticipantSession
from study.services.locks import lock_for_writing


def begin_act(session: ParticipantSession, act: Act) -> ParticipantSession:
    """Return a session as it is now, if an act is possible. In a transaction.

    The study is held until its end, so that two acts on one session come one after the other;
    against what the participant does meanwhile, the act's own guarded UPDATE decides.

    Raises
    ------
    IllegalMove
        Saying why the act is not possible.
    StudyArchived
        When nothing of the study may change any more.
    """
    lock_for_writing(session.version.study)
    rows = ParticipantSession.objects.select_related(
        "version__study", "participant", "invitation", "template"
    )
    now = rows.get(pk=session.pk)
    require(act, now.facts)
    return now
