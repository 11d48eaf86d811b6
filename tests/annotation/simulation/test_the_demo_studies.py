import stat
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db.models import F, Max, Min, Model
from django.test import Client
from django.urls import reverse

from annotation.models import ParticipantSession, Presentation, ViolationEvent
from annotation.simulation import demo
from annotation.simulation.account import ensure_researcher
from study.domain.roles import Role
from study.models import AuditEntry, ColleagueInvitation, Item, SessionTemplate, Study
from study.permissions import role_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 14, 20, 53, tzinfo=UTC)
OURS = {"study", "annotation", "analysis"}


@pytest.fixture
def data() -> Study:
    return demo.ensure_data(NOW)


def test_seeding_twice_makes_nothing_new_and_prints_the_same(
    settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.VAR_DIR = tmp_path
    call_command("seed_demo", base_url="http://here.example:8000")
    first, counts = capsys.readouterr().out, _counts()

    call_command("seed_demo", base_url="http://here.example:8000")

    assert capsys.readouterr().out == first
    assert _counts() == counts
    assert first.count("http://here.example:8000/j/") == 11  # ten, and the one left of the twin
    assert (tmp_path / "researcher-password").read_text().strip() in first
    assert stat.S_IMODE((tmp_path / "researcher-password").stat().st_mode) == 0o600


def test_the_researcher_sees_everything_of_ours_and_changes_nothing(
    settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    call_command("seed_demo")
    researcher, client = User.objects.get(), Client()
    client.force_login(researcher)

    assert researcher.is_staff
    assert not researcher.is_superuser
    for study in Study.objects.all():
        assert role_in(researcher, study) is Role.OWNER
    ours = [model for model in admin.site._registry if model._meta.app_label in OURS]
    assert len(ours) == 13
    for model in ours:
        listed = client.get(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        )
        assert listed.status_code == 200
        one = model._default_manager.first()
        # the demo has no colleagues and monitors nobody
        assert one is not None or model in {ColleagueInvitation, ViolationEvent}
        assert one is None or client.get(_page(one)).status_code == 200
    session = ParticipantSession.objects.first()
    template = SessionTemplate.objects.first()
    assert session is not None
    assert template is not None
    assert b"Presentations" in client.get(_page(session)).content
    assert b"Template slots" in client.get(_page(template)).content
    assert client.get(reverse("admin:auth_user_changelist")).status_code == 403


def test_the_demo_study_waits_for_ten_people() -> None:
    study = demo.ensure_demo()

    assert study.items.filter(kind="main").count() == 40
    assert study.templates.filter(claimed_at=None).count() == 20
    assert study.invitations.count() == 10
    assert not ParticipantSession.objects.exists()


def test_the_twin_holds_nineteen_completed_sessions_and_a_link_that_is_left(data: Study) -> None:
    sessions = ParticipantSession.objects.filter(version__study=data)

    assert Counter(sessions.values_list("status", flat=True)) == {"completed": 19}
    assert set(Counter(_shown(data).values_list("session", flat=True)).values()) == {17}
    assert _shown(data).filter(state="done").count() == 19 * 17
    assert not sessions.filter(passed_attention_check=None).exists()
    assert _shown(data).filter(item__kind="attention_check").count() == 19
    assert data.invitations.filter(sessions=None).count() == 1
    assert data.templates.filter(claimed_at=None).count() == 1


def test_its_numbers_are_like_those_of_the_paper(data: Study) -> None:
    minutes = [
        (session.ended_at - session.started_at).total_seconds() / 60
        for session in ParticipantSession.objects.filter(version__study=data)
        if session.ended_at and session.started_at
    ]

    assert 22 < sum(minutes) / 19 < 32
    assert min(minutes) > 12
    assert max(minutes) < 50
    for condition, paper in (("AO", 0.836), ("AJ", 0.809)):
        judged = _shown(data).filter(condition=condition, item__kind="main", verdict__isnull=False)
        right = [said == truth for said, truth in judged.values_list("verdict", "item__is_correct")]
        assert abs(sum(right) / len(right) - paper) < 0.06
    late = _shown(data).filter(timed_out=True)
    assert 1 <= late.count() <= 12
    assert not late.exclude(rt_seconds=240).exists()


def test_it_lies_in_the_week_before_and_carries_its_own_time_everywhere(data: Study) -> None:
    span = ParticipantSession.objects.aggregate(Min("entered_at"), Max("ended_at"))
    midnight = NOW.replace(hour=0, minute=0, second=0)

    assert midnight - timedelta(days=7) < span["entered_at__min"]
    assert span["ended_at__max"] < midnight
    made_now = AuditEntry.objects.filter(study=data, at__gte=midnight)
    assert set(made_now.values_list("action", flat=True)) == {
        "study.created",
        "items.imported",
        "templates.generated",
        "participants.invited",
    }
    opened = midnight - timedelta(days=7)
    for model in (Study, Item, SessionTemplate):
        assert set(model._default_manager.values_list("created_at", flat=True)) == {opened}
    assert not _shown(data).filter(closed_at__lt=F("presented_at")).exists()


def test_its_rows_are_the_same_wherever_it_is_made(data: Study) -> None:
    first = _rows(data)
    Study.objects.filter(pk=data.pk).update(slug="another-machine")

    again = demo.ensure_data(NOW)

    assert _rows(again) == first == _rows(data)


def test_a_lost_password_file_changes_no_account(tmp_path: Path) -> None:
    file = tmp_path / "researcher-password"
    password = ensure_researcher(file)
    assert password is not None
    assert ensure_researcher(file) == password
    assert User.objects.get().check_password(password)
    file.unlink()

    assert ensure_researcher(file) is None
    assert not file.exists()
    assert User.objects.get().check_password(password)


def _page(one: Model) -> str:
    name = f"{one._meta.app_label}_{one._meta.model_name}"
    return reverse(f"admin:{name}_change", args=[one.pk])


def _shown(study: Study) -> Any:
    return Presentation.objects.filter(session__version__study=study)


def _rows(study: Study) -> list[tuple[Any, ...]]:
    columns = [
        field.name
        for field in Presentation._meta.concrete_fields
        if field.name
        not in {"id", "session", "item", "public_id", "stage1_submission", "stage2_submission"}
    ]
    people = "session__participant__code", "session__template__number", "item__code"
    shown = _shown(study).order_by("session__participant__code", "index")
    return list(shown.values_list(*people, *columns, "session__completion_code"))


def _counts() -> list[int]:
    models = (Study, Item, SessionTemplate, ParticipantSession, Presentation, AuditEntry, User)
    return [model._default_manager.count() for model in models]
