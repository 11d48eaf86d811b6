import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.models import AuditEntry
from study.selectors import current_version
from study.services import studies
from study.services.invitations import invite
from study.services.studies import DesignChanged, create_study, freeze, revise_design
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db
SLOWER = read_design({"timing": {"ao_hard_seconds": 300}})


def test_a_version_nobody_has_begun_on_is_rewritten_in_place() -> None:
    study = create_study("s", "S", StudyDesign())
    assert revise_design(study, SLOWER).number == 1
    assert current_version(study).design == SLOWER


def test_a_version_that_someone_has_begun_on_never_changes() -> None:
    study = create_study("s", "S", StudyDesign())
    first = current_version(study)
    freeze(first, timezone.now())
    assert revise_design(study, SLOWER).number == 2
    first.refresh_from_db()
    assert first.design == StudyDesign()


def test_the_same_design_again_makes_no_version_and_no_log_entry() -> None:
    study = create_study("s", "S", StudyDesign())
    freeze(current_version(study), timezone.now())
    assert revise_design(study, StudyDesign()).number == 1
    assert [entry.action for entry in AuditEntry.objects.all()] == ["study.created"]


def test_a_change_that_somebody_else_made_meanwhile_is_not_undone_unseen() -> None:
    study = create_study("s", "S", StudyDesign())
    looked_at = current_version(study).design
    revise_design(study, SLOWER)
    other = read_design({"consent": {"institution": "A university"}})
    with pytest.raises(DesignChanged):
        revise_design(study, other, instead_of=looked_at)
    assert current_version(study).design == SLOWER
    assert revise_design(study, other, instead_of=SLOWER).design == other


def test_templates_go_on_being_handed_out_under_a_new_version_of_the_same_layout() -> None:
    invitation = make_invitation()
    study = invitation.study
    design = current_version(study).design
    freeze(current_version(study), timezone.now())
    values = design.as_dict() | {"timing": {"ao_hard_seconds": 300}}
    revise_design(study, read_design(values))
    participant = Participant(invitation)
    participant.consent()
    assert participant.session.version.number == 2
    assert participant.session.template is not None


def test_templates_of_another_layout_are_not_handed_out() -> None:
    invitation = make_invitation()
    study = invitation.study
    freeze(current_version(study), timezone.now())
    values = current_version(study).design.as_dict()
    values["templates"]["opening_condition"] = "AO"
    revise_design(study, read_design(values))
    participant = Participant(invitation)
    participant.consent()
    assert participant.session.status == "consenting"


def test_a_slug_that_is_taken_or_no_slug_is_refused() -> None:
    create_study("s", "S", StudyDesign())
    for slug in ("s", "not a slug"):
        with pytest.raises(ValidationError):
            create_study(slug, "S", StudyDesign())


def test_a_version_that_is_begun_on_at_this_very_moment_is_not_rewritten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = create_study("s", "S", StudyDesign())
    unlocked = current_version(study)
    freeze(unlocked, timezone.now())
    unlocked.frozen_at = None  # what was read before the other one committed
    monkeypatch.setattr(studies, "current_version", lambda study: unlocked)
    assert revise_design(study, SLOWER).number == 2


def test_a_version_a_pilot_runs_on_is_neither_frozen_nor_rewritten() -> None:
    study = make_study()
    generate_templates(study, {}, 1, seed=1)
    pilot = Participant(invite(study, 1, is_test=True)[0])
    pilot.reach_items()
    layout = current_version(study).design.as_dict()
    layout["templates"]["opening_condition"] = "AO"
    assert revise_design(study, read_design(layout)).number == 2
    assert pilot.session.version.frozen_at is None
    assert pilot.next(0).status_code == 200
