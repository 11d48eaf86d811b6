from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from study.models import Item, SessionTemplate, Study
from study.services.retiring import retire_items
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_invitation, make_item, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    study = make_study()
    make_item(study, "TP03")
    return study


def retire(*args: str) -> str:
    out = StringIO()
    call_command("retire_items", "small", *args, "--reason", "typing error", stdout=out)
    return out.getvalue()


def retired(study: Study) -> set[str]:
    return set(study.items.exclude(retired_at=None).values_list("code", flat=True))


def test_retired_items_come_into_no_new_template(study: Study) -> None:
    assert retire("TP01", "PRA01") == "Retired: TP01, PRA01.\n"

    generate_templates(study, {}, 3)
    assert not study.items.get(code="TP01").slots.exists()
    entries = study.audit_entries.filter(action="item.retired")
    assert {(entry.reason, (entry.after or {}).get("code")) for entry in entries} == {
        ("typing error", "TP01"),
        ("typing error", "PRA01"),
    }


def test_what_is_retired_already_stays_so(study: Study) -> None:
    retire("TP01")
    before = study.items.get(code="TP01").retired_at

    assert retire("TP01", "TP02") == "Retired: TP02.\n"
    assert retire("TP01") == "That was so before; nothing changed.\n"
    assert study.items.get(code="TP01").retired_at == before
    assert study.audit_entries.filter(action="item.retired").count() == 2


def test_all_unknown_codes_are_named_and_nothing_is_done(study: Study) -> None:
    for more in ([], ["--undo"]):
        with pytest.raises(CommandError, match="no items XX01, XX02 in small; nothing was done"):
            retire("TP01", "XX01", "XX02", "XX01", *more)
    assert retired(study) == set()


def test_an_item_that_a_free_template_holds_is_refused_with_what_to_do(study: Study) -> None:
    generate_templates(study, {}, 1)

    with pytest.raises(CommandError, match=r"get T1, with one of GSM-CHECK, .*--discard-templates"):
        retire("GSM-CHECK", "TP03")
    assert retired(study) == set()


def test_free_templates_are_discarded_with_the_item_on_request(study: Study) -> None:
    taken = Participant(make_invitation(study))
    taken.consent()
    generate_templates(study, {}, 2)

    retire("GSM-CHECK", "--discard-templates")

    assert study.templates.get() == taken.session.template
    entry = study.audit_entries.get(action="templates.discarded")
    assert entry.before is not None
    assert entry.before.keys() == {"T2", "T3"}
    assert ["GSM-CHECK", "AJ"] in entry.before["T2"]
    make_item(study, "CHECK2", kind="attention_check", category="GSM-CHECK", is_correct=False)
    assert [template.label for template in generate_templates(study, {}, 1)] == ["T2"]


def test_numbers_of_templates_that_are_held_are_not_given_again(study: Study) -> None:
    first, second = generate_templates(study, {}, 2)
    SessionTemplate.objects.filter(pk=second.pk).update(claimed_at=timezone.now())
    retire("GSM-CHECK", "--discard-templates")
    retire("GSM-CHECK", "--undo")

    assert [template.label for template in generate_templates(study, {}, 1)] == ["T3"]
    assert not SessionTemplate.objects.filter(pk=first.pk).exists()


def test_a_template_that_somebody_once_held_is_not_discarded(study: Study) -> None:
    taken = Participant(make_invitation(study))
    taken.consent()
    study.templates.update(claimed_at=None)  # as if given back

    retire_items(study, ["GSM-CHECK"], "x", discard_templates=True)
    assert retired(study) == {"GSM-CHECK"}
    assert study.templates.count() == 1
    assert not study.audit_entries.filter(action="templates.discarded").exists()


def test_a_session_under_way_goes_on_with_a_retired_item(study: Study) -> None:
    participant = Participant(make_invitation(study))
    participant.reach_items()
    template = participant.session.template
    assert template is not None
    code = template.slots.get(position=0).item.code

    retire(code)

    assert participant.next(0).status_code == 200


def test_undo_brings_items_back(study: Study) -> None:
    retire("TP01", "TP02")

    assert retire("TP01", "--undo") == "Back in use: TP01.\n"
    assert retired(study) == {"TP02"}
    assert study.audit_entries.filter(action="item.restored").count() == 1


def test_an_item_whose_question_is_asked_again_by_another_does_not_come_back(study: Study) -> None:
    retire("TP01")
    make_item(study, "TP04", question="Question of  TP01?", problem_id="other")

    with pytest.raises(CommandError, match="TP01 asks the same as TP04"):
        retire("TP01", "--undo")
    Item.objects.filter(code="TP04").update(problem_id="TP01")
    assert retire("TP01", "--undo") == "Back in use: TP01.\n"
