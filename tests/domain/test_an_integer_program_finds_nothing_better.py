"""Plans against scipy's integer program, which tries every set of valid templates."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from study.domain.errors import DomainError
from study.domain.scheduling import Basis, Plan, plan_templates, plan_to_target, templates_lacking
from tests.domain.bases import Sharing, paper_basis, seeds, small_bases
from tests.domain.oracle import optimum, reaches_target
from tests.domain.recounting import highest_by_counting, lowest

MANY = 40
counts = st.integers(0, 4)
separate = small_bases(Sharing.NONE) | small_bases(Sharing.WITHIN_CATEGORIES)


def is_odd(basis: Basis) -> bool:
    return basis.design.templates.items_per_category % 2 == 1


def drawn(basis: Basis, count: int, seed: int) -> Plan:
    """Draw templates; where that is refused, not even one template can be filled."""
    try:
        return plan_templates(basis, count, seed)
    except DomainError:
        assert optimum(basis, 1).level is None
        assume(False)
        raise


@given(small_bases(Sharing.NONE) | small_bases(Sharing.WITHIN_CATEGORIES), counts, seeds)
@settings(max_examples=80)
def test_no_set_of_templates_is_better_while_categories_share_no_problem(
    basis: Basis, count: int, seed: int
) -> None:
    plan = plan_templates(basis, count, seed)
    assert lowest(basis, plan.templates) == optimum(basis, count).level


@given(small_bases(Sharing.ACROSS_CATEGORIES), counts, seeds)
@settings(max_examples=120)
def test_where_categories_share_problems_the_best_lies_between_the_plan_and_its_bound(
    basis: Basis, count: int, seed: int
) -> None:
    plan = drawn(basis, count, seed)
    reached, best = lowest(basis, plan.templates), optimum(basis, count).level
    assert best is not None
    assert reached <= best <= reached + plan.certificate.gap == highest_by_counting(basis, count)
    if not is_odd(basis):
        assert reached == best


@given(separate)
@settings(max_examples=30)
def test_no_fewer_templates_reach_the_target_than_are_said_to_be_lacking(basis: Basis) -> None:
    lacking = templates_lacking(basis.items, basis.design, basis.coverage, basis.earlier)
    assert reaches_target(basis, lacking)
    assert lacking == 0 or not reaches_target(basis, lacking - 1)


@given(small_bases(Sharing.ACROSS_CATEGORIES, per_category=st.just(2)), seeds)
@settings(max_examples=40)
def test_with_even_halves_auto_takes_the_fewest_also_where_categories_share_problems(
    basis: Basis, seed: int
) -> None:
    try:
        fewest = plan_to_target(basis, seed).certificate.templates
    except DomainError:
        assert not reaches_target(basis, MANY)
    else:
        assert fewest == 0 or not reaches_target(basis, fewest - 1)


def test_fifteen_templates_of_the_paper_are_the_fewest() -> None:
    basis = paper_basis()
    assert optimum(basis, 15).level == 0
    fourteen = optimum(basis, 14).level
    assert fourteen is not None
    assert fourteen < 0
