import pytest
from django.contrib.auth.models import User

from annotation.models import ParticipantSession
from study.domain.lifecycle import (
    IllegalStudyMove,
    PeopleUnderway,
    StudyArchived,
    StudyEvent,
    StudyStatus,
)
from study.models import Study
from study.services.invitations import invite
from study.services.lifecycle import change_status
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db
PAGES = {
    StudyStatus.DRAFT: ("The study is not open yet", "此研究尚未开放"),
    StudyStatus.PAUSED: ("The study is paused", "此研究已暂停"),
    StudyStatus.CLOSED: ("The study is closed", "此研究已结束"),
    StudyStatus.ARCHIVED: ("The study is closed", "此研究已结束"),
}


def stand(study: Study, status: StudyStatus) -> None:
    """Put a study somewhere without walking there."""
    Study.objects.filter(pk=study.pk).update(status=status.value)


def go(study: Study, *events: StudyEvent) -> None:
    for event in events:
        change_status(study, event, actor=None, reason="test")


@pytest.mark.parametrize("status", PAGES)
def test_whoever_opens_their_link_reads_why_and_cannot_begin(status: StudyStatus) -> None:
    participant = Participant(make_invitation(make_study(status=StudyStatus.OPEN)))
    stand(participant.invitation.study, status)

    page = participant.look()
    assert page.status_code == 200
    assert PAGES[status][0] in page.content.decode()
    assert "Begin</button>" not in page.content.decode()
    assert participant.press("begin").status_code == 302
    assert not ParticipantSession.objects.exists()


@pytest.mark.parametrize("status", PAGES)
def test_a_pilot_walks_through_everything_but_the_archive(status: StudyStatus) -> None:
    study = make_study(status=StudyStatus.OPEN)
    make_invitation(study)
    pilot = Participant(invite(study, 1, is_test=True)[0])
    stand(study, status)

    pilot.press("begin")
    assert ParticipantSession.objects.exists() == (status is not StudyStatus.ARCHIVED)


@pytest.mark.parametrize("event", [StudyEvent.PAUSE, StudyEvent.CLOSE])
def test_who_has_begun_goes_on_to_the_end(event: StudyEvent) -> None:
    invitation = make_invitation()
    participant = Participant(invitation)
    participant.press("begin")

    go(invitation.study, event)

    participant.decide("yes")
    participant.practise()
    participant.press("start")
    for index in range(9):
        participant.finish_item(index)
    assert participant.session.status == "completed"


def test_after_a_pause_the_same_link_begins() -> None:
    invitation = make_invitation()
    participant = Participant(invitation)
    go(invitation.study, StudyEvent.PAUSE)
    participant.press("begin")
    go(invitation.study, StudyEvent.RESUME)

    participant.consent()

    assert participant.session.template is not None


def test_a_study_is_not_archived_while_somebody_works() -> None:
    invitation = make_invitation()
    study, participant = invitation.study, Participant(invitation)
    participant.press("begin")
    go(study, StudyEvent.CLOSE)

    with pytest.raises(PeopleUnderway):
        go(study, StudyEvent.ARCHIVE)
    participant.decide("no")
    go(study, StudyEvent.ARCHIVE)
    assert Study.objects.get(pk=study.pk).status == "archived"


def test_the_log_says_who_moved_the_study_and_why() -> None:
    study, owner = make_study(status=StudyStatus.OPEN), User.objects.create_user("ada")

    change_status(study, StudyEvent.PAUSE, actor=owner, reason="a slip in TP01")

    entry = study.audit_entries.first()
    assert entry is not None
    assert (entry.action, entry.actor, entry.reason) == ("study.pause", owner, "a slip in TP01")
    assert (entry.before, entry.after) == ({"status": "open"}, {"status": "paused"})


def test_an_impossible_move_changes_nothing() -> None:
    study = make_study(status=StudyStatus.PAUSED)
    before = study.audit_entries.count()

    with pytest.raises(IllegalStudyMove):
        go(study, StudyEvent.ARCHIVE)

    assert Study.objects.get(pk=study.pk).status == "paused"
    assert study.audit_entries.count() == before


def test_a_session_of_an_archived_study_moves_no_more() -> None:
    invitation = make_invitation()
    participant = Participant(invitation)
    participant.press("begin")
    page = participant.look()
    stand(invitation.study, StudyStatus.ARCHIVED)

    with pytest.raises(StudyArchived):
        participant.decide("yes", page)
