from typing import Any

import pytest
from django.test import Client

from study import links
from tests.cast import Participant
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db
NONE = [
    "%00" * 28 + "/",  # PostgreSQL takes no NUL in a text
    "%00/api/state",
    "%0A/",
    "a" * 27 + "/",
    "a" * 29 + "/begin",
    "a" * 27 + "0/",
    "A" * 28 + "/",
    "%C3%BC" * 28 + "/",
    "%FF%FE/",
    "",
    "a/b/c",
]


@pytest.mark.parametrize("rest", NONE)
def test_what_cannot_be_a_link_is_unknown_without_a_query(
    rest: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        page = Client(enforce_csrf_checks=True).get(f"/j/{rest}")
    assert page.status_code == 404
    assert "We do not know this link" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_a_form_sent_to_no_link_meets_the_same_page() -> None:
    page = Client(enforce_csrf_checks=True).post("/j/nobody/consent", {"decision": "yes"})
    assert page.status_code == 404
    assert "We do not know this link" in page.content.decode()


def test_an_address_below_a_genuine_link_that_is_none_is_unknown() -> None:
    participant = Participant(make_invitation())
    assert participant.client.get(f"{participant.path}elsewhere").status_code == 404


def test_a_link_without_its_last_slash_still_leads_there() -> None:
    participant = Participant(make_invitation())
    page = participant.client.get(participant.path.rstrip("/"))
    assert page.status_code == 302
    assert page["Location"] == participant.path


def test_the_whole_address_is_below_where_the_site_is_or_another(settings: Any) -> None:
    settings.BASE_URL = "https://study.example"
    invitation = make_invitation()
    path = links.path(invitation.public_id, invitation.generation)
    assert links.url(invitation) == f"https://study.example{path}"
    assert links.url(invitation, "http://here:8000/") == f"http://here:8000{path}"
