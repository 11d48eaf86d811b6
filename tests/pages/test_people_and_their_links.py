import pytest
from django.test import Client

from annotation.models import ParticipantSession
from study import links
from study.domain.roles import Role
from study.models import AuditEntry, Invitation, Study
from study.services.invitations import invite
from tests.cast import Participant
from tests.crowd import fill
from tests.factories import make_invitation, make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
PEOPLE = "/studies/small/people/"


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def test_inviting_people_shows_their_links(researcher: Client, study: Study) -> None:
    page = researcher.post(f"{PEOPLE}invite", {"count": "2"}, follow=True).content.decode()
    assert "2 people are invited: P001–P002." in page
    for invitation in study.invitations.all():
        assert links.url(invitation) in page
        assert not invitation.is_test


def test_a_count_that_is_no_count_is_told_beside_the_field(researcher: Client) -> None:
    reply = researcher.post(f"{PEOPLE}invite", {"count": "501"})
    assert reply.status_code == 400
    assert "less than or equal to 500" in reply.content.decode()
    assert not Invitation.objects.exists()


def test_an_analyst_sees_people_and_no_link(study: Study, member: Member) -> None:
    invitation = invite(study, 1)[0]
    analyst = member(study, Role.ANALYST)
    token = links.url(invitation).split("/")[-2]
    for address in (PEOPLE, f"{PEOPLE}?columns=link", f"{PEOPLE}?columns=link&format=csv",
                    f"{PEOPLE}P001/"):  # fmt: skip
        reply = analyst.get(address)
        text = reply.getvalue().decode()
        assert "P001" in text, address
        assert token not in text, address


def test_taking_back_asks_why_and_closes_the_link(researcher: Client, study: Study) -> None:
    first, second = invite(study, 2)
    ticked = {"act": "revoke", "selected": [str(first.pk)]}
    asked = researcher.post(f"{PEOPLE}act", ticked)
    assert "Take back the invitations of P001" in asked.content.decode()
    assert study.invitations.filter(revoked_at=None).count() == 2

    researcher.post(f"{PEOPLE}act", {**ticked, "reason": "a wrong address"})
    assert study.invitations.get(revoked_at=None) == second
    entry = AuditEntry.objects.get(action="invitation.revoked")
    assert entry.reason == "a wrong address"
    assert entry.actor is not None
    assert Participant(first).look().status_code == 410


def test_a_new_link_replaces_the_old_one(researcher: Client, study: Study) -> None:
    invitation = invite(study, 1)[0]
    old = links.url(invitation)
    form = {"act": "renew", "selected": [str(invitation.pk)], "reason": "it was forwarded"}
    page = researcher.post(f"{PEOPLE}act", form, follow=True).content.decode()
    assert old not in page
    invitation.refresh_from_db()
    assert links.url(invitation) in page


def test_rows_of_another_study_are_never_touched(researcher: Client, study: Study) -> None:
    theirs = invite(make_study("another"), 1)[0]
    form = {"act": "revoke", "selected": [str(theirs.pk)], "reason": "mischief"}
    researcher.post(f"{PEOPLE}act", form)
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


def test_time_is_given_before_the_start_and_not_after(researcher: Client, study: Study) -> None:
    invitation = invite(study, 1)[0]
    researcher.post(f"{PEOPLE}P001/time", {"time_factor": "1.5"})
    invitation.participant.refresh_from_db()
    assert invitation.participant.time_factor == 1.5
    entry = AuditEntry.objects.get(action="participant.time_set")
    assert (entry.before, entry.after) == (None, None)

    assert researcher.post(f"{PEOPLE}P001/time", {"time_factor": "11"}).status_code == 400
    finished = fill(study, 1)[0]
    reply = researcher.post(f"{PEOPLE}{finished.participant.code}/time", {"time_factor": "2"})
    assert reply.status_code == 409
    assert "This person has begun" in reply.content.decode()


def test_an_archived_study_invites_nobody(study: Study, researcher: Client) -> None:
    Study.objects.filter(pk=study.pk).update(status="archived")
    reply = researcher.post(f"{PEOPLE}invite", {"count": "1"})
    assert reply.status_code == 409
    assert "archive" in reply.content.decode()
    assert not Invitation.objects.exists()


