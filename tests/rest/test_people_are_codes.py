"""People are codes in the API; their links are for who may identify them, with a token that may."""

import json

import pytest

from frame.api.scopes import Scope
from study import links
from study.domain.roles import Role
from study.models import Invitation, Study
from tests.rest.caller import Caller, account, caller

PEOPLE = "studies/small/participants"
READS = (
    "me",
    "studies",
    "studies/small",
    *(
        f"studies/small/{noun}"
        for noun in (
            *("design", "versions", "checklist", "items", "templates", "templates/1"),
            *("participants", "participants/P001", "sessions", "answers", "coverage"),
            *("members", "log"),
        )
    ),
)


@pytest.mark.parametrize("path", READS)
def test_nothing_an_analyst_can_read_leads_to_a_person(
    filled: Study, analyst: Caller, path: str
) -> None:
    answer = analyst.get(path)
    assert answer.status_code == 200
    told = json.dumps(answer.json())
    for invitation in Invitation.objects.all():
        assert invitation.public_id not in told
    assert "/j/" not in told


def test_a_researcher_gets_the_links_that_work(filled: Study) -> None:
    researcher = caller(account("ana", filled, Role.RESEARCHER))
    shown = {row["code"]: row["link"] for row in researcher.get(PEOPLE).json()["results"]}
    everybody = Invitation.objects.select_related("participant")
    assert shown == {person.participant.code: links.url(person) for person in everybody}


def test_a_token_without_the_scope_gets_none_not_even_of_whom_it_invites(filled: Study) -> None:
    blind = caller(account("ana", filled), Scope.READ, Scope.WRITE)
    assert {row["link"] for row in blind.get(PEOPLE).json()["results"]} == {None}
    assert blind.post(PEOPLE, {"count": 1}).json()[0]["link"] is None
    assert blind.post(f"{PEOPLE}/P002/renew", {"reason": "Lost."}).json()["link"] is None
