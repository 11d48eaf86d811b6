"""What Django's forms leave to be done."""

from django import forms
from django.http import QueryDict


def show_instead(form: forms.Form, **values: str) -> None:
    """Let a form that was sent show other values than it was sent."""
    shown = QueryDict(mutable=True)
    shown.update(form.data)
    for name, value in values.items():
        shown[name] = value
    form.data = shown
