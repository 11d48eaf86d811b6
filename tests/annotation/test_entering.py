"""From the invitation link to the first item."""

import re
from typing import Any

import pytest
from django.test import Client

from annotation.models import ConsentRecord, ConsentText, ParticipantSession
from annotation.services import entry
from annotation.simulation.walker import hidden_fields
from study import links, texts
from study.domain.errors import IllegalMove
from study.models import AuditEntry, SessionTemplate
from study.services.invitations import renew, revoke
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def participant() -> Participant:
    return Participant(make_invitation())


def test_opening_the_link_consumes_nothing(participant: Participant) -> None:
    for _ in range(3):
        assert participant.look().status_code == 200
    assert not ParticipantSession.objects.exists()


def test_the_link_leads_back_to_the_same_session_from_any_device(participant: Participant) -> None:
    participant.press("begin")
    Participant(participant.invitation, Client()).press("begin")
    assert ParticipantSession.objects.count() == 1


def test_a_template_is_claimed_at_consent_and_not_before(participant: Participant) -> None:
    template = SessionTemplate.objects.get()
    held = ParticipantSession.objects.filter(template=template)
    participant.press("begin")
    assert not held.exists()
    participant.decide("yes")
    assert held.get() == participant.session
    template.refresh_from_db()
    assert template.claimed_at is not None


def test_consent_is_recorded_with_version_exact_text_language_and_time(
    participant: Participant,
) -> None:
    participant.client.cookies["django_language"] = "zh-hans"
    participant.consent()
    record = ConsentRecord.objects.get()
    shown = entry.wording(participant.session, "zh-hans")
    assert record.given
    assert (record.version, record.language) == ("1", "zh-hans")
    assert (record.text.text, record.text.sha256) == (shown.text, shown.sha256)
    assert record.at == participant.session.consented_at


def test_the_language_of_a_consent_is_that_of_the_page_it_was_given_on(
    participant: Participant,
) -> None:
    participant.press("begin")
    opened = participant.look()
    participant.press("language", language="zh-hans")  # in another tab
    participant.decide("yes", opened)
    record = ConsentRecord.objects.get()
    assert record.language == "en"
    assert "AI systems often explain" in record.text.text


def language_of(page: Any) -> str:
    found = re.search('<html lang="([^"]+)">', page.content.decode())
    assert found
    return found[1]


def test_a_running_session_speaks_its_own_language_on_every_device(
    participant: Participant,
) -> None:
    participant.consent()
    other = Participant(participant.invitation, Client(headers={"accept-language": "zh-hans"}))
    other.client.cookies["django_language"] = "zh-hans"  # from an earlier study
    assert language_of(other.look()) == participant.session.language == "en"
    other.press("language", language="zh-hans")
    assert language_of(participant.look()) == participant.session.language == "zh-hans"


@pytest.mark.parametrize("decision", ["yes", "no"])
def test_the_language_of_a_session_is_that_of_the_consent(
    participant: Participant, decision: str
) -> None:
    participant.press("begin")
    opened = participant.look()
    participant.press("language", language="zh-hans")  # in another tab
    participant.decide(decision, opened)
    assert participant.session.language == "en"


def test_changing_the_language_of_the_last_page_does_not_rewrite_what_was_used(
    participant: Participant,
) -> None:
    participant.press("begin")
    participant.decide("no")
    participant.press("language", language="zh-hans")
    assert language_of(participant.look()) == "zh-hans"
    assert participant.session.language == "en"


@pytest.mark.parametrize("decision", ["yes", "no"])
@pytest.mark.parametrize(
    "changed",
    [
        {"text_sha256": "0" * 64},
        {"language": "zh-hans"},
        {"language": "fr"},
        {"text_sha256": "", "language": ""},
    ],
)
def test_a_decision_about_a_text_that_has_changed_is_not_recorded(
    participant: Participant, decision: str, changed: dict[str, str]
) -> None:
    participant.press("begin")
    shown = hidden_fields(participant.look().content.decode())
    assert shown["language"] == "en"
    reply = participant.press("consent", decision=decision, **{**shown, **changed})
    assert reply.status_code == 409
    assert "The text below has changed" in reply.content.decode()
    assert hidden_fields(reply.content.decode()) == shown
    assert participant.session.status == "consenting"
    assert not ConsentRecord.objects.exists()


def test_the_text_people_agreed_to_is_kept_when_discerns_own_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = make_study()
    people = [Participant(make_invitation(study)) for _ in range(3)]
    people[0].consent()
    people[1].consent()
    monkeypatch.setattr(texts, "_built_in", lambda name: "A newer text.")
    people[2].consent()
    agreed = [ConsentRecord.objects.get(session=person.session).text for person in people]
    assert agreed[0] == agreed[1]
    assert "AI systems often explain" in agreed[0].text
    assert agreed[2].text == "A newer text."
    assert ConsentText.objects.count() == 2


