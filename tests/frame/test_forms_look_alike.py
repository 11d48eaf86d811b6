"""What all forms of the researcher's pages share: their labels, their boxes, ids of their own."""

import re
from collections import Counter
from typing import Any

import pytest
from django import forms
from django.test import Client

from study.domain.roles import Role
from study.models import Study
from study.services.members import set_role
from tests.factories import make_study

pytestmark = pytest.mark.django_db


class Everything(forms.Form):
    name = forms.CharField(label="Name", help_text="Of the person.")
    agreed = forms.BooleanField(label="Agreed")
    kinds = forms.MultipleChoiceField(
        label="Kinds", choices=[("a", "A")], widget=forms.CheckboxSelectMultiple
    )


def test_labels_carry_no_colon() -> None:
    shown = Everything().as_div()
    assert '<label for="id_name">Name</label>' in shown
    assert "<legend>Kinds</legend>" in shown


def test_a_box_to_tick_stands_in_its_label_before_the_words() -> None:
    shown = Everything().as_div()
    assert re.search(r'<label for="id_agreed">\s*<input type="checkbox"[^>]*>\s*Agreed', shown)


def test_a_field_is_described_by_its_help_and_its_complaint() -> None:
    shown = Everything({"kinds": ["a"]}).as_div()
    described = re.search(r'<input type="text" name="name"[^>]*aria-describedby="([^"]+)"', shown)
    assert described
    for each in described[1].split():
        assert f'id="{each}"' in shown


@pytest.mark.parametrize("page", ["people", "templates", "items", "log", "answers"])
def test_the_filter_and_other_forms_of_a_page_share_no_id(
    page: str, client: Client, django_user_model: Any
) -> None:
    study: Study = make_study()
    owner = django_user_model.objects.create_user("ada")
    set_role(study, owner, Role.OWNER, by=None)
    client.force_login(owner)
    found = re.findall(r'\sid="([^"]+)"', client.get(f"/studies/small/{page}/").text)
    assert [each for each, times in Counter(found).items() if times > 1] == []
