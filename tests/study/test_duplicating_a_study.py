import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from study.models import Study
from study.permissions import role_in
from study.selectors import current_version
from study.services.retiring import retire_items
from study.services.studies import duplicate, update_title
from study.services.templates import generate_templates
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db


def test_the_copy_has_the_design_and_the_items_and_nothing_else() -> None:
    study = make_invitation(make_study(timing={"ao_hard_seconds": 300})).study
    study.items.update(first_shown_at=timezone.now())

    copy = duplicate(study, "copy", "A copy")

    assert current_version(copy).design == current_version(study).design
    assert current_version(copy).number == 1
    assert copy.status == "draft"
    assert [
        (item.code, item.category, item.question_html, item.problem_id) for item in copy.items.all()
    ] == [
        (item.code, item.category, item.question_html, item.problem_id)
        for item in study.items.all()
    ]
    assert not copy.items.exclude(first_shown_at=None).exists()
    assert not copy.templates.exists()
    assert not copy.invitations.exists()
    assert study.items.count() == copy.items.count()


def test_items_can_be_left_behind() -> None:
    assert not duplicate(make_study(), "copy", "A copy", with_items=False).items.exists()


def test_retired_items_stay_behind() -> None:
    study = make_study()
    retire_items(study, ["TP01"], "wrong")

    assert not duplicate(study, "copy", "A copy").items.filter(code="TP01").exists()


def test_whoever_duplicates_owns_the_copy_and_the_log_says_of_what_it_is_one() -> None:
    study, ada = make_study(), User.objects.create_user("ada")

    copy = duplicate(study, "copy", "A copy", actor=ada)

    assert role_in(ada, copy) == "owner"
    created = copy.audit_entries.get(action="study.created")
    assert (created.after or {})["copied_from"] == "small"
    assert {entry.actor for entry in copy.audit_entries.all()} == {ada}


def test_a_name_that_is_taken_leaves_nothing_behind() -> None:
    study = make_study()

    with pytest.raises(ValidationError):
        duplicate(study, "small", "A copy")
    assert Study.objects.count() == 1


def test_templates_are_made_from_the_copied_items() -> None:
    copy = duplicate(make_study(), "copy", "A copy")

    (template,) = generate_templates(copy, {}, 1)

    assert {slot.item.study for slot in template.slots.all()} == {copy}


def test_another_title_is_in_the_log_and_the_same_one_is_not() -> None:
    study, ada = make_study(), User.objects.create_user("ada")

    update_title(study, "A small study", actor=ada)
    update_title(study, "Another", actor=ada)

    (entry,) = study.audit_entries.filter(action="study.title_changed")
    assert (entry.before, entry.after) == ({"title": "A small study"}, {"title": "Another"})
    assert Study.objects.get(pk=study.pk).title == "Another"


@pytest.mark.parametrize("title", ["", "x" * 201])
def test_a_title_that_is_empty_or_too_long_is_refused(title: str) -> None:
    study = make_study()

    with pytest.raises(ValidationError):
        update_title(study, title)
    assert Study.objects.get(pk=study.pk).title == "A small study"
