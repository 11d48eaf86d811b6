"""Settings that are each allowed but do not fit together."""

from collections.abc import Iterator, Mapping

from study.domain.design import StudyDesign
from study.domain.marking import mark as _
from study.domain.vocabulary import Category, Condition


class Contradiction(str):
    """What does not fit, as one English line; and its parts, for pages in other languages.

    Attributes
    ----------
    section, key : str
        The setting it is about; `key` is empty where it is the section as a whole.
    words : str
        What was expected, with gaps as in `%(limit)s`. A gap may name a setting: `bank.language`.
    """

    section: str
    key: str
    words: str
    gaps: Mapping[str, object]


def contradictions(design: StudyDesign) -> Iterator[Contradiction]:
    """Yield everything that does not fit together."""
    yield from _timing(design)
    yield from _layout(design)
    yield from _consent(design)
    pay = design.compensation
    if not pay.base <= pay.average <= pay.maximum:
        amounts = f"{pay.base}, {pay.average}, {pay.maximum}"
        words = _("expected base ≤ average ≤ maximum, got %(amounts)s.")
        yield _told("compensation", "", "", words, amounts=amounts)


def _told(section: str, key: str, state: str, words: str, **gaps: object) -> Contradiction:
    where = f"{section}.{key}" if key else section
    told = Contradiction(f"{where}{state}: {words % gaps}")
    told.section, told.key, told.words, told.gaps = section, key, words, gaps
    return told


def _consent(design: StudyDesign) -> Iterator[Contradiction]:
    """Yield a text that only one language has: the other would be asked something else."""
    texts = {"text_en": design.consent.text_en, "text_zh_hans": design.consent.text_zh_hans}
    missing = [key for key, text in texts.items() if not text.strip()]
    if len(missing) == 1:
        words = _("expected a text in both languages or in none, everybody is asked the same.")
        yield _told("consent", missing[0], " is empty", words)


def _timing(design: StudyDesign) -> Iterator[Contradiction]:
    timing = design.timing
    for condition in Condition:
        soft, hard = timing.soft_seconds(condition), timing.hard_seconds(condition)
        if hard <= soft:
            name = condition.value.lower()
            yield _told(
                "timing",
                f"{name}_hard_seconds",
                f" = {hard}",
                _("expected more than %(other)s, which is %(limit)s."),
                other=f"timing.{name}_soft_seconds",
                limit=soft,
            )


def _layout(design: StudyDesign) -> Iterator[Contradiction]:
    known = {category.value for category in Category}
    for word in design.bank.categories:
        if word not in known:
            words = _("“%(word)s” is not one of %(known)s.")
            listed = ", ".join(sorted(known))
            yield _told("bank", "categories", "", words, word=word, known=listed)
    per_category = design.templates.items_per_category
    given = f" = {per_category}"
    if design.main_items == 1:
        words = _("expected at least 2 main items in a template, one AO and one AJ.")
        yield _told("templates", "items_per_category", given, words)
    if per_category > design.bank.items_per_category:
        yield _told(
            "templates",
            "items_per_category",
            given,
            _("expected at most %(other)s, which is %(limit)s."),
            other="bank.items_per_category",
            limit=design.bank.items_per_category,
        )
    templates = design.templates
    if templates.target(Condition.AJ) < 0:
        yield _told(
            "templates",
            "aj_coverage_extra",
            f" = {templates.aj_coverage_extra}",
            _("expected at least -%(limit)s, or the target in AJ is below zero."),
            limit=templates.coverage_target,
        )
    checks, places = design.templates.attention_checks, (design.main_items + 1) // 2
    if checks > places:
        words = _("expected at most %(places)s, the even positions of a template.")
        yield _told("templates", "attention_checks", f" = {checks}", words, places=places)