def test_researchers_can_read_the_exact_text_and_change_nothing(
    participant: Participant, admin_client: Client
) -> None:
    participant.consent()
    text = ConsentText.objects.get()
    page = admin_client.get(f"/admin/annotation/consenttext/{text.pk}/change/").content.decode()
    assert "AI systems often explain" in page
    assert 'name="text"' not in page
    record = ConsentRecord.objects.get()
    linked = admin_client.get(f"/admin/annotation/consentrecord/{record.pk}/change/")
    assert f"/admin/annotation/consenttext/{text.pk}/change/" in linked.content.decode()


def test_declining_is_recorded_and_holds_no_template(participant: Participant) -> None:
    participant.press("begin")
    participant.decide("no")
    assert participant.session.status == "declined"
    assert participant.session.template is None
    assert not ConsentRecord.objects.get().given


def test_deciding_twice_changes_nothing(participant: Participant) -> None:
    participant.consent()
    assert participant.press("consent", decision="no").status_code == 302
    assert participant.session.status == "instructed"
    assert ConsentRecord.objects.get().given


def test_when_no_template_is_free_nothing_is_recorded_and_trying_again_is_possible() -> None:
    participant = Participant(make_invitation(templates=0))
    participant.press("begin")
    reply = participant.decide("yes")
    assert reply.status_code == 409
    assert "No place is free" in reply.content.decode()
    assert participant.session.status == "consenting"
    assert not ConsentRecord.objects.exists()


def test_who_was_just_admitted_to_the_last_place_is_not_told_that_none_is_free(
    participant: Participant,
) -> None:
    participant.press("begin")
    first, second = participant.session, participant.session  # a double click: both read it now
    shown = entry.wording(first, "en")
    entry.give_consent(first, shown, first.entered_at)
    with pytest.raises(IllegalMove):
        entry.give_consent(second, shown, first.entered_at)
    assert participant.session.template is not None


def test_the_instructions_cannot_be_read_before_consent(participant: Participant) -> None:
    participant.press("begin")
    participant.press("instructions")
    assert participant.session.instructions_read_at is None
    participant.decide("yes")
    assert "What you will do" in participant.look().content.decode()


def test_the_items_cannot_be_started_before_the_instructions_and_practice(
    participant: Participant,
) -> None:
    participant.consent()
    participant.press("start")
    assert participant.session.status == "instructed"
    participant.press("instructions")
    participant.press("start")
    assert participant.session.status == "instructed"
    participant.practise()
    participant.press("start")
    assert participant.session.status == "active"


def test_beginning_freezes_the_version_of_the_study(participant: Participant) -> None:
    participant.press("begin")
    assert participant.session.version.frozen_at == participant.session.entered_at


def test_every_move_is_in_the_log(participant: Participant) -> None:
    participant.reach_items()
    moves = AuditEntry.objects.filter(subject_type="participantsession").order_by("id")
    assert [entry.action for entry in moves] == [
        "session.begin_consent",
        "session.consent",
        "session.start",
    ]


@pytest.mark.parametrize("change", ["first", "last", "short", "other"])
def test_a_changed_link_is_unknown(participant: Participant, change: str) -> None:
    token = links.token(participant.invitation.public_id, 1)
    changed = {
        "first": "2" + token[1:] if token[0] != "2" else "3" + token[1:],
        "last": token[:-1] + ("2" if token[-1] != "2" else "3"),
        "short": token[:-1],
        "other": "ü" * 28,
    }[change]
    assert participant.client.get(f"/j/{changed}/").status_code == 404
    assert participant.client.get(f"/j/{changed}/api/state").status_code == 404


def test_a_renewed_link_says_that_it_was_replaced_and_lets_nobody_in(
    participant: Participant,
) -> None:
    oldest = participant.path
    for _ in range(2):
        old = participant.path
        participant.invitation = renew(participant.invitation)
    assert participant.look().status_code == 200
    for path in (oldest, old):
        for reply in (participant.client.get(path), participant.client.post(path + "begin")):
            assert reply.status_code == 410
            assert "It was replaced by a newer one" in reply.content.decode()
            assert participant.path not in reply.content.decode()
        assert participant.client.get(path + "api/state").status_code == 404
    assert not ParticipantSession.objects.exists()


def test_a_forged_link_of_a_renewed_invitation_is_unknown(participant: Participant) -> None:
    participant.invitation = renew(participant.invitation)
    public_id, generation = participant.invitation.public_id, participant.invitation.generation
    for other in (0, generation + 1):
        assert participant.client.get(links.path(public_id, other)).status_code == 404
    forged = "2" * 20 if not participant.path.endswith("2" * 20 + "/") else "3" * 20
    assert participant.client.get(f"/j/{public_id}{forged}/").status_code == 404


def test_a_revoked_invitation_says_so_and_refuses_every_message(participant: Participant) -> None:
    participant.reach_items()
    revoke(participant.invitation, "by mistake")
    assert participant.look().status_code == 410
    assert participant.next(0).status_code == 404