def test_a_session_shows_its_answers_and_its_log(study: Study, member: Member) -> None:
    person = Participant(make_invitation(study))
    person.reach_items()
    person.finish_item(0)
    session = ParticipantSession.objects.get()
    page = member(study, Role.ANALYST).get(f"/studies/small/sessions/{session.pk}/")
    text = page.content.decode()
    for action in ("session.begin_consent", "session.consent", "session.start"):
        assert action in text
    assert "at work" in text
    assert session.presentations.get().item.code in text


def test_the_log_can_be_narrowed_to_a_session(study: Study, member: Member) -> None:
    person = Participant(make_invitation(study))
    person.reach_items()
    session = ParticipantSession.objects.get()
    text = member(study, Role.ANALYST).get(
        f"/studies/small/log/?session_id={session.pk}&format=csv"
    )
    actions = [line.split(",")[2] for line in text.getvalue().decode().splitlines()[1:]]
    assert actions == ["session.start", "session.consent", "session.begin_consent"]


def test_ending_a_session_makes_way_for_the_archive(study: Study, member: Member) -> None:
    person = Participant(make_invitation(study))
    person.reach_items()
    person.next(0)
    owner = member(study, Role.OWNER)
    for event in ("close", "archive"):
        change_status_page = f"/studies/small/settings/status/{event}/"
        reply = owner.post(change_status_page, {"reason": "we have enough"})
    assert reply.status_code == 409
    assert "Under way: 1." in reply.content.decode()

    form = {"act": "abandon", "selected": [str(person.invitation.pk)]}
    assert "End the sessions of P001" in owner.post(f"{PEOPLE}act", form).content.decode()
    owner.post(f"{PEOPLE}act", {**form, "reason": "gone for a week"})
    assert person.session.status == "abandoned"
    assert person.state()["status"] == "abandoned"
    entry = AuditEntry.objects.get(action="session.abandon")
    assert (entry.reason, entry.session_id) == ("gone for a week", person.session.pk)

    again = owner.post(f"{PEOPLE}act", {**form, "reason": "twice"}, follow=True)
    assert "for whom this can still be done" in again.content.decode()
    owner.post(change_status_page, {"reason": "we have enough"})
    study.refresh_from_db()
    assert study.status == "archived"


def test_who_is_under_way_can_be_listed(study: Study, researcher: Client) -> None:
    fill(study, 1)
    Participant(invite(study, 1)[0]).press("begin")
    invite(study, 1)
    listed = researcher.get(f"{PEOPLE}?underway=yes&format=csv").getvalue().decode()
    assert [line.split(",")[0] for line in listed.splitlines()[1:]] == ["P002"]


def test_who_reloads_the_answer_to_a_form_is_led_back_to_its_page(researcher: Client) -> None:
    assert researcher.get(f"{PEOPLE}invite").headers["Location"] == PEOPLE
    assert researcher.put(f"{PEOPLE}invite").status_code == 405


def test_a_completion_code_leads_a_researcher_to_its_person_and_an_analyst_nowhere(
    study: Study, researcher: Client, member: Member
) -> None:
    session = fill(study, 2)[1]
    search = f"{PEOPLE}?q={session.completion_code}&columns=completion_code&format=csv"
    found = researcher.get(search).getvalue().decode().splitlines()
    assert found[1:] == [f"{session.participant.code},{session.completion_code}"]
    assert len(member(study, Role.ANALYST).get(search).getvalue().decode().splitlines()) == 1


def test_many_people_are_counted_in_the_heading_and_named_below_it(
    study: Study, researcher: Client
) -> None:
    several = [str(each.pk) for each in invite(study, 6)]
    few = researcher.post(f"{PEOPLE}act", {"act": "revoke", "selected": several[:2]})
    assert "<h1>Take back the invitations of P001, P002</h1>" in few.content.decode()
    many = researcher.post(f"{PEOPLE}act", {"act": "revoke", "selected": several})
    assert "<h1>Take back the invitations of 6 people</h1>" in many.content.decode()
    assert "<li>P001, P002, P003, P004, P005, P006</li>" in many.content.decode()


def test_who_was_not_checked_yet_has_not_failed_the_check(study: Study, researcher: Client) -> None:
    invite(study, 1)
    page = researcher.get(f"{PEOPLE}?columns=passed_attention_check").content.decode()
    assert "<td >–</td>" in page
