import asyncio
import json
import socket
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections
from django.utils import timezone

from annotation.models import ParticipantSession, Presentation
from annotation.selectors import coverage
from annotation.services.releasing import release_template
from annotation.simulation import walker
from annotation.simulation.answer_key import read_key
from annotation.simulation.behaviour import Person, Response, Screen, Truth, respond
from annotation.simulation.crowd import Crowd, Pace
from annotation.simulation.guests import invite_guests
from annotation.simulation.walker import Answer, End
from study.domain.errors import IllegalMove
from study.models import Study
from study.selectors import free_templates
from study.services.retiring import retire_items
from study.services.templates import generate_templates
from tests.factories import make_study

SHORT = ("ao_soft_seconds", "aj_soft_seconds")
LIMITS = ("ao_hard_seconds", "aj_hard_seconds")


def walk(study: Study, url: str, people: int, concurrency: int = 10, **pace: Any) -> Crowd:
    crowd = Crowd(invite_guests(study, people, url))
    again: list[Answer] = []
    asyncio.run(crowd.walk(1, Pace(concurrency, **pace), read_key(study), again.append))
    return crowd


def stored(study: Study) -> dict[str, tuple[Any, ...]]:
    shown = Presentation.objects.filter(session__version__study=study, state="done")
    columns = "public_id", "verdict", "timed_out", "confidence", "helpfulness"
    return {str(row[0]): row[1:] for row in shown.values_list(*columns)}


def acknowledged(crowd: Crowd) -> dict[str, tuple[Any, ...]]:
    return {
        answer.presentation: (
            answer.verdict,
            answer.timed_out,
            answer.confidence,
            answer.helpfulness,
        )
        for answer in crowd.answers
    }


def test_the_database_holds_exactly_the_acknowledged_answers(live: str) -> None:
    study = make_study()
    generate_templates(study, {}, 6, seed=1)

    crowd = walk(study, live, people=6)

    assert [walk.end for walk in crowd.walks] == [End.COMPLETED] * 6
    assert len(crowd.answers) == crowd.acknowledged == 6 * 9
    assert acknowledged(crowd) == stored(study)
    sessions = ParticipantSession.objects.filter(version__study=study)
    assert set(sessions.values_list("status", flat=True)) == {"completed"}
    assert not crowd.ledger.errors


def test_who_finds_no_template_free_is_counted_as_full(live: str) -> None:
    study = make_study()
    generate_templates(study, {}, 2, seed=1)

    crowd = walk(study, live, people=3)

    assert len(crowd.ended(End.COMPLETED)) == 2
    assert len(crowd.ended(End.FULL)) == 1


def test_the_same_items_get_the_same_answers_at_any_concurrency(live: str) -> None:
    answers = []
    for slug, concurrency in (("one-by-one", 1), ("together", 8)):
        study = make_study(slug)
        generate_templates(study, {}, 5, seed=1)
        crowd = walk(study, live, people=5, concurrency=concurrency)
        answers.append(
            {
                (answer.participant, answer.screen): (answer.verdict, answer.confidence)
                for answer in crowd.answers
            }
        )

    both = answers[0].keys() & answers[1].keys()
    assert len(both) > 5  # who gets which template depends on who comes first
    assert {what: answers[0][what] for what in both} == {what: answers[1][what] for what in both}


def test_a_link_in_progress_is_taken_up_where_the_server_says(live: str) -> None:
    study = make_study()
    generate_templates(study, {}, 1, seed=1)
    crowd = Crowd(invite_guests(study, 1, live))

    class PulledPlug(Exception):
        pass

    def pull(answer: Answer) -> None:
        if answer.index == 3:
            raise PulledPlug

    with pytest.raises(ExceptionGroup):
        asyncio.run(crowd.walk(1, Pace(1), read_key(study), pull))
    later = Crowd(crowd.links)
    asyncio.run(later.walk(1, Pace(1), read_key(study), lambda answer: None))

    assert [walk.end for walk in later.walks] == [End.COMPLETED]
    assert [answer.index for answer in later.answers] == list(range(3, 9))
    assert len(stored(study)) == 9


