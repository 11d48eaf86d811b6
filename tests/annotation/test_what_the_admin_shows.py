import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import ConsentText, ParticipantSession
from annotation.services.entry import begin, decline, wording
from tests.factories import make_invitation

pytestmark = pytest.mark.django_db
SESSIONS = "/admin/annotation/participantsession/"


def test_a_completion_code_leads_to_its_participant(admin_client: Client) -> None:
    invitation = make_invitation()
    session = begin(invitation, "en", timezone.now())
    ParticipantSession.objects.filter(pk=session.pk).update(completion_code="K7M2PQ9X")

    found = admin_client.get(SESSIONS, {"q": "K7M2PQ9X"}).content.decode()

    assert invitation.participant.code in found
    assert "K7M2PQ9X</td>" in found
    assert "0 results" in admin_client.get(SESSIONS, {"q": "K7M2PQ9Y"}).content.decode()


def test_consent_texts_are_listed_by_their_beginning(admin_client: Client) -> None:
    session = begin(make_invitation(), "en", timezone.now())
    decline(session, wording(session, "en"), timezone.now())
    text = ConsentText.objects.get().text

    listed = admin_client.get("/admin/annotation/consenttext/").content.decode()

    assert "1, en</td>" in listed
    assert text[-40:].strip() not in listed
