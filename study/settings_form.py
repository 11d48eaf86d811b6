"""A form for one part of a study's design, generated from what the design says of itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext

from frame.forms import show_instead
from study.domain.contradictions import Contradiction
from study.domain.design import StudyDesign
from study.domain.design_file import read_design
from study.domain.errors import InvalidDesign
from study.words import PARTS, SETTINGS, VALUES, sentence

PAPER = StudyDesign()
_LONG = {"text_en", "text_zh_hans"}


class WordsField(forms.CharField):
    """A list of words, written with commas between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return the words as they are written."""
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        """Return the words."""
        return tuple(word for part in (value or "").split(",") if (word := part.strip()))


class TextField(forms.CharField):
    """A text, kept to the letter; browsers send line ends as two characters."""

    def to_python(self, value: Any) -> str:
        """Return the text with single line ends."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


@dataclass(frozen=True)
class Setting:
    """One setting on a page: its field, and what the paper has there.

    Attributes
    ----------
    differs : bool
        Whether what the form shows is something else than the paper's value.
    """

    field: forms.BoundField
    section: str
    paper: Any
    differs: bool


class PartForm(forms.Form):
    """One part of a design. `design` is the whole design once the form is valid.

    Parameters
    ----------
    part : str
        A section of `StudyDesign`.
    present : StudyDesign
        What holds now; the other parts stay as they are in it.
    """

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, part: str, present: StudyDesign, data: QueryDict | None = None) -> None:
        self.part, self.present, self.design = part, present, present
        body = getattr(present, part)
        initial = {entry.name: getattr(body, entry.name) for entry in fields(body)}
        super().__init__(data, initial={**initial, "seen": present.hash}, label_suffix="")
        hints = get_type_hints(type(body))
        for entry in fields(body):
            label = SETTINGS[part, entry.name]
            self.fields[entry.name] = _field(hints[entry.name], entry.name, label, entry.metadata)

    def settings(self) -> Iterator[Setting]:
        """Yield the settings in the order of the file."""
        paper = getattr(PAPER, self.part)
        for entry in fields(paper):
            bound, value = self[entry.name], getattr(paper, entry.name)
            differs = self._shown(bound) != value
            yield Setting(bound, sentence(entry.metadata["section"]), value, differs)

    def clean(self) -> dict[str, Any]:
        """Check what no field can see alone: that the whole design makes sense."""
        given = self.cleaned_data
        if given.get("seen") != self.present.hash:
            show_instead(self, seen=self.present.hash)
            self.add_error(None, gettext("Somebody changed the design meanwhile. Look again."))
        body = {name: given[name] for name in self.fields if name in given and name != "seen"}
        values = self.present.as_dict()
        values[self.part] |= body
        try:
            self.design = read_design(values)
        except InvalidDesign as error:
            for problem in error.problems:
                self._complain(problem)
        return given

    def _shown(self, bound: forms.BoundField) -> Any:
        """Return the value that a field shows, None for what is no value at all."""
        if not self.is_bound:
            return bound.initial
        try:
            return bound.field.clean(bound.data)
        except ValidationError:
            return None

    def _complain(self, problem: str) -> None:
        """Put a problem beside the setting it names, unless that is in another part."""
        if not isinstance(problem, Contradiction):
            self.add_error(None, sentence(problem))
            return
        gaps = {name: _named(value) for name, value in problem.gaps.items()}
        words = gettext(problem.words) % gaps
        if problem.section == self.part and problem.key:
            self.add_error(problem.key, words)
        else:
            where = _named(f"{problem.section}.{problem.key}")
            self.add_error(None, f"{where}: {words}")


def _named(value: object) -> object:
    """Return the label of a setting that is named in full, or of a part; else the value itself."""
    part, _, key = str(value).partition(".")
    if (part, key) in SETTINGS:
        return f"“{SETTINGS[part, key]}”"
    return value if key else PARTS.get(part, value)


def with_papers_value(data: QueryDict, part: str, key: str) -> QueryDict:
    """Return what a form was sent, with the paper's value for one of its settings."""
    changed = data.copy()
    value = getattr(getattr(PAPER, part), key, None)
    if value is None or value is False:
        changed.pop(key, None)
    else:
        words = value if isinstance(value, tuple) else (value,)
        changed[key] = ", ".join(str(word) for word in words)
    return changed


def _field(hint: Any, key: str, label: Any, rule: Mapping[str, Any]) -> forms.Field:
    """Return the field that takes what a setting allows."""
    words = {"label": label, "help_text": gettext(rule["about"])}
    if rule["allowed"]:
        return forms.ChoiceField(
            choices=[(each, VALUES.get(each, each)) for each in rule["allowed"]], **words
        )
    if hint is bool:
        return forms.BooleanField(required=False, **words)
    if hint is int:
        low, high = rule["at_least"], rule["at_most"]
        return forms.IntegerField(min_value=low, max_value=high, **words)
    if hint is str:
        widget = forms.Textarea(attrs={"rows": 12}) if key in _LONG else forms.TextInput()
        longest = rule["longest"]
        return TextField(required=False, strip=False, max_length=longest, widget=widget, **words)
    return WordsField(**words)
