"""Read a study design from plain values and say everything that is wrong with them at once."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from types import UnionType
from typing import Any, get_args, get_type_hints

from study.domain.contradictions import contradictions
from study.domain.design import StudyDesign
from study.domain.errors import InvalidDesign
from study.domain.marking import Sentence, fill
from study.domain.marking import mark as _


def read_design(given: Mapping[str, Any]) -> StudyDesign:
    """Build a design from nested plain values; what is not given keeps its default.

    Parameters
    ----------
    given : Mapping
        ``{"timing": {"ao_hard_seconds": 90}, …}``, as read from TOML or JSON.

    Raises
    ------
    InvalidDesign
        With one line per wrong key or value, each naming the key and what is allowed.
    """
    problems: list[str] = []
    sections = {section.name: section for section in fields(StudyDesign)}
    values: dict[str, Any] = {}
    for name, body in given.items():
        if name not in sections:
            words = _("[%(name)s]: no such section; there are %(names)s.")
            problems.append(fill(words, name=name, names=", ".join(sections)))
        elif not isinstance(body, Mapping):
            words = _("%(name)s: expected a section [%(name)s] with keys, got %(value)s.")
            problems.append(fill(words, name=name, value=repr(body)))
        else:
            kind = _factory(sections[name])
            values[name] = kind(**dict(_read_section(kind, name, body, problems)))
    design = StudyDesign(**values)
    problems.extend(contradictions(design))
    if problems:
        raise InvalidDesign(problems)
    return design


def describe(design: StudyDesign) -> Iterator[tuple[str, str, Any, Mapping[str, Any]]]:
    """Yield (section, key, value, metadata) for every setting, in the order of the file."""
    for section in fields(design):
        body = getattr(design, section.name)
        for entry in fields(body):
            yield section.name, entry.name, getattr(body, entry.name), entry.metadata


def _factory(section: "Field[Any]") -> type[Any]:
    factory = section.default_factory
    assert factory is not MISSING
    assert isinstance(factory, type)
    return factory


def _read_section(
    kind: type[Any], name: str, body: Mapping[str, Any], problems: list[str]
) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(kind)
    known = {entry.name: entry for entry in fields(kind)}
    for key, raw in body.items():
        if key not in known:
            words = _("%(name)s.%(key)s: no such key; [%(name)s] has %(names)s.")
            problems.append(fill(words, name=name, key=key, names=", ".join(known)))
            continue
        value = tuple(raw) if isinstance(raw, list) else raw
        complaint = _complaint(hints[key], value, known[key].metadata)
        if complaint:
            words = _("%(name)s.%(key)s = %(value)s: expected %(what)s.")
            problems.append(fill(words, name=name, key=key, value=repr(raw), what=complaint))
        else:
            yield key, value


def _complaint(hint: Any, value: Any, rule: Mapping[str, Any]) -> Sentence | None:
    """Return what was expected instead of `value`, or None when it is allowed."""
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if value is None:
        return None if type(None) in kinds else _expected(kinds[0], rule)
    kind = kinds[0]
    if not _is(kind, value):
        return _expected(kind, rule)
    if rule["allowed"] and value not in rule["allowed"]:
        return _expected(kind, rule)
    if _holds_nul(value):  # PostgreSQL stores none, so consent could not be recorded
        return fill(_("%(what)s without NUL characters"), what=_expected(kind, rule))
    return _expected(kind, rule) if _is_outside(value, rule) else None


def _holds_nul(value: Any) -> bool:
    texts = value if isinstance(value, tuple) else (value,)
    return any(isinstance(text, str) and "\0" in text for text in texts)


def _is_outside(value: Any, rule: Mapping[str, Any]) -> bool:
    low, high, longest = rule["at_least"], rule["at_most"], rule["longest"]
    return (
        (low is not None and value < low)
        or (high is not None and value > high)
        or (longest is not None and len(value) > longest)
    )


def _is(kind: Any, value: Any) -> bool:
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind in (bool, str):
        return isinstance(value, kind)
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(isinstance(word, str) and word for word in value)
        and len(set(value)) == len(value)
    )


def _expected(kind: Any, rule: Mapping[str, Any]) -> Sentence:
    if rule["allowed"]:
        return fill(_("one of %(values)s"), values=", ".join(map(str, rule["allowed"])))
    words = {int: _("a whole number"), bool: _("true or false"), str: _("a text")}
    text = fill(words.get(kind, _("a list of different words")))
    if rule["at_least"] is not None:
        text = fill(_("%(what)s, at least %(least)s"), what=text, least=rule["at_least"])
    if rule["at_most"] is not None:
        text = fill(_("%(what)s, at most %(most)s"), what=text, most=rule["at_most"])
    if rule["longest"] is not None:
        longer = _("%(what)s of at most %(longest)s characters")
        text = fill(longer, what=text, longest=rule["longest"])
    return text
