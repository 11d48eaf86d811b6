import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from study.domain.roles import Role
from study.models import Study
from tests.annotation.monitored import make_violation
from tests.crowd import fill
from tests.factories import make_study
from tests.pages.conftest import Member

LISTS = (
    "",
    "items/",
    "templates/",
    "templates/coverage/",
    "templates/T1/",
    "templates/T1/preview/1/",
    "people/",
    "answers/",
    "violations/",
    "log/",
    "settings/",
    "settings/members/",
)


def queries(member: Member, study: Study, address: str) -> int:
    client = member(study, Role.OWNER)
    client.get(f"/studies/{study}/{address}")
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(f"/studies/{study}/{address}").status_code == 200
    return len(captured)


@pytest.mark.django_db
@pytest.mark.parametrize("address", LISTS)
def test_a_list_asks_as_often_for_two_people_as_for_twenty(address: str, member: Member) -> None:
    few, many = make_study("few"), make_study("many")
    for study, people in ((few, 2), (many, 20)):
        for session in fill(study, people):
            make_violation(session)
    assert queries(member, few, address) == queries(member, many, address) <= 21
