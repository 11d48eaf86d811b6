from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from study.domain.design import StudyDesign
from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.services.members import set_role
from study.services.studies import create_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada")


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def join(ada: User, slug: str, role: Role, status: StudyStatus = StudyStatus.DRAFT) -> None:
    set_role(create_study(slug, slug.title(), StudyDesign(), status=status), ada, role, by=None)


def rows(browser: Client, query: str = "") -> list[str]:
    reply: Any = browser.get(f"/studies/?format=csv{query}")
    lines: list[str] = reply.getvalue().decode().splitlines()
    return [",".join(line.split(",")[:4]) for line in lines[1:]]


def test_it_says_what_one_is_in_each_and_where_it_stands(ada: User, browser: Client) -> None:
    join(ada, "alpha", Role.ANALYST)
    join(ada, "beta", Role.OWNER, StudyStatus.OPEN)
    create_study("of-others", "Of others", StudyDesign())

    assert rows(browser) == ["alpha,Alpha,draft,analyst", "beta,Beta,open,owner"]
    assert rows(browser, "&status=open") == ["beta,Beta,open,owner"]


def test_an_operator_sees_all_of_them(ada: User, browser: Client) -> None:
    User.objects.update(is_superuser=True)
    create_study("of-others", "Of others", StudyDesign())

    assert rows(browser) == ["of-others,Of others,draft,operator"]


def test_who_is_a_member_of_none_is_told_what_to_do(browser: Client) -> None:
    page = browser.get("/studies/").content.decode()

    assert "You are a member of no study yet" in page
    assert page.count('href="/studies/new/"') == 2


def test_it_asks_the_database_as_often_whatever_its_length(
    ada: User, browser: Client, django_assert_num_queries: Any
) -> None:
    for slug in ("one", "two"):
        join(ada, slug, Role.OWNER)
    browser.get("/studies/")
    with CaptureQueriesContext(connection) as few:
        browser.get("/studies/")
    for number in range(20):
        join(ada, f"more-{number}", Role.OWNER)

    with django_assert_num_queries(len(few)):
        browser.get("/studies/")
