"""What tests draw templates from: the paper's study, and studies that Hypothesis invents."""

from enum import Enum, auto

from hypothesis import strategies as st

from study.domain.design import Bank, StudyDesign, Templates
from study.domain.plans import BankItem, Coverage, Earlier
from study.domain.scheduling import Basis
from study.domain.vocabulary import Condition, OpeningCondition

PAPER = StudyDesign()
UP_TO_THREE, UP_TO_SIX = st.integers(1, 3), st.integers(1, 6)
seeds = st.integers(min_value=0, max_value=2**32)


def paper_items(per_category: int = 10) -> list[BankItem]:
    """Return the paper's bank, or one of another size: each item has a problem of its own."""
    return [
        BankItem(f"{category}{number:02d}", category, f"p-{category}{number}")
        for category in PAPER.bank.categories
        for number in range(1, per_category + 1)
    ]


def paper_basis(coverage: Coverage | None = None, earlier: Earlier | None = None) -> Basis:
    """Return what the paper's templates are drawn from."""
    return Basis(paper_items(), ["GSM-CHECK"], PAPER, coverage or {}, earlier or Earlier())


def covered(times: int, items: list[BankItem]) -> dict[tuple[str, Condition], int]:
    """Return a coverage in which every item is judged equally often in each condition."""
    return {(item.code, condition): times for item in items for condition in Condition}


class Sharing(Enum):
    """Which items may be about the same problem."""

    NONE = auto()
    WITHIN_CATEGORIES = auto()
    ACROSS_CATEGORIES = auto()


@st.composite
def bases(
    draw: st.DrawFn,
    sharing: Sharing,
    *,
    per_category: st.SearchStrategy[int] = UP_TO_SIX,
    most_categories: int = 5,
    most_items: int = 12,
) -> Basis:
    """Invent a study: its design, bank and present coverage.

    Where categories share problems, the bank may be unable to fill a template.
    """
    fewest_categories = 2 if sharing is Sharing.ACROSS_CATEGORIES else 1
    categories = tuple("ABCDE"[: draw(st.integers(fewest_categories, most_categories))])
    wanted = max(draw(per_category), 2 if len(categories) == 1 else 1)
    items = [
        item
        for category in categories
        for item in draw(_items(category, wanted, most_items, sharing))
    ]
    target = draw(st.integers(0, 4))
    places = (len(categories) * wanted + 1) // 2
    templates = Templates(
        items_per_category=wanted,
        opening_condition=draw(st.sampled_from([opening.value for opening in OpeningCondition])),
        attention_checks=draw(st.integers(0, min(3, places))),
        coverage_target=target,
        aj_coverage_extra=draw(st.integers(-target, 3)),
    )
    return Basis(
        items,
        [f"CHECK{number}" for number in range(templates.attention_checks)],
        StudyDesign(bank=Bank(categories=categories), templates=templates),
        draw(st.just({}) | _coverages(items)),
        Earlier(ahead=draw(st.integers(-3, 3))),
    )


def small_bases(
    sharing: Sharing, per_category: st.SearchStrategy[int] = UP_TO_THREE
) -> st.SearchStrategy[Basis]:
    """Invent a study that an integer program solves at once."""
    return bases(sharing, per_category=per_category, most_categories=3, most_items=5)


@st.composite
def _items(
    draw: st.DrawFn, category: str, wanted: int, at_most: int, sharing: Sharing
) -> list[BankItem]:
    size = draw(st.integers(wanted, max(wanted, at_most)))
    arms = ["base", "hedged", "numbered"][: draw(st.integers(1, 3))]
    items = []
    for number in range(size):
        problem = f"{category}{number}"
        if sharing is not Sharing.NONE and number >= wanted:
            problem = f"{category}{draw(st.integers(0, number))}"
        if sharing is Sharing.ACROSS_CATEGORIES and draw(st.booleans()):
            problem = f"shared {draw(st.integers(0, size))}"
        items.append(
            BankItem(f"{category}-{number:02d}", category, problem, draw(st.sampled_from(arms)))
        )
    return items


@st.composite
def _coverages(draw: st.DrawFn, items: list[BankItem]) -> dict[tuple[str, Condition], int]:
    often = draw(st.integers(0, 5))
    return {
        (item.code, condition): draw(st.integers(0, often))
        for item in items
        for condition in Condition
    }
