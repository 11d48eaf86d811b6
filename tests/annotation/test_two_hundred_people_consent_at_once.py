"""A class presses "I agree" in the same second: who gets a template has one of their own."""

import time
from functools import partial

import pytest
from django.utils import timezone

from annotation.models import ParticipantSession
from annotation.services import entry
from study.domain.errors import NoTemplateFree
from study.models import SessionTemplate
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.factories import make_study
from tests.together import all_at_once

PEOPLE, TEMPLATES = 200, 150
SECONDS = 30


@pytest.mark.django_db(transaction=True)
def test_everybody_gets_one_template_or_hears_that_none_is_free() -> None:
    study, now = make_study(), timezone.now()
    generate_templates(study, {}, TEMPLATES, seed=1)
    sessions = [entry.begin(invitation, "en", now) for invitation in invite(study, PEOPLE)]
    wording = entry.wording(sessions[0], "en")
    begun = time.monotonic()

    results = all_at_once([partial(entry.give_consent, each, wording, now) for each in sessions])

    took = time.monotonic() - begun
    heard = [type(result) for result in results]
    assert heard.count(type(None)) == TEMPLATES
    assert heard.count(NoTemplateFree) == PEOPLE - TEMPLATES
    held = ParticipantSession.objects.exclude(template=None).values_list("template", flat=True)
    assert len(held) == len(set(held)) == TEMPLATES
    assert not SessionTemplate.objects.filter(claimed_at=None).exists()
    assert took < SECONDS
