"""The log: one call writes it, and the database lets nobody change it."""

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from study.models import AuditEntry
from study.services.audit import record
from tests.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> AuditEntry:
    study = make_study()
    somebody = User.objects.create_user("somebody")
    return record(
        study, "study.tried", study, actor=somebody, reason="to see", before=1, after={"a": 2}
    )


def test_an_entry_says_who_did_what_when_why_before_and_after(entry: AuditEntry) -> None:
    stored = AuditEntry.objects.get(pk=entry.pk)
    assert (stored.actor and stored.actor.username, stored.action) == ("somebody", "study.tried")
    assert (stored.subject_type, stored.subject_id) == ("study", str(stored.study_id))
    assert (stored.reason, stored.before, stored.after) == ("to see", 1, {"a": 2})
    assert stored.at is not None


def test_the_database_refuses_to_change_an_entry(entry: AuditEntry) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(reason="another")
    assert AuditEntry.objects.get(pk=entry.pk).reason == "to see"


@pytest.mark.postgres
def test_the_database_refuses_to_delete_an_entry(entry: AuditEntry) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).delete()
    assert connection.vendor == "postgresql"
