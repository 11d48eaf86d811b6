"""Arms: rewrites of the same justifications, compared in one study, are mixed in a template."""

from collections import Counter
from statistics import mean

import pytest

from study.domain.design_file import read_design
from study.domain.plans import BankItem
from study.domain.scheduling import Basis, plan_templates
from tests.domain.bases import PAPER
from tests.domain.recounting import AJ, AO, assert_keeps_the_rules

ARMS = ("base", "hedged", "numbered")


def study_of(arms: int, per_category: int) -> Basis:
    """Return ten problems per category, each justified in every arm."""
    items = [
        BankItem(f"{category}{number}-{arm}", category, f"{category}{number}", arm)
        for category in PAPER.bank.categories
        for number in range(10)
        for arm in ARMS[:arms]
    ]
    design = read_design({"templates": {"items_per_category": per_category, "attention_checks": 0}})
    return Basis(items, [], design, {})


@pytest.mark.parametrize(("arms", "per_category"), [(2, 2), (2, 4), (3, 4), (3, 6)])
def test_no_arm_is_shown_earlier_in_a_study_than_the_others(arms: int, per_category: int) -> None:
    basis = study_of(arms, per_category)
    shown: Counter[tuple[str, str]] = Counter()
    for seed in range(30):
        for plan in plan_templates(basis, 30, seed).templates[:5]:
            shown.update((slot.code.partition("-")[2], slot.condition.value) for slot in plan)
    for condition in (AO, AJ):
        times = [shown[arm, condition.value] for arm in ARMS[:arms]]
        assert times == pytest.approx([mean(times)] * arms, rel=0.1)


@pytest.mark.parametrize(("arms", "per_category"), [(2, 2), (2, 4), (3, 4), (3, 6)])
def test_a_template_shows_about_as_many_items_of_every_arm_in_each_condition(
    arms: int, per_category: int
) -> None:
    basis = study_of(arms, per_category)
    apart = []
    for seed in range(10):
        plan = plan_templates(basis, 15 * arms, seed)
        assert_keeps_the_rules(basis, plan.templates)
        assert plan.certificate.gap == 0  # coverage comes first
        for template in plan.templates:
            shown = Counter((slot.code.partition("-")[2], slot.condition) for slot in template)
            for condition in (AO, AJ):
                times = [shown[arm, condition] for arm in ARMS[:arms]]
                apart.append(max(times) - min(times))
    assert mean(apart) <= 1.5
