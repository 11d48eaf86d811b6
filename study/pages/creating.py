"""Make a study: from a preset, from TOML, or as the copy of another one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from study.domain.design import StudyDesign
from study.domain.presets import PRESETS
from study.domain.roles import Right
from study.models import Study
from study.pages.design_forms import TomlForm
from study.permissions import studies_of
from study.selectors import current_version
from study.services.studies import create_study, duplicate
from study.shell import actor, show, study_page

SLUG_LENGTH = 50
STARTS = (
    ("paper", _("The paper’s design")),
    ("panel", _("The panel preset")),
    ("toml", _("A design as TOML")),
    ("copy", _("A copy of a study")),
)


class NameForm(forms.Form):
    """What a study is called, and its name in addresses, made of the title where none is given."""

    title = forms.CharField(label=_("Title"), max_length=200, help_text=_("Participants see it."))
    slug = forms.SlugField(
        label=pgettext_lazy("of a study", "Short name"),
        max_length=SLUG_LENGTH,
        required=False,
        help_text=_("Used in addresses and commands, and never changed. Empty: made of the title."),
    )

    def clean_slug(self) -> str:
        """Return the name, or one made of the title that nobody has yet."""
        given = str(self.cleaned_data["slug"])
        if given:
            if Study.objects.filter(slug=given).exists():
                raise ValidationError(gettext("There is a study of this name. Choose another one."))
            return given
        made = slugify(str(self.cleaned_data.get("title", "")))[: SLUG_LENGTH - 4].strip("-_")
        if not made:
            raise ValidationError(gettext("Give a short name of Latin letters, digits, - and _."))
        taken = set(Study.objects.filter(slug__startswith=made).values_list("slug", flat=True))
        if made not in taken:
            return made
        return next(f"{made}-{n}" for n in range(2, 10_000) if f"{made}-{n}" not in taken)


class DuplicateForm(NameForm):
    """The copy of one study."""

    with_items = forms.BooleanField(label=_("With the items in use"), required=False, initial=True)


class NewForm(NameForm, TomlForm):
    """A new study: its name and what it starts from."""

    start = forms.ChoiceField(
        label=_("Start from"), choices=STARTS, initial="paper", widget=forms.RadioSelect
    )
    with_items = forms.BooleanField(label=_("With the items in use"), required=False, initial=True)
    field_order = ("title", "slug", "start", "file", "toml", "source", "with_items")
    design: StudyDesign | None = None

    def __init__(self, account: User, data: Any, files: Any) -> None:
        super().__init__(data, files)
        self.fields["source"] = forms.ModelChoiceField(
            label=_("Which study"), queryset=studies_of(account, Right.EDIT), required=False
        )
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        """Ask for what the chosen start needs, and for nothing else."""
        given = super().clean()
        start = str(given.get("start"))
        if start in PRESETS:
            self.design = PRESETS[start].design
        elif start == "toml":
            self.design = self.read(StudyDesign())
        elif start == "copy" and given.get("source") is None:
            self.add_error("source", gettext("Choose the study to copy."))
        return given

    def create(self, by: User) -> Study:
        """Make the study."""
        given = self.cleaned_data
        name = given["slug"], given["title"]
        if self.design is not None:
            return create_study(*name, self.design, actor=by)
        return duplicate(given["source"], *name, actor=by, with_items=given["with_items"])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponseBase:
    """Make a study; whoever makes it owns it."""
    by = actor(request)
    form = NewForm(by, request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            return _made(request, form.create(by))
        except ValidationError as error:  # somebody took the name at this moment
            form.add_error(None, error)
    status = 422 if form.is_bound else 200
    about = {name: gettext(preset.about) for name, preset in PRESETS.items()}
    context = {"form": form, "about": about, "sources": studies_of(by, Right.EDIT).exists()}
    return render(request, "study/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.EDIT)
def copy(request: HttpRequest, study: Study) -> HttpResponseBase:
    """Make a draft with the design and the items of a study."""
    title = gettext("Copy of %(title)s") % {"title": study.title}
    form = DuplicateForm(request.POST or None, initial={"title": title[:200]})
    if form.is_valid():
        given = form.cleaned_data
        try:
            made = duplicate(
                study,
                given["slug"],
                given["title"],
                actor=actor(request),
                with_items=given["with_items"],
            )
            return _made(request, made)
        except ValidationError as error:
            form.add_error(None, error)
    version = current_version(study)
    return show(request, study, "study/duplicate.html", form=form, version=version)


def _made(request: HttpRequest, study: Study) -> HttpResponseBase:
    messages.success(request, gettext("The study is there, as a draft."))
    return redirect("study-overview", study.slug)
