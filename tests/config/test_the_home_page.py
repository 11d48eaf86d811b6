from typing import Any

import pytest
from django.test import Client

ADVICE = {
    "en": "open the link of your invitation again, whole",
    "zh-hans": "链接",
}


@pytest.mark.parametrize("language", ADVICE)
def test_who_lost_a_part_of_their_link_is_told_what_to_do(
    language: str, db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        page = Client().get("/", headers={"accept-language": language})

    assert page.status_code == 200
    said = page.content.decode()
    assert f'<html lang="{language}">' in said
    assert ADVICE[language] in said
    assert 'href="/studies/"' in said
