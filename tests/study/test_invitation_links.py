from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study import links
from study.services.invitations import invite
from tests.factories import make_study


def test_a_link_can_be_shown_again_whenever_needed() -> None:
    assert links.path("abcdefgh", 1) == links.path("abcdefgh", 1)


def test_the_secret_key_decides_the_link(settings: Any) -> None:
    before = links.token("abcdefgh", 1)
    settings.SECRET_KEY = "another"
    assert links.token("abcdefgh", 1) != before


@given(st.integers(min_value=1, max_value=1000), st.integers(min_value=1, max_value=1000))
def test_every_generation_has_its_own_link(one: int, other: int) -> None:
    assert links.is_genuine(links.token("abcdefgh", one), "abcdefgh", other) is (one == other)


@given(st.text())
def test_any_text_is_a_link_or_is_not_and_never_an_error(text: str) -> None:
    assert links.is_genuine(text, links.public_id_of(text), 1) is (
        text == links.token(links.public_id_of(text), 1)
    )


@pytest.mark.django_db
def test_codes_go_on_where_the_last_invitations_ended() -> None:
    study = make_study()
    invite(study, 2)
    assert [i.participant.code for i in invite(study, 2)] == ["P003", "P004"]
