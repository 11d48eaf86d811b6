"""What somebody with an account meets where there is nothing for them: where they are, what to do.

Strangers to a study learn nothing of it; members are told who can let them in.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from study.domain.roles import Role
from study.models import Study
from study.services.members import set_role
from tests.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    study = make_study()
    for name in ("grace", "ada"):
        set_role(study, User.objects.create_user(name), Role.OWNER, by=None)
    return study


@pytest.fixture
def analyst(study: Study, client: Client) -> Client:
    analyst = User.objects.create_user("tim")
    set_role(study, analyst, Role.ANALYST, by=None)
    client.force_login(analyst)
    return client


def test_a_member_without_the_right_is_told_who_can_give_it(analyst: Client) -> None:
    response = analyst.get("/studies/small/items/import/")
    assert response.status_code == 403
    assert "Your role here: analyst." in response.text
    assert "An owner can give you another role: ada, grace." in response.text
    assert 'href="/studies/small/people/"' in response.text  # the menu is there


def test_a_refused_act_changes_nothing(analyst: Client, study: Study) -> None:
    response = analyst.post("/studies/small/people/invite", {"count": "3"})
    assert response.status_code == 403
    assert not study.invitations.exists()


@pytest.mark.parametrize("address", ["/studies/nowhere/", "/nowhere"])
def test_with_an_account_a_wrong_address_leads_back_to_ones_studies(
    address: str, analyst: Client
) -> None:
    response = analyst.get(address)
    assert response.status_code == 404
    assert 'class="top"' in response.text
    assert 'href="/studies/"' in response.text


def test_without_one_a_wrong_address_speaks_to_participants(client: Client) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert 'class="top"' not in response.text
    assert "open the link of your invitation again" in response.text


def test_a_form_that_is_too_old_says_what_to_do(study: Study) -> None:
    client: Any = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username="ada"))
    response = client.post("/studies/small/people/invite", {"count": "3"})
    assert response.status_code == 403
    assert 'class="top"' in response.text
    assert "load the page again" in response.text
