"""Coverage counts valid answers and what is on its way, not templates (K.5.3)."""

from collections.abc import Mapping

import pytest

from annotation.models import Presentation
from annotation.selectors import coverage
from study.domain.design_file import read_design
from study.domain.vocabulary import Condition
from study.selectors import current_version
from study.services.invitations import invite
from study.services.studies import revise_design
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db


def main_items(counts: Mapping[tuple[str, Condition], int]) -> int:
    return sum(count for (code, _), count in counts.items() if code != "GSM-CHECK")


def complete(participant: Participant) -> None:
    participant.reach_items()
    for index in range(9):
        participant.finish_item(index)


def test_a_free_template_is_on_its_way() -> None:
    study = make_study()
    generate_templates(study, {}, 2, seed=1)
    assert main_items(coverage(study)) == 16


def test_a_running_session_counts_once_and_so_does_its_completion() -> None:
    participant = Participant(make_invitation())
    study = participant.invitation.study
    before = coverage(study)
    participant.consent()
    assert coverage(study) == before
    participant.practise()
    participant.press("start")
    for index in range(9):
        participant.finish_item(index)
    assert coverage(study) == before


def test_a_missing_verdict_covers_nothing() -> None:
    participant = Participant(make_invitation())
    complete(participant)
    study = participant.invitation.study
    lost = Presentation.objects.filter(item__kind="main").first()
    assert lost is not None
    Presentation.objects.filter(pk=lost.pk).update(verdict=None)
    assert coverage(study).get((lost.item.code, Condition(lost.condition)), 0) == 0
    assert main_items(coverage(study)) == 7


def test_templates_of_an_abandoned_layout_are_on_nobodys_way() -> None:
    study = make_study()
    generate_templates(study, {}, 2, seed=1)
    layout = current_version(study).design.as_dict()
    layout["templates"]["opening_condition"] = "AO"
    revise_design(study, read_design(layout))
    assert main_items(coverage(study)) == 0


@pytest.mark.parametrize("status", ["terminated", "abandoned", "withdrawn"])
def test_a_session_that_ended_early_covers_nothing(status: str) -> None:
    participant = Participant(make_invitation())
    complete(participant)
    session = participant.session
    session.status = status
    session.save()
    assert main_items(coverage(participant.invitation.study)) == 0


def test_a_pilot_covers_nothing() -> None:
    study = make_study()
    generate_templates(study, {}, 1, seed=1)
    complete(Participant(invite(study, 1, is_test=True)[0]))
    assert main_items(coverage(study)) == 0


def test_a_supplemental_template_takes_what_the_collected_sessions_lack() -> None:
    participant = Participant(make_invitation(make_study(bank={"items_per_category": 4})))
    complete(participant)
    study = participant.invitation.study
    seen = {code for code, _ in coverage(study)} - {"GSM-CHECK"}
    (template,) = generate_templates(study, coverage(study), 1, seed=9)
    drawn = set(template.slots.filter(item__kind="main").values_list("item__code", flat=True))
    bank = set(study.items.filter(kind="main").values_list("code", flat=True))
    assert drawn == bank - seen
