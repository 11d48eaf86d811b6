from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from study.domain.lifecycle import StudyStatus
from study.models import Study
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def status(*args: str) -> str:
    out = StringIO()
    call_command("study_status", *args, stdout=out)
    return out.getvalue()


def test_it_is_shown_with_what_is_possible() -> None:
    make_study(status=StudyStatus.OPEN)

    assert status("small") == "small is open. Possible: pause, close.\n"


def test_it_is_changed_with_a_reason_that_the_log_keeps() -> None:
    study = make_study(status=StudyStatus.OPEN)

    assert status("small", "pause", "--reason", "a slip") == (
        "small is paused. Possible: resume, close.\n"
    )
    entry = study.audit_entries.first()
    assert entry is not None
    assert (entry.action, entry.reason) == ("study.pause", "a slip")


def test_without_a_reason_nothing_is_changed() -> None:
    make_study(status=StudyStatus.OPEN)

    with pytest.raises(CommandError, match="Say why"):
        status("small", "pause")
    assert Study.objects.get().status == "open"


def test_what_is_not_possible_is_one_line() -> None:
    make_study(status=StudyStatus.PAUSED)

    with pytest.raises(CommandError, match="that is paused cannot archive"):
        status("small", "archive", "--reason", "x")


@pytest.mark.parametrize(("more", "after"), [((), "open"), (("--draft",), "draft")])
def test_a_study_from_the_command_line_is_open_unless_a_draft_is_asked_for(
    more: tuple[str, ...], after: str
) -> None:
    call_command("create_study", "fresh", *more, stdout=StringIO())

    assert Study.objects.get().status == after


def test_a_name_that_a_page_has_is_refused_in_one_line() -> None:
    with pytest.raises(CommandError, match="new is the name of a page; choose another"):
        call_command("create_study", "new", stdout=StringIO())
