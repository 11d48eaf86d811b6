"""Asked before something is destroyed or cannot be taken back: what will change, and why."""

from collections.abc import Sequence

from django import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Promise | str


class ReasonForm(forms.Form):
    """The reason of an act; it goes to the log as it is written."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Goes to the log, where every member reads it. Name nobody in it."),
    )


class Confirmation:
    """A page that says what an act will change and asks why; `frame/confirm.html` shows it.

    The act is done by the POST that carries a reason: the same address without one asks.

    Attributes
    ----------
    title, verb : str
        "Retire 3 items", and what the button says: "Retire".
    consequences : sequence of str
        One sentence each: what will change, and what will not.
    back : str
        Where "Cancel" leads.
    kept : sequence of (name, value)
        What the POST must carry again, such as the ticked rows.
    """

    def __init__(
        self,
        request: HttpRequest,
        *,
        title: Words,
        verb: Words,
        consequences: Sequence[Words],
        back: str,
        kept: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.title, self.verb, self.consequences = title, verb, consequences
        self.back, self.kept = back, kept
        answered = request.method == "POST" and "reason" in request.POST
        self.form = ReasonForm(request.POST if answered else None)

    @property
    def reason(self) -> str | None:
        """Return the reason, or None while the page has to ask for it."""
        return self.form.cleaned_data["reason"] if self.form.is_valid() else None
