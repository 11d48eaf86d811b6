"""What would be made is looked at first; then exactly that is made, or nothing."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from annotation.pages.template_words import spans
from study.domain.errors import DomainError
from study.domain.marking import fill
from study.domain.roles import Role
from study.models import AuditEntry, Item, SessionTemplate, Study
from study.services.templates import generate_templates
from study.words import said
from tests import crowd
from tests.factories import make_study
from tests.pages.conftest import Member

pytestmark = pytest.mark.django_db
TEMPLATES = "/studies/small/templates/"
LOOK, MAKE = f"{TEMPLATES}look", f"{TEMPLATES}generate"


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def researcher(study: Study, member: Member) -> Client:
    return member(study, Role.RESEARCHER)


def shown(reply: Any) -> str:
    return unescape(reply.content.decode())


def look(client: Client, **asked: str) -> str:
    reply = client.get(LOOK, asked)
    assert reply.status_code == 200
    return shown(reply)


def form_in(page: str) -> dict[str, str]:
    """Return what the form that makes templates carries."""
    form = page.split(f'action="{MAKE}"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(count|seed|seen)" value="(.*?)">', form))


def test_as_few_as_the_target_needs_are_shown_and_nothing_is_stored(
    researcher: Client, study: Study
) -> None:
    entries = AuditEntry.objects.count()
    page = look(researcher)
    assert "6 templates would be made: T1–T6" in page
    assert "Every item reaches its target in each condition when everybody finishes." in page
    assert "None of these templates can be spared" in page
    assert "No other plan of so many templates" in page
    assert not study.templates.exists()
    assert AuditEntry.objects.count() == entries


def test_what_was_looked_at_is_made_by_somebody(researcher: Client, study: Study) -> None:
    form = form_in(look(researcher))
    page = shown(researcher.post(MAKE, form, follow=True))
    assert "6 templates are made: T1–T6." in page
    entry = AuditEntry.objects.get(action="templates.generated")
    assert entry.actor is not None
    assert entry.actor.username == "researcher-of-small"
    assert entry.after is not None
    assert entry.after["hash"] == form["seen"]
    assert {template.seed for template in study.templates.all()} == {1}


def test_the_seed_that_was_asked_for_is_used(researcher: Client, study: Study) -> None:
    researcher.post(MAKE, form_in(look(researcher, count="6", seed="77")))
    assert set(study.templates.values_list("seed", flat=True)) == {77}
    assert form_in(look(researcher, count="6", seed="78"))["seen"]


def test_too_few_are_made_only_if_a_shortfall_is_meant(researcher: Client, study: Study) -> None:
    page = look(researcher, count="2")
    assert "category TP has 2 slots in AO for 6 judgments that are missing" in page
    assert "32 judgments are missing to the target" in page
    assert 'href="?count=6"' in page
    form = form_in(page)
    refused = researcher.post(MAKE, form)
    assert refused.status_code == 400
    assert "Tick this, or make as many as the target needs." in shown(refused)
    assert not study.templates.exists()
    researcher.post(MAKE, {**form, "allow_shortfall": "on"})
    assert study.templates.count() == 2


def test_what_changes_between_the_look_and_the_making_is_looked_at_anew(
    researcher: Client, study: Study
) -> None:
    form = form_in(look(researcher))
    generate_templates(study, {}, 2, seed=9)
    reply = researcher.post(MAKE, form)
    page = shown(reply)
    assert reply.status_code == 409
    assert "Coverage has changed since you looked" in page
    assert "4 templates would be made: T3–T6" in page
    assert study.templates.count() == 2
    researcher.post(MAKE, form_in(page))
    assert study.templates.count() == 6


def test_a_second_press_makes_no_more(researcher: Client, study: Study) -> None:
    form = form_in(look(researcher))
    researcher.post(MAKE, form)
    assert researcher.post(MAKE, form).status_code == 409
    assert study.templates.count() == 6


def test_where_nothing_is_missing_it_says_so_and_more_are_made_all_the_same(
    researcher: Client, study: Study
) -> None:
    researcher.post(MAKE, form_in(look(researcher)))
    page = look(researcher)
    assert "Nothing is missing: every item reaches its target" in page
    assert MAKE not in page
    more = look(researcher, count="6")
    assert "6 templates would be made: T7–T12" in more
    assert "Any 3 of these templates can be lost" in more


def test_coverage_is_shown_without_them_and_with_them(researcher: Client, study: Study) -> None:
    crowd.fill(study, 1)
    page = look(researcher, count="5")
    changes = page.split("rows changes")[1]
    row = re.search(r'<th scope="row">AO</th>.*?</tr>', changes, re.DOTALL)
    assert row is not None
    numbers = re.findall(r'<td class="number">\s*(\S+?)\s*</td>', row[0])
    assert numbers == ["0–1", "3", "3"]


def test_where_attention_checks_stand_is_shown(researcher: Client, study: Study) -> None:
    page = look(researcher)
    table = page.split("rows checks")[1].split("</table>")[0]
    assert re.findall(r">(\d+)</th>", table) == ["1", "3", "5", "7"]
    assert sorted(re.findall(r">(\d+)</td>", table)) == ["1", "1", "2", "2"]


def test_arms_are_spoken_of_only_where_there_are_some(researcher: Client, study: Study) -> None:
    assert "two arms differ" not in look(researcher)
    Item.objects.filter(code="TP01").update(arm="concise")
    assert "two arms differ" in look(researcher)


@pytest.mark.parametrize("asked", [{"count": "2001"}, {"count": "0"}, {"count": "x"}])
def test_a_number_that_is_none_is_refused_beside_its_field(
    researcher: Client, asked: dict[str, str]
) -> None:
    reply = researcher.get(LOOK, asked)
    assert reply.status_code == 400
    assert "errorlist" in shown(reply)
    assert MAKE not in shown(reply)


def test_more_than_are_made_at_once_are_not_looked_at(
    researcher: Client, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.domain.batch_size.MOST_AT_ONCE", 5)
    reply = researcher.get(LOOK)
    assert reply.status_code == 400
    assert "6 templates would be needed, and at most 5 are made at once." in shown(reply)


def test_a_bank_that_is_too_small_is_said_beside_the_form(researcher: Client, study: Study) -> None:
    Item.objects.filter(category="TP").delete()
    reply = researcher.get(LOOK, {"count": "1"})
    assert reply.status_code == 400
    assert "Category TP has 0 different problems" in shown(reply)


def test_an_archived_study_offers_no_look(researcher: Client, study: Study) -> None:
    Study.objects.update(status="archived")
    assert researcher.get(LOOK).status_code == 409


def test_a_sentence_within_a_refusal_is_translated_too() -> None:
    bound = fill("Somebody holds one of these templates, or has held it; nothing was changed.")
    with translation.override("zh-hans"):
        told = said(DomainError("%(bound)s", bound=bound))
        assert told == translation.gettext(bound)
    assert told != bound


def test_templates_are_named_in_spans() -> None:
    numbers = SessionTemplate.objects.values_list("number", flat=True)
    assert spans(numbers) == ""
    assert spans([3, 1, 2, 7]) == "T1–T3, T7"
