from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from study.domain.design_file import read_design
from study.domain.roles import Role
from study.models import Study
from study.selectors import current_version
from study.services.invitations import invite
from study.services.studies import freeze, revise_design
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import SMALL, make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
HOME = "/studies/small/settings/versions/"


@pytest.fixture
def study() -> Study:
    """Return a study of three versions."""
    study = make_study()
    for seconds in (300, 360):
        freeze(current_version(study), timezone.now())
        revise_design(study, read_design({**SMALL, "timing": {"ao_hard_seconds": seconds}}))
    return study


def said(reply: Any) -> str:
    assert reply.status_code == 200
    text: str = reply.getvalue().decode()
    return text


def test_they_are_listed_with_who_began_on_them(study: Study, member: Member) -> None:
    generate_templates(study, {}, 2)
    for is_test in (False, True):
        Participant(invite(study, 1, is_test=is_test)[0]).press("begin")

    rows = said(member(study, Role.ANALYST).get(HOME + "?format=csv")).splitlines()

    assert [row.split(",")[0] for row in rows] == ["Version", "3", "2", "1"]
    assert [row.split(",")[2] for row in rows] == ["People", "1", "0", "0"]
    assert current_version(study).design_hash in rows[1]


def test_one_says_what_differs_from_the_one_before(study: Study, member: Member) -> None:
    page = said(member(study, Role.ANALYST).get(HOME + "2/"))

    assert "What differs from version 1" in page
    assert "<del>240</del>" in page
    assert "<ins>300</ins>" in page


def test_any_two_can_be_compared(study: Study, member: Member) -> None:
    client = member(study, Role.ANALYST)

    page = said(client.get(HOME + "difference/?before=1&after=3"))
    assert "<del>240</del>" in page
    assert "<ins>360</ins>" in page
    assert "Nothing differs." in said(client.get(HOME + "difference/?before=2&after=2"))
    assert "From version 2 to version 3" in said(client.get(HOME + "difference/"))


def test_a_version_that_is_not_there_is_not_found(study: Study, member: Member) -> None:
    client = member(study, Role.ANALYST)

    for address in ("4/", "4/design.toml", "difference/?before=1&after=4", "difference/?before=x"):
        assert client.get(HOME + address).status_code == 404


def test_a_version_goes_out_as_toml(study: Study, member: Member) -> None:
    page = said(member(study, Role.ANALYST).get(HOME + "2/design.toml"))

    assert "ao_hard_seconds = 300" in page


def test_the_list_asks_the_database_as_often_whatever_its_length(
    study: Study, member: Member, django_assert_num_queries: Any
) -> None:
    client = member(study, Role.ANALYST)
    client.get(HOME)
    with CaptureQueriesContext(connection) as few:
        client.get(HOME)
    for seconds in range(400, 420):
        freeze(current_version(study), timezone.now())
        revise_design(study, read_design({**SMALL, "timing": {"ao_hard_seconds": seconds}}))
    with django_assert_num_queries(len(few)):
        client.get(HOME)
