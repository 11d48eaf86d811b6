"""What the pages around the items tell a participant, where wrong words would mislead."""

import re
from html import unescape

import pytest

from study import texts
from study.domain.design_file import read_design
from study.services.invitations import renew, revoke
from tests.annotation.monitored import event, tell
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db
LIMITS = {"ao_soft_seconds": 60, "ao_hard_seconds": 90}
REVOKED = {"en": "Your invitation was withdrawn by the researchers.", "zh-hans": "已撤回您的邀请。"}
GONE = {"en": "Link no longer in use", "zh-hans": "链接已停用"}


def speaking(language: str, participant: Participant) -> Participant:
    participant.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    return participant


def shown(participant: Participant, path: str | None = None) -> str:
    return unescape(participant.client.get(path or participant.path).content.decode())


def title(page: str) -> str:
    found = re.search(r"<title>(.*?)( · .*)?</title>", page)
    assert found
    return found[1]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_withdrawn_invitation_is_not_called_replaced(language: str) -> None:
    participant = speaking(language, Participant(make_invitation()))
    revoke(participant.invitation, "asked by mail")
    page = shown(participant)
    assert title(page) == GONE[language]
    assert REVOKED[language] in page
    assert "newest link" not in page
    assert "最新链接" not in page


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_replaced_link_leads_to_the_newest(language: str) -> None:
    participant = speaking(language, Participant(make_invitation()))
    old = participant.path
    renew(participant.invitation)
    page = shown(participant, old)
    assert title(page) == GONE[language]
    assert {"en": "Use the newest link", "zh-hans": "请使用您收到的最新链接"}[language] in page
    assert REVOKED[language] not in page


def test_a_study_without_templates_does_not_blame_the_crowd() -> None:
    participant = Participant(make_invitation(templates=0))
    participant.consent()
    page = participant.decide("yes").content.decode()
    assert "All places are taken or not yet open." in page
    assert "More people" not in page


def test_the_consent_says_by_which_code_answers_are_kept() -> None:
    design = read_design({})
    assert "under a code (such as P001), not your name." in texts.consent(design, "en").text
    assert "以编号（如 P001）保存，不含姓名" in texts.consent(design, "zh-hans").text


@pytest.mark.parametrize(
    ("language", "wrong"), [("zh-hans", r"[。！？]\s+[一-鿿]"), ("en", r"[a-z][.!?][A-Z]")]
)
@pytest.mark.parametrize("timing", [{}, LIMITS], ids=["one limit", "two limits"])
def test_a_blank_stands_between_english_sentences_and_not_between_chinese_ones(
    language: str, wrong: str, timing: dict[str, int]
) -> None:
    participant = speaking(language, Participant(make_invitation(make_study(timing=timing))))
    participant.consent()
    instructions = shown(participant)
    participant.practise()
    ready = shown(participant)
    assert title(instructions) != title(ready)
    assert re.findall(wrong, instructions + ready) == []


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["another tab in front (4.0 s)", "page out of sight (4.0 s)", "screenshot key"]),
        ("zh-hans", ["切换到其他标签页 (4.0 s)", "页面不可见 (4.0 s)", "截屏键"]),
    ],
)
def test_who_is_terminated_reads_what_was_seen_and_whom_to_write_to(
    language: str, expected: list[str]
) -> None:
    study = make_study(integrity={"monitoring": True}, consent={"contact": "lab@example.org"})
    participant = speaking(language, Participant(make_invitation(study)))
    participant.reach_items()
    tell(participant, event("tab_switch"), event("visibility_hidden", duration_ms=200))
    tell(participant, event(), event("right_click"))
    tell(participant, event("screenshot_attempt", duration_ms=0, ended_ago_ms=0))
    page = shown(participant)
    assert re.findall(r"<li>(.*?)</li>", page) == expected  # nothing that does not count
    assert "lab@example.org" in page
