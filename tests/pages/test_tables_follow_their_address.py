import csv
import io

import pytest
from django.test import Client

from study.domain.roles import Role
from study.models import Study
from tests.crowd import fill
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    study = make_study()
    fill(study, 3)
    return study


@pytest.fixture
def analyst(study: Study, member: Member) -> Client:
    return member(study, Role.ANALYST)


def rows(client: Client, address: str) -> list[dict[str, str]]:
    reply = client.get(f"/studies/small/{address}")
    assert reply.status_code == 200
    return list(csv.DictReader(io.StringIO(reply.getvalue().decode())))


def test_the_csv_holds_the_rows_the_filter_keeps_in_the_order_asked_for(analyst: Client) -> None:
    shown = rows(analyst, "answers/?condition=AJ&sort=-index&format=csv")
    assert {row["Condition"] for row in shown} == {"AJ"}
    positions = [int(row["Position"]) for row in shown]
    assert positions == sorted(positions, reverse=True)
    assert len(shown) == 3 * 5


def test_the_csv_has_the_columns_asked_for_and_the_fixed_ones(analyst: Client) -> None:
    shown = rows(analyst, "answers/?columns=verdict&columns=closed_at&format=csv")
    assert list(shown[0]) == ["Person", "Item", "Said", "Closed"]
    assert shown[0]["Said"] in {"True", "False"}
    assert shown[0]["Closed"].endswith("+00:00")


def test_to_untick_every_column_leaves_the_fixed_ones(analyst: Client) -> None:
    assert list(rows(analyst, "answers/?columns=-&format=csv")[0]) == ["Person", "Item"]
    page = analyst.get("/studies/small/answers/").content.decode()
    assert '<input type="hidden" name="columns" value="-">' in page


def test_every_word_searched_for_must_occur(analyst: Client) -> None:
    assert {row["Person"] for row in rows(analyst, "answers/?q=p002+tp&format=csv")} == {"P002"}
    assert rows(analyst, "answers/?q=p002+nothing&format=csv") == []


def test_what_an_address_asks_for_in_vain_is_left_out(analyst: Client) -> None:
    page = analyst.get("/studies/small/answers/?sort=nothing&columns=nothing&page=99&condition=XX")
    assert page.status_code == 200
    assert "P003" in page.content.decode()  # the last page, in place of page 99


def test_a_filter_that_was_not_understood_says_so_beside_its_field(analyst: Client) -> None:
    page = analyst.get("/studies/small/answers/?condition=XX").content.decode()
    assert 'id="narrow_condition_error"' in page
    assert "XX is not one of the available choices" in page


def test_a_filter_that_fits_nothing_says_so_and_leads_back(analyst: Client) -> None:
    page = analyst.get("/studies/small/people/?q=nobody").content.decode()
    assert "No row fits." in page
    assert 'href="/studies/small/people/"' in page


def test_a_head_sorts_one_way_then_the_other_and_keeps_the_filter(analyst: Client) -> None:
    page = analyst.get("/studies/small/people/?status=completed&sort=items_done").content.decode()
    assert "status=completed&amp;sort=-items_done" in page
    assert 'aria-sort="ascending"' in page


def test_times_are_in_the_viewers_zone_which_is_named(analyst: Client) -> None:
    analyst.cookies["zone"] = "Asia/Shanghai"
    page = analyst.get("/studies/small/people/").content.decode()
    assert "2026-11-30 20:00 <small>CST</small>" in page
    analyst.cookies["zone"] = "../../etc/passwd"
    assert (
        "2026-11-30 12:00 <small>UTC</small>"
        in analyst.get("/studies/small/people/").content.decode()
    )


def test_where_there_are_no_rows_there_is_nothing_to_narrow(member: Member) -> None:
    owner = member(make_study(), Role.OWNER)
    assert 'role="search"' not in owner.get("/studies/small/people/").content.decode()
    assert 'role="search"' in owner.get("/studies/small/people/?q=nobody").content.decode()
