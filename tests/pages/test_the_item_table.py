"""The items page: what there is against the design, what is shown of it, what is kept away."""

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from study.domain.roles import Role
from study.models import Item, Study
from study.services.templates import generate_templates
from tests.factories import make_item, make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
PAGE = "/studies/small/items/"


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def rows(client: Client, query: str = "") -> list[dict[str, str]]:
    reply = client.get(f"{PAGE}?{query}&format=csv")
    return list(csv.DictReader(io.StringIO(reply.getvalue().decode())))


def codes(client: Client, query: str = "") -> list[str]:
    return [row["Code"] for row in rows(client, query)]


def shown(client: Client, query: str = "") -> str:
    reply = client.get(f"{PAGE}?{query}")
    assert reply.status_code == 200
    return " ".join(reply.content.decode().split())


def test_it_counts_every_kind_against_the_design(study: Study, researcher: Client) -> None:
    Item.objects.filter(code="TN02").update(retired_at=timezone.now())
    page = shown(researcher)
    assert page.count("2 <small>of 2</small>") == 4  # TP, FP, FN and practice
    assert '1 <small>of 2</small> </b> <a href="?kind=main&amp;category=TN">TN</a>' in page
    assert page.count("too few") == 1


def test_retired_items_are_shown_only_when_they_are_asked_for(
    study: Study, researcher: Client
) -> None:
    Item.objects.filter(code="TP01").update(retired_at=timezone.now())
    assert "TP01" not in codes(researcher)
    assert codes(researcher, "use=retired") == ["TP01"]
    assert len(codes(researcher, "use=all")) == 11
    assert "TP01" not in codes(researcher, "use=nonsense")


def test_filters_and_search_work_together(study: Study, researcher: Client) -> None:
    make_item(study, "TP09", arm="hedged", level="3", answer="forty-two")
    assert codes(researcher, "kind=main&category=TP") == ["TP01", "TP02", "TP09"]
    assert codes(researcher, "arm=hedged") == ["TP09"]
    assert codes(researcher, "level=3&q=forty") == ["TP09"]
    Item.objects.filter(code="FN02").update(first_shown_at=timezone.now())
    assert codes(researcher, "never_shown=False") == ["FN02"]
    assert len(codes(researcher, "never_shown=&use=&kind=&q=")) == 12  # as an untouched form sends


def test_filters_offer_what_this_study_has_and_nothing_of_another(
    study: Study, researcher: Client
) -> None:
    make_item(make_study("other"), "X1", arm="secret-arm")
    assert "secret-arm" not in shown(researcher)


def test_it_says_in_how_many_templates_an_item_is(study: Study, researcher: Client) -> None:
    generate_templates(study, {}, 3, seed=1)
    number = {row["Code"]: row["In templates"] for row in rows(researcher)}
    assert number["GSM-CHECK"] == "3"
    assert number["PRA01"] == "0"
    ordered = rows(researcher, "sort=-in_templates")
    assert ordered[0]["In templates"] == "3"


def test_the_csv_says_ground_truth_as_an_item_file_does(study: Study, researcher: Client) -> None:
    truth = {row["Code"]: row["Answer is"] for row in rows(researcher)}
    assert (truth["TP01"], truth["TN01"]) == ("true", "false")
    assert "Question of TP01?" in rows(researcher, "columns=question&q=TP01")[0]["Question"]


def test_an_analyst_sees_everything_and_is_offered_no_act(study: Study, member: Member) -> None:
    analyst = member(study, Role.ANALYST)
    page = shown(analyst)
    assert "TP01" in page
    assert "Import items" not in page
    assert 'name="act"' not in page


def test_an_empty_bank_says_what_fills_it(member: Member) -> None:
    study = make_study()
    Item.objects.all().delete()
    page = shown(member(study, Role.RESEARCHER))
    assert "/studies/small/items/import/" in page
    assert "/studies/small/items/sample.csv" in page


def test_strangers_learn_nothing(study: Study, member: Member) -> None:
    stranger = member(make_study("other"), Role.OWNER)
    item = study.items.get(code="TP01")
    for path in ("", f"{item.pk}/", f"{item.pk}/image", "import/", "sample.csv"):
        assert stranger.get(PAGE + path).status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_bank(
    study: Study, researcher: Client
) -> None:
    generate_templates(study, {}, 2, seed=1)
    numbers = []
    for more in (0, 30):
        for number in range(more):
            make_item(study, f"MORE{number}")
        with CaptureQueriesContext(connection) as queries:
            shown(researcher)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]
