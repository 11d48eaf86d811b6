"""Fields that take a whole design as TOML, typed or in a file."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from frame.forms import show_instead
from study.domain.contradictions import Contradiction
from study.domain.design import StudyDesign
from study.domain.design_toml import NotToml, from_toml
from study.domain.errors import InvalidDesign
from study.words import sentence

LARGEST = 1_000_000
"""Bytes of a design file; the longest consent texts need a fraction of it."""


class TomlForm(forms.Form):
    """A design as TOML; a file that is refused is shown as text, to be mended."""

    file = forms.FileField(
        label=_("File"), required=False, widget=forms.FileInput(attrs={"accept": ".toml"})
    )
    toml = forms.CharField(
        label=_("Or the text of one"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "class": "mono", "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Let the text of a file take the place of what was typed."""
        given: dict[str, Any] = super().clean() or {}
        if file := given.get("file"):
            given["toml"] = self._text_of(file)
            show_instead(self, toml=given["toml"])
        return given

    def read(self, base: StudyDesign) -> StudyDesign | None:
        """Return the design, or None with a complaint for everything that is wrong with it."""
        text = self.cleaned_data.get("toml", "")
        if not text.strip():
            if not self.errors:
                self.add_error("toml", gettext("Choose a file, or type a design."))
            return None
        try:
            return from_toml(text, base)
        except NotToml as error:
            self.add_error("toml", gettext("This is not TOML: %s") % error)
        except InvalidDesign as error:
            self.add_error("toml", [_said(problem) for problem in error.problems])
        return None

    def _text_of(self, file: "UploadedFile[Any]") -> str:
        if file.size is None or file.size > LARGEST:
            self.add_error("file", gettext("This file is too large for a design."))
            return ""
        try:
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", gettext("This file is no text in UTF-8."))
            return ""


def _said(problem: str) -> str:
    """Return a problem in the viewer's language; settings keep the names they have in the file."""
    if not isinstance(problem, Contradiction):
        return sentence(problem)
    place = f"{problem.section}.{problem.key}".rstrip(".")
    return f"{place}: {gettext(problem.words) % problem.gaps}"
