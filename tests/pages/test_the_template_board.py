import csv

import pytest
from django.test import Client

from annotation.models import Presentation
from annotation.services.restarting import restart
from annotation.services.validity import invalidate
from study.domain.design_file import read_design
from study.domain.roles import Role
from study.models import AuditEntry, Study
from study.selectors import current_version
from study.services.invitations import invite
from study.services.studies import revise_design
from study.services.templates import generate_templates
from tests.cast import NOON, Participant
from tests.crowd import fill
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
TEMPLATES = "/studies/small/templates/"


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def board(client: Client, query: str = "") -> dict[str, dict[str, str]]:
    """Return the rows of the board by template, as its CSV has them."""
    reply = client.get(f"{TEMPLATES}?{query}&format=csv")
    rows = csv.DictReader(reply.getvalue().decode().splitlines())
    return {row["Template"]: row for row in rows}


def test_an_empty_board_says_what_a_template_is_and_how_many_it_takes(researcher: Client) -> None:
    page = researcher.get(TEMPLATES).content.decode()
    assert "No session template yet." in page
    assert "<b>6</b><span>templates needed at least" in page


def test_the_board_tells_free_from_held(researcher: Client, study: Study) -> None:
    fill(study, 1)
    generate_templates(study, {}, 1, seed=2)
    assert [row["Status"] for row in board(researcher).values()] == ["completed", "free"]
    assert list(board(researcher, "free=True")) == ["T2"]
    assert list(board(researcher, "free=False")) == ["T1"]


def test_a_held_template_says_what_it_has_brought(researcher: Client, study: Study) -> None:
    fill(study, 1)
    lost = Presentation.objects.filter(item__kind="main").first()
    assert lost is not None
    Presentation.objects.filter(pk=lost.pk).update(verdict=None)
    row = board(researcher)["T1"]
    assert row["Collected"] == "7"
    assert (row["Slots below target"], row["Slots at the lowest level"]) == ("", "")
    assert "7 / 8" in researcher.get(TEMPLATES).content.decode()


def test_a_free_template_says_how_much_of_it_helps(researcher: Client, study: Study) -> None:
    fill(study, 1)
    generate_templates(study, {}, 4, seed=2)
    judged = set(Presentation.objects.values_list("item", "condition"))
    helps = {}
    for template in study.templates.filter(claimed_at=None):
        main = template.slots.filter(item__kind="main").values_list("item", "condition")
        helps[template.label] = ["8", str(sum(pair not in judged for pair in main)), ""]
    names = ("Slots below target", "Slots at the lowest level", "Collected")
    rows = board(researcher, "free=True")
    assert {label: [row[name] for name in names] for label, row in rows.items()} == helps
    assert len({lowest for _below, lowest, _collected in helps.values()}) > 1


def test_a_free_template_adds_nothing_below_a_target_that_is_reached(
    researcher: Client, member: Member
) -> None:
    study = make_study("done", templates={"items_per_category": 2, "coverage_target": 1})
    fill(study, 4)
    generate_templates(study, {}, 1, seed=2)
    client = member(study, Role.RESEARCHER)
    page = client.get("/studies/done/templates/?free=True&format=csv").getvalue().decode()
    row = next(csv.DictReader(page.splitlines()))
    assert (row["Slots below target"], row["Slots at the lowest level"]) == ("0", "0")


def test_the_board_is_sorted_by_what_templates_add(researcher: Client, study: Study) -> None:
    fill(study, 1)
    generate_templates(study, {}, 4, seed=2)
    rows = board(researcher, "free=True&sort=-lowest")
    added = [int(row["Slots at the lowest level"]) for row in rows.values()]
    assert added == sorted(added, reverse=True)
    assert len(set(added)) > 1


def test_a_template_that_was_given_back_is_free_again(researcher: Client, study: Study) -> None:
    fill(study, 1)
    session = study.participants.get().sessions.get()
    session.released_at = NOON
    session.save()
    study.templates.update(claimed_at=None)
    assert board(researcher)["T1"]["Status"] == "free again"


