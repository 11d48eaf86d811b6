"""What a draft still lacks before people may begin, and what would be better."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from study.domain.design import StudyDesign
from study.domain.errors import DomainError
from study.domain.marking import mark as _


class State(StrEnum):
    """What there is to say of one point."""

    DONE = "done"
    LACKING = "lacking"  # the study cannot be opened
    ADVICE = "advice"  # it can, but think of it


@dataclass(frozen=True)
class Finding:
    """One line of the checklist.

    Attributes
    ----------
    words : str
        An English sentence, with gaps as in `%(there)s`; pages translate it.
    page, part : str
        Where it is mended: the name of a page, and the part of the design.
    """

    state: State
    words: str
    page: str
    part: str = ""
    gaps: Mapping[str, object] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """Return the sentence in English."""
        return self.words % self.gaps


@dataclass(frozen=True)
class Stock:
    """What a study has in use.

    Attributes
    ----------
    main_items : mapping of str to int
        By category.
    formulas_as_source : int
        Items with a formula that could not be rendered.
    free_templates : int
        Session templates of the present layout that nobody holds.
    templates_lacking : int
        How many more it takes at least to reach the coverage target.
    is_piloted : bool
        Somebody has walked through the present version.
    """

    main_items: Mapping[str, int]
    attention_checks: int
    practice_items: int
    formulas_as_source: int
    free_templates: int
    templates_lacking: int
    owners: int
    is_piloted: bool


class NotReady(DomainError):
    """A study that lacks something necessary is not opened; `findings` says what."""

    code = "not_ready"

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("\n".join(finding.sentence for finding in findings))
        self.findings = findings


def checklist(design: StudyDesign, stock: Stock) -> list[Finding]:
    """Return every point in the order of the work, be it done or not."""
    return [
        *_items(design, stock),
        *_templates(design, stock),
        *_consent(design),
        *_people(stock),
    ]


def require_ready(findings: Iterable[Finding]) -> None:
    """Refuse to open a study that lacks something.

    Raises
    ------
    NotReady
        With everything it lacks.
    """
    if lacking := [finding for finding in findings if finding.state is State.LACKING]:
        raise NotReady(lacking)


def _items(design: StudyDesign, stock: Stock) -> Iterator[Finding]:
    needed, complete = design.templates.items_per_category, design.bank.items_per_category
    counts = {name: stock.main_items.get(name, 0) for name in design.bank.categories}
    gaps = {
        "there": ", ".join(f"{name} {count}" for name, count in counts.items()),
        "needed": needed,
        "complete": complete,
    }
    least = min(counts.values())
    if least < needed:
        words = _("Main items: %(there)s; one session template needs %(needed)s of each category.")
        yield Finding(State.LACKING, words, "items", gaps=gaps)
    elif least < complete:
        words = _("Main items: %(there)s; a complete bank has %(complete)s of each category.")
        yield Finding(State.ADVICE, words, "items", gaps=gaps)
    else:
        yield Finding(State.DONE, _("Main items: %(there)s."), "items", gaps=gaps)
    gaps = {"there": stock.attention_checks, "needed": design.templates.attention_checks}
    if stock.attention_checks < design.templates.attention_checks:
        words = _("Attention checks: %(there)s; a session has %(needed)s.")
        yield Finding(State.LACKING, words, "items", gaps=gaps)
    else:
        yield Finding(State.DONE, _("Attention checks: %(there)s."), "items", gaps=gaps)
    gaps = {"there": stock.practice_items, "needed": design.practice.items}
    if stock.practice_items < design.practice.items:
        words = _("Practice items: %(there)s; the design asks for %(needed)s.")
        yield Finding(State.ADVICE, words, "items", gaps=gaps)
    else:
        yield Finding(State.DONE, _("Practice items: %(there)s."), "items", gaps=gaps)
    if stock.formulas_as_source:
        words = _("Items with a formula that is shown as source: %(there)s.")
        yield Finding(State.ADVICE, words, "items", gaps={"there": stock.formulas_as_source})


def _templates(design: StudyDesign, stock: Stock) -> Iterator[Finding]:
    gaps = {
        "free": stock.free_templates,
        "more": stock.templates_lacking,
    }
    if not stock.free_templates:
        words = _("No session template of the present layout is free.")
        yield Finding(State.LACKING, words, "templates")
    else:
        yield Finding(State.DONE, _("Free session templates: %(free)s."), "templates", gaps=gaps)
    if stock.templates_lacking:
        words = _("To reach the coverage target it takes at least %(more)s more session templates.")
        yield Finding(State.ADVICE, words, "templates", gaps=gaps)


def _consent(design: StudyDesign) -> Iterator[Finding]:
    """Yield what people have to know before they agree to anything."""
    told = design.consent
    for is_there, state, done, lacking in (
        (
            told.institution,
            State.LACKING,
            _("The consent text says who runs the study."),
            _("The consent text does not say who runs the study."),
        ),
        (
            told.contact,
            State.LACKING,
            _("Participants are told whom they can ask."),
            _("Participants are not told whom they can ask."),
        ),
        (
            told.ethics_number,
            State.ADVICE,
            _("The consent text gives the ethics approval."),
            _("The consent text gives no ethics approval; if you have one, enter its number."),
        ),
    ):
        if is_there.strip():
            yield Finding(State.DONE, done, "settings-part", "consent")
        else:
            yield Finding(state, lacking, "settings-part", "consent")


def _people(stock: Stock) -> Iterator[Finding]:
    if stock.owners:
        yield Finding(State.DONE, _("The study has an owner."), "members")
    else:
        words = _("The study has no owner; nobody but an operator can open or close it.")
        yield Finding(State.ADVICE, words, "members")
    if stock.is_piloted:
        words = _("The present version has been tried by somebody.")
        yield Finding(State.DONE, words, "people")
    else:
        words = _("Nobody has tried the present version; walk through it as a pilot first.")
        yield Finding(State.ADVICE, words, "people")
