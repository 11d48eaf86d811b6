"""A session's page offers what is possible with it, and asks why before it is done."""

import pytest
from django.test import Client

from annotation.domain.acts import Act
from annotation.models import ParticipantSession
from annotation.pages.session_acts import PAGES
from annotation.services.releasing import release
from annotation.services.validity import invalidate
from study.domain.roles import Role
from study.models import Study
from study.services.invitations import invite
from tests.acts import at_work, completed, do, somebody, terminated
from tests.cast import Participant
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def page_of(session: ParticipantSession) -> str:
    return f"/studies/small/sessions/{session.pk}/"


def offered(client: Client, person: Participant) -> set[Act]:
    page = client.get(page_of(person.session)).content.decode()
    return {act for act in Act if f'href="{page_of(person.session)}{act}/"' in page}


def test_every_act_has_its_page() -> None:
    assert set(PAGES) == set(Act)


def test_only_what_is_possible_is_offered(study: Study, researcher: Client) -> None:
    person = at_work(study=study)
    assert offered(researcher, person) == {Act.ABANDON, Act.WITHDRAW, Act.RESTART}
    done = completed(study=study)
    assert offered(researcher, done) == {Act.RESTART, Act.INVALIDATE}
    ended = terminated(study=study)
    assert offered(researcher, ended) == {
        Act.RESTART,
        Act.REINSTATE,
        Act.RELEASE,
        Act.INVALIDATE,
    }


def test_an_analyst_is_offered_nothing_and_may_nothing(study: Study, member: Member) -> None:
    person = at_work(study=study)
    analyst = member(study, Role.ANALYST)
    assert offered(analyst, person) == set()
    assert analyst.post(f"{page_of(person.session)}abandon/", {"reason": "x"}).status_code == 403
    assert person.session.status == "active"


@pytest.mark.parametrize("act", [Act.ABANDON, Act.WITHDRAW, Act.RESTART])
def test_an_act_asks_first_and_is_done_with_its_reason(
    study: Study, researcher: Client, act: Act
) -> None:
    person = at_work(study=study)
    session = person.session
    address = f"{page_of(session)}{act}/"
    asked = researcher.get(address).content.decode()
    assert person.invitation.participant.code in asked
    assert 'name="reason"' in asked
    assert person.session.status == "active"
    researcher.post(address, {"reason": ""})
    assert person.session.status == "active"

    reply = researcher.post(address, {"reason": "they asked"}, follow=True)
    assert str(PAGES[act].done) in reply.content.decode()
    assert "they asked" in reply.content.decode()  # in the log on the page
    session.refresh_from_db()
    assert session.status != "active"


def test_restarting_leads_to_the_new_session(study: Study, researcher: Client) -> None:
    person = terminated(study=study)
    old = person.session
    reply = researcher.post(f"{page_of(old)}restart/", {"reason": "a power cut"})
    assert reply.headers["Location"] == page_of(person.session) != page_of(old)
    page = researcher.get(page_of(old)).content.decode()
    assert '<span class="badge warn">restarted</span>' in page


def test_what_is_not_possible_is_not_asked_about(study: Study, researcher: Client) -> None:
    person = completed(study=study)
    reply = researcher.get(f"{page_of(person.session)}release/")
    assert reply.status_code == 409
    assert "keeps its template as long as it counts" in reply.content.decode()
    assert researcher.get(f"{page_of(person.session)}explode/").status_code == 404


def test_a_template_that_somebody_else_has_got_is_told_beside_the_reason(
    study: Study, researcher: Client
) -> None:
    person = terminated(study=study)
    do(release, person)
    Participant(invite(study, 1)[0]).consent()
    address = f"{page_of(person.session)}reinstate/"
    reply = researcher.post(address, {"reason": "it was their network"}, follow=True)
    assert "Somebody else holds its template T1 by now." in reply.content.decode()
    assert "it was their network" in reply.content.decode()  # what was written is kept


def test_a_session_of_another_study_is_not_there(researcher: Client) -> None:
    theirs = at_work(study=make_study("another"))
    reply = researcher.post(f"{page_of(theirs.session)}abandon/", {"reason": "mischief"})
    assert reply.status_code == 404
    assert theirs.session.status == "active"


def test_what_does_not_count_is_marked_wherever_it_is_listed(
    study: Study, researcher: Client
) -> None:
    person = completed(study=study)
    do(invalidate, person)
    do(release, person)
    code = person.invitation.participant.code
    for address in (page_of(person.session), f"/studies/small/people/{code}/"):
        page = researcher.get(address).content.decode()
        for mark in ("released", "invalid"):
            assert f'<span class="badge warn">{mark}</span>' in page, address
    for address in ("people/", "answers/"):
        assert "released, invalid" in researcher.get(f"/studies/small/{address}").content.decode()
        rows = researcher.get(f"/studies/small/{address}?columns=marks&format=csv").getvalue()
        assert rows.decode().splitlines()[1].endswith("released invalid")


def test_the_page_says_how_much_the_template_was_needed(study: Study, researcher: Client) -> None:
    person = somebody(study=study, templates=3)
    person.consent()
    assert "1 of 3; 1 is needed most" in researcher.get(page_of(person.session)).content.decode()
