"""Several people with one colleague's link at once: one joins. PostgreSQL proves it."""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from study.domain.roles import Role
from study.services.colleagues import InvitationGone, accept, invite_colleague
from tests.factories import make_study
from tests.together import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_four_people_with_one_link_exactly_one_joins() -> None:
    study, now = make_study(), timezone.now()
    invitation = invite_colleague(study, "ben@lab.example", Role.ANALYST, actor=None, now=now)
    people = [User.objects.create_user(f"person{number}") for number in range(4)]

    results = all_at_once([partial(accept, invitation, person, now=now) for person in people])

    assert study.memberships.count() == 1
    assert sum(isinstance(result, InvitationGone) for result in results) == 3