def test_a_template_whose_session_does_not_count_says_so(researcher: Client, study: Study) -> None:
    (session,) = fill(study, 1)
    invalidate(session, NOON, reason="x", actor=None)
    assert board(researcher)["T1"]["Status"] == "completed, invalid"


def test_who_restarts_keeps_the_template_and_begins_with_nothing(
    researcher: Client, study: Study
) -> None:
    generate_templates(study, {}, 1, seed=1)
    person = Participant(invite(study, 1)[0])
    person.reach_items()
    person.finish_item(0)
    person.finish_item(1)
    restart(person.session, NOON, reason="x", actor=None)
    row = board(researcher)["T1"]
    assert (row["Status"], row["Held by"]) == ("reading the consent", "P001")
    assert row["Collected"] == "0"


def test_a_template_of_an_older_layout_is_said_to_be_of_no_use(
    researcher: Client, study: Study
) -> None:
    generate_templates(study, {}, 1, seed=1)
    design = current_version(study).design.as_dict()
    design["templates"]["opening_condition"] = "AO"
    revise_design(study, read_design(design))
    row = board(researcher)["T1"]
    assert row["Status"] == "free, but of an older layout: nobody gets it"
    assert row["Slots below target"] == ""


def test_the_board_is_narrowed_to_what_shows_an_item_under_a_condition(
    researcher: Client, study: Study
) -> None:
    generate_templates(study, {}, 3, seed=1)
    showing = {
        condition: {
            slot.template.label
            for slot in study.items.get(code="TP01").slots.select_related("template")
            if condition in {"", slot.condition}
        }
        for condition in ("", "AO", "AJ")
    }
    assert showing["AO"] != showing["AJ"]
    for condition, labels in showing.items():
        assert set(board(researcher, f"shows=TP01+{condition}".rstrip("+"))) == labels


def test_only_templates_that_nobody_held_are_discarded(researcher: Client, study: Study) -> None:
    fill(study, 1)
    generate_templates(study, {}, 1, seed=2)
    ids = [str(pk) for pk in study.templates.values_list("pk", flat=True)]
    page = researcher.post(f"{TEMPLATES}discard", {"selected": ids}).content.decode()
    assert "Discard T2" in page
    assert "T1" not in page
    researcher.post(f"{TEMPLATES}discard", {"selected": ids, "reason": "another seed"})
    assert [template.label for template in study.templates.all()] == ["T1"]
    assert AuditEntry.objects.get(action="templates.discarded").reason == "another seed"


def test_all_that_nobody_held_are_discarded_at_once(researcher: Client, study: Study) -> None:
    fill(study, 1)
    generate_templates(study, {}, 3, seed=2)
    assert "Discard all 3 templates" in researcher.get(TEMPLATES).content.decode()
    form = {"act": "discard-free"}
    asked = researcher.post(f"{TEMPLATES}discard", form).content.decode()
    assert "Discard T2–T4" in asked
    generate_templates(study, {}, 1, seed=3)
    form |= {"which": "T2–T4", "reason": "another seed"}
    again = researcher.post(f"{TEMPLATES}discard", form).content.decode()
    assert "Discard T2–T5" in again  # one came since: it asks anew
    assert study.templates.count() == 5
    researcher.post(f"{TEMPLATES}discard", {**form, "which": "T2–T5"})
    assert [template.label for template in study.templates.all()] == ["T1"]


def test_who_may_only_look_is_offered_nothing_to_make_or_discard(
    study: Study, member: Member
) -> None:
    generate_templates(study, {}, 2, seed=2)
    page = member(study, Role.ANALYST).get(TEMPLATES).content.decode()
    assert "T2" in page
    assert "Discard" not in page
    assert "Look at what would be made" not in page


def test_a_template_shows_its_script_and_how_far_each_item_is(
    researcher: Client, study: Study
) -> None:
    fill(study, 1)
    template = generate_templates(study, {}, 1, seed=1)[0]
    page = researcher.get(f"{TEMPLATES}T2/").content.decode()
    for slot in template.slots.select_related("item"):
        assert slot.item.code in page
    assert page.count('class="heat short') == 8
    assert "8 of its 8 judgments are below the target so far" in page
    held = researcher.get(f"{TEMPLATES}T1/").content.decode()
    assert "8 of 8 main items" in held
