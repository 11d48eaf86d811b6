"""Where mail goes, and whatever is one of a few words, is read from the environment."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


def test_nothing_set_sends_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCERN_EMAIL_URL", raising=False)
    assert env.mail("DISCERN_EMAIL_URL") is None


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtps://mail.example", ("smtps", "mail.example", 465, "", "")),
        ("smtp+starttls://mail.example", ("smtp+starttls", "mail.example", 587, "", "")),
        ("smtp://127.0.0.1:1025", ("smtp", "127.0.0.1", 1025, "", "")),
        (
            "smtps://anna%40lab.example:p%40ss%2Fword@mail.example:4650",
            ("smtps", "mail.example", 4650, "anna@lab.example", "p@ss/word"),
        ),
    ],
)
def test_an_address_says_how_mail_is_handed_over(
    monkeypatch: pytest.MonkeyPatch, url: str, server: tuple[str, str, int, str, str]
) -> None:
    monkeypatch.setenv("DISCERN_EMAIL_URL", url)
    assert env.mail("DISCERN_EMAIL_URL") == env.MailServer(*server)


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "https://u:secret@mail.example",
        "smtps://u:secret@",
        "smtps://u:secret@x:port",
        "smtps://u:secret@[x",
    ],
)
def test_a_wrong_address_names_the_variable_and_not_the_password(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DISCERN_EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DISCERN_EMAIL_URL is not") as refused:
        env.mail("DISCERN_EMAIL_URL")
    assert "secret" not in str(refused.value)


def test_a_word_that_is_none_of_the_few_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    few = ("none", "staff", "all")
    monkeypatch.setenv("DISCERN_REQUIRE_TWO_FACTOR", "everybody")
    with pytest.raises(ImproperlyConfigured, match="expected one of none, staff, all"):
        env.choice("DISCERN_REQUIRE_TWO_FACTOR", few, "none")
    monkeypatch.setenv("DISCERN_REQUIRE_TWO_FACTOR", "All")
    assert env.choice("DISCERN_REQUIRE_TWO_FACTOR", few, "none") == "all"
