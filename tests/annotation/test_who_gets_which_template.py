"""Whoever consents gets the template whose items fewest people judge or have judged."""

import pytest

from annotation.services.ending import abandon
from study.models import SessionTemplate, Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.acts import do
from tests.cast import Participant
from tests.factories import make_study

pytestmark = pytest.mark.django_db
COPIES = 6
Pairs = frozenset[tuple[str, str]]


def shown_by(template: SessionTemplate) -> Pairs:
    slots = template.slots.filter(item__kind="main")
    return frozenset(slots.values_list("item__code", "condition"))


@pytest.fixture
def study() -> Study:
    """Return a study with two kinds of templates that share no item, several of each."""
    study = make_study(bank={"items_per_category": 4})
    generate_templates(study, {}, 2, seed=1)
    first, second = study.templates.order_by("number")
    assert not {code for code, _ in shown_by(first)} & {code for code, _ in shown_by(second)}
    for number in range(2, 2 * COPIES):
        copy(first if number % 2 else second, number + 1)
    return study


def copy(template: SessionTemplate, number: int) -> None:
    slots = list(template.slots.all())
    twin = SessionTemplate.objects.get(pk=template.pk)
    twin.pk, twin.number = None, number
    twin.save()
    for slot in slots:
        slot.pk, slot.template = None, twin
        slot.save()


def consent(study: Study) -> Participant:
    person = Participant(invite(study, 1)[0])
    person.consent()
    return person


def kind(person: Participant) -> Pairs:
    template = person.session.template
    assert template is not None
    return shown_by(template)


def test_those_at_work_are_counted(study: Study) -> None:
    for _ in range(COPIES):
        one, other = consent(study), consent(study)
        assert kind(one) != kind(other)


def test_who_broke_off_is_counted_no_more(study: Study) -> None:
    one, other = consent(study), consent(study)
    for _ in range(COPIES - 1):
        do(abandon, one)
        one, before = consent(study), one
        assert kind(one) == kind(before) != kind(other)


def test_a_pilot_takes_the_kind_that_is_needed_least_and_is_counted_nowhere(study: Study) -> None:
    one = consent(study)
    for _ in range(2):
        pilot = Participant(invite(study, 1, is_test=True)[0])
        pilot.consent()
        assert kind(pilot) == kind(one)
    assert kind(consent(study)) != kind(one)


def test_the_log_and_the_session_keep_what_was_chosen_and_from_how_many(study: Study) -> None:
    consent(study)
    second = consent(study).session
    assert (second.template_rank, second.templates_free) == (1, 2 * COPIES - 1)
    entry = study.audit_entries.get(action="session.consent", session_id=second.pk)
    assert second.template is not None
    assert entry.after == {
        "status": "instructed",
        "template": second.template.label,
        "rank": 1,
        "free": 2 * COPIES - 1,
    }


def test_a_session_that_is_over_before_consent_has_taken_nothing(study: Study) -> None:
    person = Participant(invite(study, 1)[0])
    person.press("begin")
    do(abandon, person)
    session = person.session
    assert (session.template, session.template_rank, session.templates_free) == (None, None, None)
