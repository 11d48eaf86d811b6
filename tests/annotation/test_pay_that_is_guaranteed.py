from typing import Any

import pytest

from annotation.models import ParticipantSession
from study import texts
from study.domain.presets import PRESETS
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db
PAPER, PANEL = PRESETS["paper"].design, PRESETS["panel"].design


def participant(**compensation: Any) -> Participant:
    return Participant(make_invitation(make_study(compensation=compensation)))


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_consent_text_says_which_rule_holds_and_not_the_other(language: str) -> None:
    paper, panel = texts.consent(PAPER, language).text, texts.consent(PANEL, language).text

    nothing = "may receive nothing" if language == "en" else "可能没有报酬"
    whatever = "whatever your answers are" if language == "en" else "无论您如何作答"
    part = "the part you did, in proportion" if language == "en" else "所占的比例支付报酬"
    assert (nothing in paper, whatever in paper, part in paper) == (True, False, False)
    assert (nothing in panel, whatever in panel, part in panel) == (False, True, True)
    assert "{" not in paper + panel


def test_the_pages_before_the_items_promise_it() -> None:
    someone = participant(guaranteed=True, pro_rata=True)

    assert "with care" not in someone.look().content.decode()
    someone.consent()
    page = someone.look().content.decode()
    assert "whatever your answers are" in page
    assert "paid for the part you did" in page
    assert "no pay at all" not in page


def test_without_it_the_papers_rules_are_told() -> None:
    someone = participant()

    assert "with care" in someone.look().content.decode()
    someone.consent()
    page = someone.look().content.decode()
    assert "no pay at all" in page
    assert "paid for the part you did" not in page


@pytest.mark.parametrize("status", ["terminated", "abandoned", "withdrawn"])
@pytest.mark.parametrize("pro_rata", [True, False])
def test_who_did_not_reach_the_end_reads_what_is_paid(status: str, pro_rata: bool) -> None:
    someone = participant(pro_rata=pro_rata)
    someone.press("begin")
    session = ParticipantSession.objects.get()
    ParticipantSession.objects.update(status=status, ended_at=session.entered_at)

    page = someone.look().content.decode()
    assert ("in proportion to the questions you answered" in page) is pro_rata
