"""Members of a study at their browsers."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from study.domain.roles import Role
from study.models import Study
from study.services.members import set_role

Member = Callable[[Study, Role], Client]


@pytest.fixture
def member(db: None) -> Member:
    """Return somebody's browser, signed in: `member(study, Role.ANALYST)`."""

    def join(study: Study, role: Role) -> Client:
        user, _ = User.objects.get_or_create(username=f"{role}-of-{study}")
        set_role(study, user, role, by=None)
        client = Client()
        client.force_login(user)
        return client

    return join
