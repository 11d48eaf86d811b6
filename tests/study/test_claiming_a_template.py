"""A claim takes the template that is needed most, exactly once, and says what it chose from."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from study.domain.assignment import order_of_need
from study.domain.errors import NoTemplateFree
from study.domain.vocabulary import Condition
from study.models import SessionTemplate, Study, TemplateSlot
from study.selectors import current_version
from study.services import claiming
from study.services.claiming import Claim, claim_template
from tests.factories import make_study

pytestmark = pytest.mark.django_db
AO, AJ = Condition.AO, Condition.AJ


@pytest.fixture
def study() -> Study:
    return make_study()


def make_template(study: Study, number: int, shown: Sequence[tuple[str, Condition]]) -> None:
    version = current_version(study)
    template = SessionTemplate.objects.create(
        study=study,
        version=version,
        layout_hash=version.design.layout_hash,
        number=number,
        seed=1,
    )
    for position, (code, condition) in enumerate(shown):
        item = study.items.get(code=code)
        TemplateSlot.objects.create(
            template=template, position=position, item=item, condition=condition.value
        )


def claim(study: Study, coverage: Any = None, holder: str = "P001", **options: Any) -> Claim:
    return claim_template(current_version(study), coverage or {}, holder, timezone.now(), **options)


def test_the_template_of_the_item_that_is_judged_least_goes_first(study: Study) -> None:
    make_template(study, 1, [("TP01", AO), ("TP02", AJ)])
    make_template(study, 2, [("TP02", AO), ("TP01", AJ)])
    taken = claim(study, {("TP01", AO): 1, ("TP02", AJ): 1, ("TP02", AO): 1})
    assert (taken.label, taken.rank, taken.free) == ("T2", 1, 2)


def test_a_pilot_takes_the_one_that_is_needed_least(study: Study) -> None:
    for number, code in enumerate(["TP01", "TP02", "TN01"], start=1):
        make_template(study, number, [(code, AO)])
    coverage = {("TP01", AO): 1, ("TN01", AO): 2}
    taken = claim(study, coverage, least_needed=True)
    assert (taken.label, taken.rank, taken.free) == ("T3", 3, 3)


def test_attention_checks_play_no_part(study: Study) -> None:
    make_template(study, 1, [("TP01", AO)])
    make_template(study, 2, [("TP02", AO), ("GSM-CHECK", AJ)])
    assert claim(study, {("TP02", AO): 1}).label == "T1"


def test_who_comes_second_to_a_template_takes_the_next_and_says_so(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, code in enumerate(["TP01", "TP02", "TN01"], start=1):
        make_template(study, number, [(code, AO)])

    def be_overtaken(*given: Any, **options: Any) -> list[int]:
        order = order_of_need(*given, **options)
        study.templates.filter(number=order[0]).update(claimed_at=timezone.now())
        return order

    monkeypatch.setattr(claiming, "order_of_need", be_overtaken)
    taken = claim(study, {("TP02", AO): 1, ("TN01", AO): 2})
    assert (taken.label, taken.rank, taken.free) == ("T2", 2, 3)


def test_equals_are_handed_out_by_the_holders_code_alone(study: Study) -> None:
    for number in range(1, 9):
        make_template(study, number, [("TP01", AO)])

    def first_for(holder: str) -> str:
        taken = claim(study, holder=holder)
        study.templates.update(claimed_at=None)
        return taken.label

    assert len({first_for("P001") for _ in range(3)}) == 1
    assert len({first_for(f"P{number:03d}") for number in range(20)}) > 3


def test_a_template_of_another_layout_is_not_free_for_it(study: Study) -> None:
    make_template(study, 1, [("TP01", AO)])
    study.templates.update(layout_hash="another")
    with pytest.raises(NoTemplateFree):
        claim(study)


def test_a_claim_asks_no_more_for_more_templates(study: Study) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            claim(study)
        return len(captured)

    make_template(study, 1, [("TP01", AO)])
    few = queries()
    for number in range(2, 40):
        make_template(study, number, [("TP01", AO), ("TP02", AJ)])
    assert queries() == few <= 5
