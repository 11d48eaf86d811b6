"""The heat map: every item and condition, counts only, with the rows behind each number."""

import csv
import re
from html import unescape

import pytest
from django.test import Client

from annotation.models import Presentation
from annotation.services.validity import invalidate
from study.domain.roles import Role
from study.models import Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import NOON, Participant
from tests.crowd import fill
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
COVERAGE = "/studies/small/templates/coverage/"


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def analyst(study: Study, member: Member) -> Client:
    return member(study, Role.ANALYST)


def shown(client: Client, query: str = "") -> str:
    reply = client.get(f"{COVERAGE}{query}")
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def cells(page: str, code: str) -> list[tuple[str, str]]:
    """Return the standing and the text of an item's cells, AO and AJ."""
    row = re.search(rf">{code}</a></th>(.*?)</tr>", page, re.DOTALL)
    assert row is not None
    found = re.findall(r'<td class="heat (\w+) .*?">(.*?)</td>', row[1])
    return [(standing, re.sub(r"<.*?>", "", text)) for standing, text in found]


def numbers(client: Client, query: str = "") -> dict[str, dict[str, str]]:
    reply = client.get(f"{COVERAGE}?format=csv{query}")
    rows = csv.DictReader(reply.getvalue().decode().splitlines())
    return {row["code"]: row for row in rows}


def test_a_cell_tells_collected_from_running_and_planned_in_words_too(
    study: Study, analyst: Client
) -> None:
    fill(study, 1)
    generate_templates(study, {}, 2, seed=2)
    Participant(invite(study, 1)[0]).reach_items()
    collected = Presentation.objects.filter(item__kind="main")[0]
    row = numbers(analyst)[collected.item.code]
    found = {
        name: int(row[f"{collected.condition}_{name}"])
        for name in ("collected", "running", "planned", "target", "shortfall")
    }
    assert found["collected"] == 1
    assert found["target"] == 3
    missing = 3 - found["collected"] - found["running"] - found["planned"]
    assert found["shortfall"] == missing
    side = ["AO", "AJ"].index(collected.condition)
    standing, text = cells(shown(analyst), collected.item.code)[side]
    assert standing == ("short" if missing else "coming")
    assert text.endswith("short of the target" if missing else "reached when everybody finishes")


def test_an_item_is_short_until_templates_are_made_and_met_when_they_are_done(
    member: Member,
) -> None:
    study = make_study("one", templates={"items_per_category": 2, "coverage_target": 1})
    client = member(study, Role.ANALYST)
    address = "/studies/one/templates/coverage/"

    def standings() -> set[str]:
        page = client.get(address).content.decode()
        return set(re.findall(r'<td class="heat (\w+) ', page))

    assert standings() == {"short"}
    generate_templates(study, {}, 2, seed=1)
    assert standings() == {"coming"}
    fill(study, 2)
    assert standings() == {"met"}


def test_it_is_narrowed_to_a_category_and_to_what_is_short(study: Study, analyst: Client) -> None:
    assert len(numbers(analyst)) == 8
    assert set(numbers(analyst, "&category=TP")) == {"TP01", "TP02"}
    assert set(numbers(analyst, "&category=TP&short=on")) == {"TP01", "TP02"}
    assert len(numbers(analyst, "&category=none")) == 8  # asked for in vain
    generate_templates(study, {}, 6, seed=1)
    assert not numbers(analyst, "&short=on")
    assert "No item fits." in shown(analyst, "?short=on")


def test_a_number_leads_to_the_answers_behind_it(study: Study, member: Member) -> None:
    sessions = fill(study, 5)
    generate_templates(study, {}, 2, seed=2)
    owner = member(study, Role.OWNER)
    invalidate(sessions[0], NOON, reason="x", actor=None)
    silent = Presentation.objects.filter(session=sessions[1], item__code="TP01")
    silent.update(verdict=None, timed_out=True)
    page, told = shown(owner), numbers(owner)
    links = re.findall(r'href="(/studies/small/answers/\?item=(\w+)&condition=(\w+)[^"]*)"', page)
    assert links
    for address, code, condition in links:
        listed = owner.get(f"{address}&format=csv").getvalue().decode().splitlines()[1:]
        assert len(listed) == int(told[code][f"{condition}_collected"])


def test_the_csv_has_its_columns_also_where_no_item_fits(study: Study, analyst: Client) -> None:
    generate_templates(study, {}, 6, seed=1)
    (head,) = analyst.get(f"{COVERAGE}?format=csv&short=on").getvalue().decode().splitlines()
    (whole, *_rows) = analyst.get(f"{COVERAGE}?format=csv").getvalue().decode().splitlines()
    assert head == whole


def test_a_number_leads_to_the_templates_behind_it(study: Study, analyst: Client) -> None:
    fill(study, 1)
    generate_templates(study, {}, 4, seed=2)
    Participant(invite(study, 1)[0]).reach_items()
    Participant(invite(study, 1, is_test=True)[0]).reach_items()
    page, told = shown(analyst), numbers(analyst)
    links = re.findall(r'href="(/studies/small/templates/\?shows=(\w+)\+(\w+)[^"]*)"', page)
    assert links
    for address, code, condition in links:
        listed = analyst.get(f"{address}&format=csv").getvalue().decode().splitlines()[1:]
        numbered = (told[code][f"{condition}_{standing}"] for standing in ("running", "planned"))
        assert len(listed) == sum(map(int, numbered))


def test_what_is_short_is_said_with_what_to_do(study: Study, member: Member) -> None:
    page = shown(member(study, Role.RESEARCHER))
    assert "48 judgments are missing even when everybody finishes." in page
    assert "6 more templates cover what is short" in page
    assert 'href="/studies/small/templates/look"' in page
    assert 'href="/studies/small/templates/look"' not in shown(member(study, Role.ANALYST))
    generate_templates(study, {}, 6, seed=1)
    assert "are missing even when everybody finishes" not in shown(member(study, Role.RESEARCHER))


def test_what_the_templates_guarantee_stands_on_it(study: Study, analyst: Client) -> None:
    generate_templates(study, {}, 6, seed=4)
    page = shown(analyst)
    assert "the 6 templates that nobody holds yet" in page
    assert "Every item reaches its target in each condition" in page


def test_a_study_without_items_says_so(study: Study, analyst: Client) -> None:
    study.items.all().delete()
    assert "There are no items yet." in shown(analyst)


def test_a_large_bank_is_shown_in_pages(
    study: Study, analyst: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.pages.coverage.PER_PAGE", 3)
    page = shown(analyst)
    assert "Page 1 of 3" in page
    assert "8 items" in page
    codes: list[str] = []
    for number in (1, 2, 3):
        codes += re.findall(
            r'<th scope="row"><a [^>]*>(\w+)</a>', shown(analyst, f"?page={number}")
        )
    assert codes == list(numbers(analyst))


def test_the_board_and_the_overview_lead_to_it(study: Study, analyst: Client) -> None:
    for page in ("/studies/small/", "/studies/small/templates/"):
        assert f'href="{COVERAGE}"' in analyst.get(page).content.decode()


def test_answers_that_do_not_count_are_listed_by_themselves(study: Study, member: Member) -> None:
    first, _second = fill(study, 2)
    invalidate(first, NOON, reason="x", actor=None)
    listed = member(study, Role.OWNER).get("/studies/small/answers/?counts=no&format=csv")
    lines = listed.getvalue().decode().splitlines()[1:]
    assert {line.split(",")[0] for line in lines} == {first.participant.code}