def test_who_is_slower_than_the_limit_times_out(live: str, monkeypatch: pytest.MonkeyPatch) -> None:
    study = make_study(timing=dict.fromkeys(SHORT, 1) | dict.fromkeys(LIMITS, 2))
    generate_templates(study, {}, 1, seed=1)
    shown: list[Screen] = []

    def slow_at_first(who: Person, screen: Screen, truth: Truth | None) -> Response:
        """Be late twice after the two practice items: with a choice, and without."""
        shown.append(screen)
        late = len(shown) in {3, 4}
        return replace(
            respond(who, screen, truth),
            limit_share=1.5 if late else 0.0,
            selected_in_time=len(shown) == 3,
            rating_seconds=0.0,
        )

    monkeypatch.setattr(walker, "respond", slow_at_first)
    monkeypatch.setattr(walker, "reading_seconds", lambda *_: 0.0)

    crowd = walk(study, live, people=1, think=1.0)

    first, second, *others = crowd.answers
    assert first.timed_out
    assert first.verdict is not None
    assert second.timed_out
    assert second.verdict is None
    assert not any(answer.timed_out for answer in others)
    assert acknowledged(crowd) == stored(study)


def test_the_command_says_how_it_went(live: str, tmp_path: Path) -> None:
    study = make_study()
    generate_templates(study, {}, 1, seed=1)
    out, record = StringIO(), tmp_path / "answers.jsonl"

    call_command("simulate", study.slug, participants=2, base_url=live, record=record, stdout=out)

    said = out.getvalue()
    assert "1 session templates are free for 2 people" in said
    assert "generate_templates small --count 1" in said
    assert "1 completed, 1 full" in said
    assert "9 acknowledged" in said
    assert "accuracy" in said
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert {line["presentation"] for line in lines} == stored(study).keys()
    assert len(lines) == 18  # the judgment, and again with its ratings


def test_a_rehearsal_counts_nowhere_and_takes_nobodys_template(live: str) -> None:
    study = make_study()
    generate_templates(study, {}, 2, seed=1)
    before, out = coverage(study), StringIO()

    call_command("simulate", study.slug, participants=2, base_url=live, stdout=out)

    assert "2 completed" in out.getvalue()
    assert "these count nowhere, and gave 2 templates back" in out.getvalue()
    sessions = ParticipantSession.objects.filter(version__study=study)
    assert list(sessions.values_list("is_test", "status")) == [(True, "completed")] * 2
    assert free_templates(study) == 2
    assert coverage(study) == before
    assert study.audit_entries.filter(action="template.released").count() == 2
    assert not any(release_template(session, timezone.now()) for session in sessions)
    retire_items(study, ["GSM-CHECK"], "found in the rehearsal", discard_templates=True)
    assert not study.templates.exists()


def test_as_real_they_are_ordinary_participants(live: str) -> None:
    study = make_study()
    generate_templates(study, {}, 1, seed=1)
    out = StringIO()

    call_command("simulate", study.slug, participants=1, as_real=True, base_url=live, stdout=out)

    session = ParticipantSession.objects.get(version__study=study)
    assert not session.is_test
    assert free_templates(study) == 0
    assert "pilots" not in out.getvalue()
    with pytest.raises(IllegalMove):
        release_template(session, timezone.now())


def test_links_of_a_file_are_walked_without_a_key(live: str, tmp_path: Path) -> None:
    study = make_study()
    generate_templates(study, {}, 2, seed=1)
    file, out = tmp_path / "links.txt", StringIO()
    links = invite_guests(study, 2, "https://elsewhere.example")
    file.write_text(f"{links[0].code}\t{links[0].url}\n\n{links[1].url}\n")

    call_command("simulate", "no-such-study", links=file, base_url=live, no_key=True, stdout=out)

    assert "2 completed" in out.getvalue()
    assert "accuracy" not in out.getvalue()
    assert len(stored(study)) == 18


def test_a_server_that_is_not_there_is_one_clear_line(
    transactional_db: None, unused_port: int
) -> None:
    study = make_study()

    with pytest.raises(CommandError, match=r"^No server answers at http://127.0.0.1:\d+ .*"):
        call_command(
            "simulate", study.slug, participants=1, base_url=f"http://127.0.0.1:{unused_port}"
        )
    assert study.invitations.count() == 0


def test_a_dead_link_fails_and_the_command_says_so(live: str, tmp_path: Path) -> None:
    file, out = tmp_path / "links.txt", StringIO()
    file.write_text(f"P001\t{live}/j/nobody/\n")

    with pytest.raises(SystemExit) as ended:
        call_command("simulate", "no-such-study", links=file, stdout=out)

    assert ended.value.code == 1
    assert "P001: the link does not work (HTTP 404)" in out.getvalue()


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@pytest.fixture(autouse=True)
def _close_connections() -> Any:
    yield
    connections.close_all()
