"""A design written as TOML with a comment above every setting, and read from TOML."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from study.domain.design import StudyDesign
from study.domain.design_file import describe, read_design
from study.domain.errors import InvalidDesign


class NotToml(InvalidDesign):
    """The text is no TOML at all; the one problem says where it stops being it."""


def from_toml(text: str, base: StudyDesign) -> StudyDesign:
    """Read a design; what the text does not name is as in `base`.

    Raises
    ------
    InvalidDesign
        With every problem.
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml([str(error)]) from None
    values = base.as_dict()
    both = {
        name: {**values.get(name, {}), **body} if isinstance(body, Mapping) else body
        for name, body in given.items()
    }
    return read_design({**values, **both})


def as_toml(design: StudyDesign) -> str:
    """Return every setting: section, meaning, the paper's section, what is allowed, value.

    Examples
    --------
    >>> print(as_toml(StudyDesign()).split("[timing]")[1].split("ao_hard")[0].strip())
    # AO: the clock turns to its warning colour. (paper, K.6.1; at least 1, at most 86400)
    ao_soft_seconds = 180
    <BLANKLINE>
    # AO: the platform closes Stage 1 itself. (paper, K.6.1; at least 2, at most 86400)
    """
    about = {section.name: section.metadata["about"] for section in fields(design)}
    lines: list[str] = []
    present = ""
    for section, key, value, rule in describe(design):
        if section != present:
            lines += [f"# --- {about[section]}", f"[{section}]"]
            present = section
        lines += [_comment(rule), _assignment(key, value), ""]
    return "\n".join(lines)


def _comment(rule: Mapping[str, Any]) -> str:
    parts = [f"paper, {rule['section']}" if rule["section"] else "", _allowed(rule)]
    more = "; ".join(part for part in parts if part)
    return f"# {rule['about']}" + (f" ({more})" if more else "")


def _allowed(rule: Mapping[str, Any]) -> str:
    if rule["allowed"]:
        return "one of " + ", ".join(map(str, rule["allowed"]))
    if rule["longest"]:
        return f"at most {rule['longest']} characters"
    bounds = (("at least", rule["at_least"]), ("at most", rule["at_most"]))
    return ", ".join(f"{word} {bound}" for word, bound in bounds if bound is not None)


def _assignment(key: str, value: Any) -> str:
    """Return `key = value`; TOML knows no null, so what is not set is left commented out."""
    if value is None:
        return f"# {key} ="
    # JSON's texts, whole numbers, booleans and lists are TOML's too, but for the bare DEL
    return f"{key} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")
