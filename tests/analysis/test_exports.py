"""Exports: the paper's columns first and exactly, every answer once, in a stable order."""

import csv
import io
import json
import os
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from analysis.exports import ITEM_RESPONSES, PARTICIPANT_SESSIONS, VIOLATION_EVENTS
from analysis.writers import write_csv
from annotation.services.releasing import release
from annotation.services.restarting import restart
from annotation.services.validity import invalidate
from annotation.services.violations import excuse
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.acts import at_work, do, researcher, somebody, terminated
from tests.acts import completed as person_completed
from tests.annotation.monitored import event, tell
from tests.cast import Participant
from tests.factories import make_invitation, make_study

pytestmark = pytest.mark.django_db
TABLE_12 = [
    "participantId",
    "itemId",
    "category",
    "condition",
    "questionIndex",
    "responseCorrect",
    "rtSeconds",
    "timedOut",
    "helpfulness",
    "confidenceRating",
    "confidenceRtSeconds",
    "submittedAt",
]


def export(capsys: pytest.CaptureFixture[str], **options: object) -> tuple[str, str]:
    call_command("export", "small", **options)
    captured = capsys.readouterr()
    return captured.out, captured.err


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def completed() -> Participant:
    participant = Participant(make_invitation())
    participant.reach_items()
    for index in range(9):
        participant.finish_item(index, value=index % 2 == 0, confidence=1 + index % 5)
    return participant


def test_the_papers_columns_come_first_and_exactly() -> None:
    assert ITEM_RESPONSES.header[:12] == TABLE_12
    assert PARTICIPANT_SESSIONS.header[:4] == [
        "participantId",
        "mixTemplateId",
        "status",
        "passedAttentionCheck",
    ]


