import pytest
from django.test import Client

from study.domain.roles import Role
from study.models import AuditEntry, Item, Study
from study.services.templates import generate_templates
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


def test_an_empty_board_says_what_a_template_is_and_how_many_it_takes(researcher: Client) -> None:
    page = researcher.get(TEMPLATES).content.decode()
    assert "No session template yet." in page
    assert 'name="count" value="6"' in page


def test_templates_are_made_from_the_page_by_somebody(researcher: Client, study: Study) -> None:
    page = researcher.post(f"{TEMPLATES}generate", {"count": "3", "seed": ""}, follow=True)
    assert "3 templates are made: T1–T3." in page.content.decode()
    assert study.templates.count() == 3
    entry = AuditEntry.objects.get(action="templates.generated")
    assert entry.actor is not None
    assert entry.actor.username == "researcher-of-small"


def test_a_bank_that_is_too_small_is_said_beside_the_form(researcher: Client, study: Study) -> None:
    Item.objects.filter(category="TP").delete()
    reply = researcher.post(f"{TEMPLATES}generate", {"count": "1"})
    assert reply.status_code == 400
    assert "Category TP has 0 different problems" in reply.content.decode()
    assert not study.templates.exists()


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


def test_a_template_shows_its_script(researcher: Client, study: Study) -> None:
    template = generate_templates(study, {}, 1, seed=1)[0]
    page = researcher.get(f"{TEMPLATES}T1/").content.decode()
    for slot in template.slots.select_related("item"):
        assert slot.item.code in page


def test_the_board_tells_free_from_held(researcher: Client, study: Study) -> None:
    fill(study, 1)
    generate_templates(study, {}, 1, seed=2)
    free = researcher.get(f"{TEMPLATES}?free=True&format=csv").getvalue().decode()
    held = researcher.get(f"{TEMPLATES}?free=False&format=csv").getvalue().decode()
    assert [line.split(",")[0] for line in free.splitlines()[1:]] == ["T2"]
    assert [line.split(",")[0] for line in held.splitlines()[1:]] == ["T1"]
