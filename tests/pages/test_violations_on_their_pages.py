"""Researchers read what was seen of a participant, and excuse it with a reason."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from annotation.models import ParticipantSession, ViolationEvent
from study.domain.roles import Role
from study.models import AuditEntry, Study
from study.models import Participant as Person
from tests.acts import ITEMS, at_work, somebody
from tests.annotation.monitored import event, tell
from tests.cast import Participant
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
LIST = "/studies/small/violations/"


@pytest.fixture
def study() -> Study:
    return make_study(integrity={"monitoring": True})


@pytest.fixture
def person(study: Study) -> Participant:
    """Return somebody of whom a tab switch, a flicker and a right click were seen."""
    person = at_work(study=study)
    seen = [
        event("tab_switch", duration_ms=4200),
        event("visibility_hidden", duration_ms=200),
        event("right_click", duration_ms=0),
    ]
    tell(person, *seen)
    person.send("POST", "dispute", event=seen[0]["id"], text="My <cat> did it.")
    return person


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def page_of(session: ParticipantSession) -> str:
    return f"/studies/small/sessions/{session.pk}/"


def excuse_of(kind: str) -> str:
    return f"{LIST}{ViolationEvent.objects.get(kind=kind).pk}/excuse/"


def test_the_page_of_a_session_shows_what_was_seen_and_what_counts(
    person: Participant, researcher: Client
) -> None:
    page = text(researcher, page_of(person.session))
    assert "Severe: 1 of 3 that end a session. Moderate: 1." in page
    for words in ("another tab in front", "page out of sight", "right click", "too short", "4.2"):
        assert words in page, words
    assert "My &lt;cat&gt; did it." in page
    assert page.count("Excuse …") == 2  # what does not count needs no excuse


def test_a_session_of_a_study_that_monitors_nothing_has_no_timeline(member: Member) -> None:
    quiet = make_study("quiet")
    person = at_work(study=quiet)
    client = member(quiet, Role.RESEARCHER)
    page = text(client, f"/studies/quiet/sessions/{person.session.pk}/")
    assert "that end a session" not in page


def test_an_event_is_excused_with_a_reason_and_the_count_goes_down(
    person: Participant, researcher: Client
) -> None:
    address = excuse_of("tab_switch")
    assert "counts no more" in text(researcher, address)
    assert researcher.post(address, {"reason": " "}).status_code == 200  # asked again
    assert person.session.severe_count == 1
    done = researcher.post(address, {"reason": "A fire alarm."}, follow=True)
    assert done.redirect_chain[0][0] == page_of(person.session)
    page = done.content.decode()
    assert "Severe: 0 of 3" in page
    assert "A fire alarm. (researcher-of-" in page
    entry = AuditEntry.objects.get(action="violation.excused")
    assert (entry.reason, entry.session_id) == ("A fire alarm.", person.session.pk)
    assert "Violation excused" in page


@pytest.mark.usefixtures("person")
def test_what_does_not_count_cannot_be_excused(researcher: Client) -> None:
    address = excuse_of("visibility_hidden")
    for answer in (researcher.get(address), researcher.post(address, {"reason": "Kindness."})):
        assert answer.status_code == 409
        assert "nothing to excuse" in answer.content.decode()


@pytest.mark.usefixtures("person")
def test_an_analyst_reads_and_excuses_nothing(study: Study, member: Member) -> None:
    analyst = member(study, Role.ANALYST)
    assert "another tab in front" in text(analyst, LIST)
    assert "Excuse …" not in text(analyst, page_of(ParticipantSession.objects.get()))
    assert analyst.post(excuse_of("tab_switch"), {"reason": "No."}).status_code == 403
    assert ViolationEvent.objects.get(kind="tab_switch").not_counted == ""


@pytest.mark.usefixtures("person")
def test_an_event_of_another_study_is_not_found(member: Member) -> None:
    other = member(make_study("other"), Role.OWNER)
    assert other.get(excuse_of("tab_switch").replace("small", "other")).status_code == 404


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"tab_switch", "visibility_hidden", "right_click"}),
        ("severity=severe", {"tab_switch", "visibility_hidden"}),
        ("kind=right_click", {"right_click"}),
        ("standing=counted", {"tab_switch", "right_click"}),
        ("standing=too_short", {"visibility_hidden"}),
        ("disputed=False", {"tab_switch"}),
        ("q=cat", {"tab_switch"}),
        ("is_test=True", set()),
    ],
)
def test_the_list_is_narrowed_and_saved_with_codes(
    researcher: Client, query: str, expected: set[str]
) -> None:
    answer: Any = researcher.get(f"{LIST}?format=csv&{query}")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert {row["Seen"] for row in rows} == expected
    for row in rows:
        assert row["Severity"] in {"severe", "moderate"}
        assert row["Counts"] == ("too_short" if row["Seen"] == "visibility_hidden" else "counted")
        assert (
            float(row["Seconds"]) == ViolationEvent.objects.get(kind=row["Seen"]).duration_ms / 1000
        )


def test_the_list_leads_to_the_sessions(person: Participant, researcher: Client) -> None:
    assert f'href="{page_of(person.session)}"' in text(researcher, LIST)


def test_the_menu_has_violations_where_a_version_monitors(
    study: Study, researcher: Client, member: Member
) -> None:
    assert f'href="{LIST}"' in text(researcher, "/studies/small/")
    quiet = member(make_study("quiet"), Role.RESEARCHER)
    assert "violations" not in text(quiet, "/studies/quiet/")
    assert "Nothing was seen yet." in text(quiet, "/studies/quiet/violations/")


@pytest.mark.usefixtures("person")
def test_who_has_begun_is_neither_exempted_nor_included(researcher: Client) -> None:
    late = researcher.post("/studies/small/people/P001/exempt", {"exempt": "yes"})
    assert late.status_code == 409
    assert "can no longer change" in late.content.decode()
    assert not Person.objects.get(code="P001").is_exempt
    assert "Exempt from violations" not in text(researcher, "/studies/small/people/P001/")


def test_what_is_seen_of_who_is_exempt_does_not_count(member: Member) -> None:
    study = make_study("fair", integrity={"monitoring": True})
    person = somebody(study=study)
    client = member(study, Role.RESEARCHER)
    address = "/studies/fair/people/P001/"
    assert "Exempt from violations" in text(client, address)
    client.post(f"{address}exempt", {"exempt": "yes"})
    assert "logged, not counted" in text(client, address)
    client.post(f"{address}exempt", {"exempt": "no"})
    assert "logged, not counted" not in text(client, address)
    client.post(f"{address}exempt", {"exempt": "yes"})
    person.reach_items()
    tell(person, *(event() for _ in range(4)))
    assert (person.session.status, person.session.severe_count) == ("active", 0)
    assert AuditEntry.objects.filter(action="participant.exemption_set").count() == 3


def test_the_overview_counts_completed_sessions_with_a_violation(
    study: Study, researcher: Client
) -> None:
    for kind in ("right_click", "warning_shown"):
        person = somebody(study=study)
        person.reach_items()
        tell(person, event(kind))
        for index in range(ITEMS):
            person.finish_item(index)
    page = " ".join(text(researcher, "/studies/small/").split())
    assert "<b>1 <small>/ 2</small></b><span>completed with a violation" in page