def test_every_answer_is_one_row_as_it_was_given(
    completed: Participant, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = rows_of(export(capsys)[0])
    assert [int(row["questionIndex"]) for row in rows] == list(range(9))
    for row in rows:
        said = row["responseCorrect"]
        assert said == ("true" if int(row["questionIndex"]) % 2 == 0 else "false")
        assert row["was_right"] == ("true" if said == row["is_correct"] else "false")
        assert (row["helpfulness"] == "") is (row["condition"] == "AO")
        assert datetime.fromisoformat(row["submittedAt"]).tzinfo is not None
        assert row["timedOut"] == "false"


def test_the_session_table_has_one_row_a_session(
    completed: Participant, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = rows_of(export(capsys, table="participant_sessions")[0])
    assert (row["participantId"], row["mixTemplateId"], row["status"]) == (
        "P001",
        "T1",
        "completed",
    )
    assert row["passedAttentionCheck"] in {"true", "false"}
    assert (row["closed_items"], row["answered_items"]) == ("9", "9")


def test_unfinished_and_pilot_sessions_are_left_out_by_name_and_included_on_request(
    completed: Participant, capsys: pytest.CaptureFixture[str]
) -> None:
    study = completed.invitation.study
    generate_templates(study, {}, 2, seed=2)
    running = Participant(invite(study, 1)[0])
    pilot = Participant(invite(study, 1, is_test=True)[0])
    for participant in (running, pilot):
        participant.reach_items()
        participant.finish_item(0)

    text, summary = export(capsys)
    assert len(rows_of(text)) == 9
    assert "1 active, 1 pilot" in summary
    text, summary = export(capsys, all=True)
    assert len(rows_of(text)) == 11
    assert "left out" not in summary


def test_what_does_not_count_is_left_out_by_name_and_marked_on_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    study = make_study()
    invalid, restarted = person_completed(study=study), person_completed(study=study)
    ended = terminated(study=study)
    do(invalidate, invalid)
    do(restart, restarted)
    do(release, ended)

    text, summary = export(capsys)
    assert rows_of(text) == []
    assert "1 invalid, 1 released, 1 restarted" in summary
    rows = rows_of(export(capsys, all=True)[0])
    marked = Counter(
        mark
        for row in rows
        for mark in ("superseded_at", "released_at", "invalidated_at")
        if row[mark]
    )
    assert marked == {"superseded_at": 9, "invalidated_at": 9, "released_at": 2}
    sessions = rows_of(export(capsys, table="participant_sessions")[0])
    assert [row["participantId"] for row in sessions] == ["P001", "P002", "P002", "P003"]
    assert [bool(row["superseded_at"]) for row in sessions] == [False, True, False, False]


def test_how_much_a_template_was_needed_goes_with_its_session(
    capsys: pytest.CaptureFixture[str],
) -> None:
    study = make_study()
    for is_test in (False, True):
        somebody(study=study, templates=2, is_test=is_test).consent()
    rows = rows_of(export(capsys, table="participant_sessions", all=True)[0])
    assert [(row["template_rank"], row["templates_free"]) for row in rows] == [
        ("1", "2"),
        ("3", "3"),
    ]


def test_a_missing_verdict_is_empty_and_neither_right_nor_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    participant.next(0)
    participant.session.presentations.update(
        state="stage2", closed_at="2026-11-30T12:00Z", rt_seconds=240, timed_out=True
    )
    (row,) = rows_of(export(capsys, all=True)[0])
    assert (row["responseCorrect"], row["was_right"], row["timedOut"]) == ("", "", "true")


def test_json_lines_carry_the_same_columns(
    completed: Participant, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = export(capsys, format="jsonl")
    first = json.loads(text.splitlines()[0])
    assert list(first) == ITEM_RESPONSES.header
    assert first["responseCorrect"] is True


def test_the_same_data_gives_the_same_bytes(
    completed: Participant, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(capsys) == export(capsys)


def test_an_unknown_study_names_the_studies_there_are() -> None:
    make_study()
    with pytest.raises(CommandError, match=r"no study 'other'\. Studies: small"):
        call_command("export", "other")


def test_cells_are_exact_unless_a_guard_for_spreadsheets_is_asked_for() -> None:
    exact, guarded = io.StringIO(), io.StringIO()
    write_csv(exact, ["answer"], [["-3"], ["=1+1"], [-3]])
    write_csv(guarded, ["answer"], [["-3"], ["=1+1"], [-3]], guard=True)
    assert exact.getvalue() == "answer\n-3\n=1+1\n-3\n"
    assert guarded.getvalue() == "answer\n'-3\n'=1+1\n-3\n"


def test_a_file_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    make_study()
    with pytest.raises(CommandError, match=r"nowhere/x.csv: No such file or directory\.$"):
        call_command("export", "small", "--out", str(tmp_path / "nowhere" / "x.csv"))


def test_a_reader_that_has_seen_enough_is_no_error(
    completed: Participant, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does when it has its lines
    with os.fdopen(writing, "w", buffering=1) as pipe:
        monkeypatch.setattr("sys.stdout", pipe)
        call_command("export", "small")
        assert os.path.samestat(os.fstat(pipe.fileno()), os.stat(os.devnull))


def test_what_was_seen_is_exported_with_what_counts(capsys: pytest.CaptureFixture[str]) -> None:
    person = at_work(study=make_study(integrity={"monitoring": True}))
    seen = [event("tab_switch", duration_ms=4250), event(duration_ms=200), event("right_click")]
    tell(person, *seen)
    person.send("POST", "dispute", event=seen[0]["id"], text="=My cat")
    excuse(
        person.session.violations.get(kind="right_click"),
        timezone.now(),
        reason="A slip.",
        actor=researcher(),
    )
    out, _ = export(capsys, table="violation_events")
    by_type = {row["type"]: row for row in rows_of(out)}
    assert list(rows_of(out)[0]) == VIOLATION_EVENTS.header
    switch, flicker, click = (
        by_type[kind] for kind in ("tab_switch", "visibility_hidden", "right_click")
    )
    assert (switch["participantId"], switch["severity"]) == ("P001", "severe")
    assert (switch["is_counted"], switch["not_counted"]) == ("true", "")
    assert (switch["duration_seconds"], switch["disputed_text"]) == ("4.25", "=My cat")
    assert json.loads(switch["raw"]) == [["hidden", 0], ["visible", 4000]]
    assert (flicker["is_counted"], flicker["not_counted"]) == ("false", "too_short")
    assert (click["not_counted"], click["excused_reason"]) == ("excused", "A slip.")
    out, _ = export(capsys, table="participant_sessions")
    (row,) = rows_of(out)
    assert (row["severe_count"], row["moderate_count"], row["is_exempt"]) == ("1", "0", "false")
