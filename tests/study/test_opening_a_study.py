from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from study.domain.checklist import NotReady, State
from study.domain.lifecycle import StudyEvent, StudyStatus
from study.models import Study
from study.rendering import SOURCE_MARK
from study.selectors import checklist_of
from study.services.invitations import invite
from study.services.lifecycle import change_status
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_item, make_study

pytestmark = pytest.mark.django_db
TOLD = {"institution": "A university", "contact": "ask@example.org"}


def draft(**settings: Any) -> Study:
    return make_study(status=StudyStatus.DRAFT, **{"consent": TOLD, **settings})


def open_it(study: Study) -> Study:
    return change_status(study, StudyEvent.OPEN, actor=None, reason="all is there")


def sentences(study: Study, state: State) -> list[str]:
    return [finding.sentence for finding in checklist_of(study) if finding.state is state]


def begin_as_pilot(study: Study) -> None:
    (invitation,) = invite(study, 1, is_test=True)
    Participant(invitation).consent()


def test_a_draft_with_everything_opens() -> None:
    study = draft()
    generate_templates(study, {}, 3)

    assert not sentences(study, State.LACKING)
    assert open_it(study).status == "open"


def test_a_draft_that_lacks_something_stays_a_draft_and_hears_what() -> None:
    study = draft(consent={})

    with pytest.raises(NotReady) as refusal:
        open_it(study)

    assert [finding.sentence for finding in refusal.value.findings] == [
        "No session template of the present layout is free.",
        "The consent text does not say who runs the study.",
        "Participants are not told whom they can ask.",
    ]
    assert Study.objects.get().status == "draft"


def test_templates_that_somebody_holds_or_of_another_layout_do_not_count() -> None:
    study = draft()
    generate_templates(study, {}, 1)
    study.templates.update(layout_hash="another")

    assert "No session template of the present layout is free." in sentences(study, State.LACKING)


def test_a_study_that_was_open_opens_again_without_being_asked() -> None:
    study = draft()
    generate_templates(study, {}, 1)
    open_it(study)
    change_status(study, StudyEvent.PAUSE, actor=None, reason="x")
    study.templates.all().delete()

    assert change_status(study, StudyEvent.RESUME, actor=None, reason="x").status == "open"


def test_formulas_shown_as_source_and_coverage_are_pointed_out() -> None:
    study = draft(templates={"items_per_category": 2, "coverage_target": 3})
    generate_templates(study, {}, 1)
    make_item(study, "TP09", question_html=f"<p>{SOURCE_MARK}</p>")

    advice = sentences(study, State.ADVICE)
    assert "Items with a formula that is shown as source: 1." in advice
    assert any("To reach the coverage target it takes at least" in words for words in advice)


def test_a_template_that_a_pilot_holds_judges_nothing() -> None:
    study = draft(templates={"items_per_category": 2, "coverage_target": 1})
    generate_templates(study, {}, 2)
    assert not any("in each condition" in words for words in sentences(study, State.ADVICE))

    begin_as_pilot(study)

    assert any("takes at least 1" in words for words in sentences(study, State.ADVICE))


def test_the_checklist_asks_the_database_as_often_whatever_the_size_of_the_bank(
    django_assert_max_num_queries: Any,
) -> None:
    study = draft()
    generate_templates(study, {}, 12)
    for number in range(10, 40):
        make_item(study, f"TP{number}")

    with django_assert_max_num_queries(8):
        checklist_of(study)


def test_the_command_line_says_what_is_lacking() -> None:
    draft(consent={})

    with pytest.raises(CommandError, match="No session template"):
        call_command("study_status", "small", "open", "--reason", "x", stdout=StringIO())
