"""A colleague is invited by mail and joins, with the account they have or with a new one."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from frame.accounts.creation import create_account
from study import links
from study.domain.lifecycle import StudyStatus
from study.domain.roles import Role
from study.models import AuditEntry, ColleagueInvitation, Membership, Study
from study.permissions import role_in
from study.services.colleagues import invite_colleague
from study.services.members import set_role
from tests.factories import make_study

pytestmark = pytest.mark.django_db
MEMBERS = "/studies/small/settings/members/"
PASSWORD = "a long password"
NEW = {"username": "ben", "password": PASSWORD}


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def owner(study: Study, client: Client) -> User:
    account = create_account("anna", password=PASSWORD)
    set_role(study, account, Role.OWNER, by=None)
    client.force_login(account)
    return account


def invite(client: Client, address: str = "ben@lab.example", role: str = "researcher") -> Any:
    return client.post(f"{MEMBERS}invite", {"email": address, "role": role})


def link() -> str:
    """Return the path of the link in the newest mail."""
    found = re.search(r"https?://[^/]+(/join/\w+/)", str(outbox.outbox[-1].body))
    assert found
    return found[1]


def test_the_mail_has_the_link_in_both_languages(client: Client, owner: User) -> None:
    assert invite(client).status_code == 302
    mail = outbox.outbox[0]
    assert mail.to == ["ben@lab.example"]
    assert str(mail.body).count(link()) == 2
    assert "anna" in str(mail.body)
    assert "A small study" in str(mail.body)


def test_somebody_without_an_account_makes_one_and_is_a_member(
    client: Client, owner: User, study: Study
) -> None:
    invite(client)
    ben = Client()
    assert "A small study" in ben.get(link()).content.decode()
    answer = ben.post(link(), NEW)
    assert answer["Location"] == "/studies/small/"
    account = User.objects.get(username="ben")
    assert role_in(account, study) is Role.RESEARCHER
    address = EmailAddress.objects.get(user=account)
    assert (address.email, address.verified, address.primary) == ("ben@lab.example", True, True)
    assert ben.get(MEMBERS).status_code == 200


def test_somebody_with_an_account_signs_in_and_accepts(
    client: Client, owner: User, study: Study
) -> None:
    create_account("ben", email="ben@home.example", password=PASSWORD)
    invite(client, role="analyst")
    ben = Client()
    shown = ben.get(link()).content.decode()
    sign_in = re.search(r'href="(/account/login/\?next=[^"]+)"', shown)
    assert sign_in
    back = ben.post(sign_in[1], {"login": "ben", "password": PASSWORD})
    assert back["Location"] == link()
    assert "Accept as ben" in ben.get(link()).content.decode()
    assert not Membership.objects.filter(user__username="ben").exists()  # looking does nothing
    assert ben.post(link())["Location"] == "/studies/small/"
    assert role_in(User.objects.get(username="ben"), study) is Role.ANALYST


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"username": "anna"}, "already"),
        ({"username": "ANNA"}, "already"),
        ({"username": "not a name"}, "valid username"),
        ({"password": "short"}, "too short"),
        ({"password": "12345678901"}, "entirely numeric"),
        ({"username": "benedikt-long", "password": "benedikt-long"}, "too similar"),
    ],
)
def test_a_bad_name_or_password_is_refused_and_the_invitation_stays(
    client: Client, owner: User, fields: dict[str, str], word: str
) -> None:
    invite(client)
    answer = Client().post(link(), {**NEW, **fields})
    assert answer.status_code == 422
    assert word in answer.content.decode()
    assert User.objects.count() == 1
    assert ColleagueInvitation.objects.waiting().count() == 1


def test_an_address_of_an_account_makes_no_second_account(client: Client, owner: User) -> None:
    create_account("benedikt", email="ben@lab.example", password=PASSWORD)
    invite(client)
    answer = Client().post(link(), NEW)
    assert "Another account has this mail address" in answer.content.decode()
    assert not User.objects.filter(username="ben").exists()


def test_a_link_works_once(client: Client, owner: User) -> None:
    invite(client)
    Client().post(link(), NEW)
    assert Client().get(link()).status_code == 404
    assert Client().post(link(), {**NEW, "username": "eve"}).status_code == 404
    assert not User.objects.filter(username="eve").exists()


def test_a_link_expires_after_seven_days(client: Client, owner: User) -> None:
    invite(client)
    week = timedelta(days=7)
    left = ColleagueInvitation.objects.get().expires_at - timezone.now()
    assert week - timedelta(minutes=1) < left <= week
    ColleagueInvitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get(link()).status_code == 404
    assert Client().post(link(), NEW).status_code == 404


def test_sent_again_it_has_a_new_link_and_the_old_one_is_dead(client: Client, owner: User) -> None:
    invite(client)
    old = link()
    ColleagueInvitation.objects.update(expires_at=timezone.now())
    invitation = ColleagueInvitation.objects.get()
    client.post(f"{MEMBERS}invited/{invitation.pk}/again")
    assert link() != old
    assert Client().get(old).status_code == 404
    assert Client().get(link()).status_code == 200


def test_taken_back_it_is_dead_and_the_address_forgotten(client: Client, owner: User) -> None:
    invite(client)
    take_back = f"{MEMBERS}invited/{ColleagueInvitation.objects.get().pk}/take-back"
    assert "ben@lab.example" in client.get(take_back).content.decode()
    assert Client().get(link()).status_code == 200  # asked, not done
    client.post(take_back, {"reason": "left the lab"})
    assert Client().get(link()).status_code == 404
    assert ColleagueInvitation.objects.get().email == ""
    assert client.post(take_back, {"reason": "again"}).status_code == 404


def test_the_address_is_forgotten_once_accepted(client: Client, owner: User) -> None:
    invite(client)
    Client().post(link(), NEW)
    assert ColleagueInvitation.objects.get().email == ""


def test_the_log_tells_it_all_without_addresses_or_names(client: Client, owner: User) -> None:
    invite(client)
    Client().post(link(), NEW)
    ben = User.objects.get(username="ben")
    entries = AuditEntry.objects.filter(action__startswith="colleague.").order_by("id")
    assert [(entry.action, entry.actor) for entry in entries] == [
        ("colleague.invited", owner),
        ("colleague.joined", ben),
    ]
    whole = str(list(AuditEntry.objects.values()))
    assert "lab.example" not in whole
    assert "'ben" not in whole


def test_a_member_who_opens_an_invitation_keeps_their_role(
    client: Client, owner: User, study: Study
) -> None:
    invite(client, role="analyst")
    client.post(link())
    assert role_in(owner, study) is Role.OWNER
    assert ColleagueInvitation.objects.waiting().exists()


def test_an_address_is_not_invited_twice(client: Client, owner: User) -> None:
    invite(client)
    again = invite(client, "BEN@lab.example")
    assert again.status_code == 409
    assert "invited already" in again.content.decode()
    assert len(outbox.outbox) == 1


def test_a_wrong_address_is_told_beside_its_field_and_kept(client: Client, owner: User) -> None:
    answer = invite(client, "ben at lab")
    assert answer.status_code == 422
    assert 'value="ben at lab"' in answer.content.decode()
    assert client.get(f"{MEMBERS}invite")["Location"] == MEMBERS
    assert not outbox.outbox


def test_nobody_is_invited_to_an_archived_study_nor_joins_it(
    client: Client, owner: User, study: Study
) -> None:
    invite(client)
    Study.objects.update(status=StudyStatus.ARCHIVED.value)
    assert invite(client, "eve@lab.example").status_code == 409
    assert Client().post(link(), NEW).status_code == 422
    assert not User.objects.filter(username="ben").exists()
    assert ColleagueInvitation.objects.count() == len(outbox.outbox) == 1


def test_a_mail_that_cannot_be_sent_is_told_and_can_be_sent_again(
    client: Client, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as away:
        away.setattr(EmailBackend, "send_messages", refuse)
        invite(client)
    shown = client.get(MEMBERS).content.decode()
    assert "could not be sent" in shown
    assert "Send it again" in shown


def test_a_link_of_a_participant_is_no_invitation_of_a_colleague(study: Study) -> None:
    invitation = invite_colleague(
        study, "ben@lab.example", Role.OWNER, actor=None, now=timezone.now()
    )
    wrong = links.token(invitation.public_id, 1)
    assert Client().get(f"/join/{wrong}/").status_code == 404
    assert Client().get("/join/").status_code == 404
    assert Client().get("/join/half-a-link").status_code == 404
    right = links.colleague_token(invitation.public_id)
    assert Client().get(f"/join/{right}")["Location"] == f"/join/{right}/"
