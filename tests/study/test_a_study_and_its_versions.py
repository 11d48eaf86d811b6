import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.models import AuditEntry
from study.selectors import current_version
from study.services.studies import create_study, freeze, revise_design
from tests.cast import Participant
from tests.factories import make_invitation

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
