"""Retire and bring back ticked items: what it changes is said first, and a reason asked for."""

import pytest
from django.test import Client

from study.domain.roles import Role
from study.models import Item, Study
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_invitation, make_item, make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
ACT = "/studies/small/items/act"


@pytest.fixture
def study() -> Study:
    study = make_study()
    make_item(study, "TP03")
    return study


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def ask(client: Client, act: str, *codes: str, **more: str) -> str:
    ticked = list(Item.objects.filter(code__in=codes).values_list("pk", flat=True))
    reply = client.post(ACT, {"act": act, "selected": ticked, **more})
    assert reply.status_code == 200, reply.status_code
    return " ".join(reply.content.decode().split())


def do(client: Client, act: str, *codes: str, **more: str) -> str:
    ticked = list(Item.objects.filter(code__in=codes).values_list("pk", flat=True))
    form = {"act": act, "selected": ticked, "reason": "typing error", **more}
    return client.post(ACT, form, follow=True).content.decode()


def retired() -> set[str]:
    return set(Item.objects.exclude(retired_at=None).values_list("code", flat=True))


def test_nothing_is_retired_before_a_reason_is_given(study: Study, researcher: Client) -> None:
    page = ask(researcher, "retire", "TP01", "TP02")
    assert "Retire 2 items" in page
    assert "TP01, TP02" in page
    assert "template" not in page.split("consequences")[1].split("</ul>")[0].replace(
        "No new template", ""
    )
    assert ask(researcher, "retire", "TP01", reason=" ").count("errorlist")
    assert retired() == set()


def test_ticked_items_are_retired_with_the_reason_and_by_whom(
    study: Study, researcher: Client
) -> None:
    assert "Out of use: TP01, TP02." in do(researcher, "retire", "TP01", "TP02")
    assert retired() == {"TP01", "TP02"}
    entries = study.audit_entries.filter(action="item.retired")
    assert {(entry.reason, str(entry.actor)) for entry in entries} == {
        ("typing error", "researcher-of-small")
    }


def test_templates_that_hold_them_are_named_and_then_deleted(
    study: Study, researcher: Client
) -> None:
    generate_templates(study, {}, 2, seed=1)
    page = ask(researcher, "retire", "GSM-CHECK")
    assert "2 templates that nobody has got yet" in page
    assert "T1, T2" in page
    do(researcher, "retire", "GSM-CHECK", discard_templates="yes")
    assert retired() == {"GSM-CHECK"}
    assert not study.templates.exists()


def test_templates_nobody_was_told_of_are_not_deleted(study: Study, researcher: Client) -> None:
    ask(researcher, "retire", "GSM-CHECK")
    generate_templates(study, {}, 1, seed=1)
    page = do(researcher, "retire", "GSM-CHECK")
    assert "Somebody may still get T1" in page
    assert "typing error" in page  # what was written is kept
    assert "discard_templates" in page  # and now it is said what would be deleted
    assert retired() == set()
    assert study.templates.count() == 1


def test_a_template_somebody_has_held_is_not_in_the_way(study: Study, researcher: Client) -> None:
    Participant(make_invitation(study)).consent()
    study.templates.update(claimed_at=None)  # as if given back
    assert "discard_templates" not in ask(researcher, "retire", "GSM-CHECK")
    assert "Out of use: GSM-CHECK." in do(researcher, "retire", "GSM-CHECK")
    assert study.templates.count() == 1


def test_they_can_be_brought_back(study: Study, researcher: Client) -> None:
    do(researcher, "retire", "TP01", "TP02")
    assert "Bring 2 items back" in ask(researcher, "restore", "TP01", "TP02")
    assert "Back in use: TP01." in do(researcher, "restore", "TP01")
    assert retired() == {"TP02"}


def test_nothing_ticked_or_nothing_to_do_is_said(study: Study, researcher: Client) -> None:
    for act, codes in (("retire", []), ("restore", ["TP01"]), ("explode", ["TP01"])):
        assert "Nothing was changed" in do(researcher, act, *codes)
    assert retired() == set()


def test_an_analyst_may_not(study: Study, member: Member) -> None:
    assert member(study, Role.ANALYST).post(ACT, {"act": "retire"}).status_code == 403


def test_an_archived_study_keeps_its_items(study: Study, researcher: Client) -> None:
    Study.objects.update(status="archived")
    assert "archived" in do(researcher, "retire", "TP01")
    assert retired() == set()
