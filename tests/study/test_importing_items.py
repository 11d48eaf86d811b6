import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from study.domain.design import StudyDesign
from study.domain.errors import InvalidImport, Problem
from study.models import (
    AuditEntry,
    Item,
    ItemImage,
    SessionTemplate,
    Study,
    StudyVersion,
    TemplateSlot,
)
from study.services.items import ImportResult, check_items, import_items
from study.services.studies import create_study
from tests.study.test_reading_an_item_file import MAIN, as_csv, jsonl

pytestmark = pytest.mark.django_db

OTHER: dict[str, Any] = {
    **MAIN,
    "code": "FP01",
    "category": "FP",
    "is_correct": False,
    "question": "What is $2+2$?",
    "answer": "5",
    "error_step": 2,
    "level": 3,
}


@pytest.fixture
def study() -> Study:
    return Study.objects.create(slug="demo", title="Demo")


def refused(study: Study, path: Path) -> list[Problem]:
    before = list(Item.objects.order_by("pk").values())
    with pytest.raises(InvalidImport) as trouble:
        import_items(study, path)
    assert list(Item.objects.order_by("pk").values()) == before
    with pytest.raises(InvalidImport):
        check_items(study, path)
    return trouble.value.problems


def shown(study: Study, code: str) -> None:
    Item.objects.filter(study=study, code=code).update(first_shown_at=timezone.now())


def placed(study: Study, code: str) -> None:
    version = StudyVersion.objects.create(study=study, number=1, design_json="{}", design_hash="")
    template = SessionTemplate.objects.create(study=study, version=version, number=1, seed=1)
    item = Item.objects.get(study=study, code=code)
    TemplateSlot.objects.create(template=template, position=0, item=item, condition="AJ")


def test_items_are_stored_as_written_and_as_rendered(study: Study, tmp_path: Path) -> None:
    result = import_items(study, jsonl(tmp_path, MAIN, OTHER))
    assert result == ImportResult(("TP01", "FP01"), (), (), ())
    item = Item.objects.get(code="FP01")
    assert (item.question, item.error_step, item.level) == ("What is $2+2$?", 2, "3")
    assert (item.problem_id, item.arm, item.is_correct) == ("FP01", "base", False)
    assert "<math>" in item.question_html
    assert item.justification_html.startswith("<ol>")
    assert item.answer_html == "5"


def test_the_same_file_twice_changes_nothing(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN, OTHER))
    before = list(Item.objects.order_by("pk").values())
    result = import_items(study, jsonl(tmp_path, MAIN, OTHER))
    assert result == ImportResult((), (), ("TP01", "FP01"), ())
    assert list(Item.objects.order_by("pk").values()) == before
    assert AuditEntry.objects.count() == 1


def test_the_same_items_as_csv_change_nothing(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN, OTHER))
    result = import_items(study, as_csv(tmp_path, MAIN, OTHER))
    assert result.unchanged == ("TP01", "FP01")


def test_another_rendering_is_no_change(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    Item.objects.update(question_html="<p>rendered by an older version</p>")
    shown(study, "TP01")
    assert import_items(study, jsonl(tmp_path, MAIN)).unchanged == ("TP01",)


def test_an_item_nobody_has_seen_may_change(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN, OTHER))
    result = import_items(study, jsonl(tmp_path, {**MAIN, "question": "What is $1+2$?"}, OTHER))
    assert (result.changed, result.unchanged) == (("TP01",), ("FP01",))
    item = Item.objects.get(code="TP01")
    assert item.question == "What is $1+2$?"
    assert "<mn>2</mn>" in item.question_html


@pytest.mark.parametrize(
    "change",
    [{"question": "Other?"}, {"justification": "1. No."}, {"answer": "3"}, {"source": "GSM8K"}],
)
def test_an_item_somebody_has_seen_stays(
    study: Study, tmp_path: Path, change: dict[str, Any]
) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    shown(study, "TP01")
    (problem,) = refused(study, jsonl(tmp_path, {**MAIN, **change}, OTHER))
    assert (problem.row, problem.field) == (1, next(iter(change)))
    assert "retire it" in problem.message


def test_a_practice_item_somebody_has_seen_stays(study: Study, tmp_path: Path) -> None:
    practice = {**MAIN, "code": "PRA01", "kind": "practice", "category": ""}
    import_items(study, jsonl(tmp_path, practice))
    assert import_items(study, jsonl(tmp_path, {**practice, "answer": "3"})).changed == ("PRA01",)
    shown(study, "PRA01")
    (problem,) = refused(study, jsonl(tmp_path, practice))
    assert "has been shown" in problem.message


@pytest.mark.postgres
def test_who_refers_to_the_study_or_its_items_does_not_wait_for_an_import(
    study: Study, tmp_path: Path
) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    with CaptureQueriesContext(connection) as queries:
        import_items(study, jsonl(tmp_path, {**MAIN, "answer": "two"}))
    said = [query["sql"] for query in queries]
    locks = [sql for sql in said if sql.startswith("SELECT") and " UPDATE" in sql]
    assert len(locks) == 2
    assert all("FOR NO KEY UPDATE" in sql for sql in locks)


def test_an_item_somebody_has_seen_may_stand_in_a_file_again(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    shown(study, "TP01")
    result = import_items(study, jsonl(tmp_path, MAIN, OTHER))
    assert (result.created, result.unchanged) == (("FP01",), ("TP01",))


def test_an_item_in_a_template_keeps_its_place(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    placed(study, "TP01")
    assert import_items(study, jsonl(tmp_path, {**MAIN, "answer": "two"})).changed == ("TP01",)
    for change in ({"category": "FN"}, {"problem_id": "other"}):
        (problem,) = refused(study, jsonl(tmp_path, {**MAIN, **change}))
        assert problem.field in change
        assert "session template" in problem.message
    (kind, _) = refused(study, jsonl(tmp_path, {**MAIN, "kind": "practice", "category": ""}))
    assert kind.field == "kind"


def test_a_question_of_the_study_is_not_asked_twice(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    twin = {**MAIN, "code": "TP02", "question": "What is\n$1+1$?"}
    (problem,) = refused(study, jsonl(tmp_path, twin))
    assert (problem.row, problem.field) == (1, "question")
    assert "TP01 (already in the study)" in problem.message
    assert import_items(study, jsonl(tmp_path, {**twin, "problem_id": "TP01"})).created
    Item.objects.filter(code="TP02").delete()
    Item.objects.update(retired_at=timezone.now())
    assert import_items(study, jsonl(tmp_path, twin)).created == ("TP02",)


def test_questions_may_change_places(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN, OTHER))
    swapped = ({**MAIN, "question": OTHER["question"]}, {**OTHER, "question": MAIN["question"]})
    assert import_items(study, jsonl(tmp_path, *swapped)).changed == ("TP01", "FP01")


def test_studies_have_their_own_items(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN))
    other = Study.objects.create(slug="other", title="Other")
    assert import_items(other, jsonl(tmp_path, MAIN)).created == ("TP01",)


def test_an_image_is_stored_once(study: Study, tmp_path: Path) -> None:
    Image.new("RGB", (30, 20)).save(tmp_path / "one.png")
    Image.new("RGB", (30, 21)).save(tmp_path / "two.png")
    rows = [{**row, "image": "one.png", "image_alt": "A figure."} for row in (MAIN, OTHER)]
    import_items(study, jsonl(tmp_path, *rows))
    assert ItemImage.objects.count() == 1
    assert import_items(study, jsonl(tmp_path, *rows)).unchanged == ("TP01", "FP01")
    rows[0]["image"] = "two.png"
    assert import_items(study, jsonl(tmp_path, *rows)).changed == ("TP01",)
    image = Item.objects.get(code="TP01").image
    assert image is not None
    assert (image.width, image.height, image.media_type) == (30, 21, "image/png")
    assert bytes(image.data) == (tmp_path / "two.png").read_bytes()


def test_a_formula_that_cannot_be_shown_is_a_warning_every_time(
    study: Study, tmp_path: Path
) -> None:
    path = jsonl(tmp_path, OTHER, {**MAIN, "justification": r"1. $\foo$ and $x$."})
    for result in (check_items(study, path), import_items(study, path), import_items(study, path)):
        (warning,) = result.warnings
        assert (warning.row, warning.field) == (2, "justification")
        assert "TP01" in warning.message
        assert r"$\foo$" in warning.message


def test_a_wrong_item_with_the_right_answer_is_doubted(study: Study, tmp_path: Path) -> None:
    (warning,) = import_items(study, jsonl(tmp_path, {**OTHER, "answer": "2"})).warnings
    assert warning.field == "is_correct"


def test_an_import_is_logged(study: Study, tmp_path: Path) -> None:
    import_items(study, jsonl(tmp_path, MAIN, name="bank.jsonl"))
    entry = AuditEntry.objects.get()
    assert (entry.study, entry.action) == (study, "items.imported")
    assert entry.after == {"file": "bank.jsonl", "created": ["TP01"], "changed": []}


def test_nothing_is_written_unless_all_is(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("study.services.items.record", fail)
    with pytest.raises(RuntimeError):
        import_items(study, jsonl(tmp_path, MAIN))
    assert not Item.objects.exists()


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("import_items", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    create_study("demo", "Demo", StudyDesign())
    path = str(jsonl(tmp_path, MAIN, {**OTHER, "question": r"$\foo$?"}))
    said = run("demo", path)
    assert "Imported into demo: 2 created, 0 changed, 0 unchanged." in said
    assert r"warning: row 2, question: FP01: cannot be rendered" in said


def test_the_command_says_what_is_there_and_what_is_asked_for(tmp_path: Path) -> None:
    create_study("demo", "Demo", StudyDesign())
    check = {**OTHER, "code": "C1", "kind": "attention_check", "category": "GSM-CHECK"}
    said = run("demo", str(jsonl(tmp_path, MAIN, {**check, "question": "What is $3+3$?"})))
    assert said.splitlines()[-1] == (
        "In use, of those the design asks for: "
        "TP 1 of 10, TN 0 of 10, FP 0 of 10, FN 0 of 10, attention checks 1 of 1, practice 0 of 2"
    )


def test_a_refused_file_is_warned_of_its_formulas_too(study: Study, tmp_path: Path) -> None:
    wrong = {**MAIN, "kind": "x", "answer": r"$\bar$ and $\baz$"}
    path = jsonl(tmp_path, wrong, {**OTHER, "question": r"$\foo$?"})
    with pytest.raises(CommandError) as trouble:
        run("demo", str(path))
    first, *warnings, last = str(trouble.value).split("\n")
    assert first.startswith("row 1, kind: ")
    assert [line.split(": cannot")[0] for line in warnings] == [
        *[f"warning: row 1, answer: {MAIN['code']}"] * 2,
        "warning: row 2, question: FP01",
    ]
    assert last == "Nothing was imported into demo."


def test_the_command_can_try_first(study: Study, tmp_path: Path) -> None:
    said = run("demo", str(jsonl(tmp_path, MAIN)), "--dry-run")
    assert "Would import into demo: 1 created" in said
    assert not Item.objects.exists()
    assert not AuditEntry.objects.exists()


def test_the_command_names_every_problem_and_fails(study: Study, tmp_path: Path) -> None:
    path = jsonl(tmp_path, {**MAIN, "kind": "x\ud800"}, {**OTHER, "answer": ""})
    with pytest.raises(CommandError) as trouble:
        run("demo", str(path))
    first, second, last = str(trouble.value).split("\n")
    assert first.startswith("row 1, kind: ")
    assert second == "row 2, answer: is required and is missing or empty."
    assert last == "Nothing was imported into demo."
    assert trouble.value.returncode == 1


def test_the_command_does_not_invent_a_row_for_a_whole_file(study: Study, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^cannot read .*none\.jsonl: No such file"):
        run("demo", str(tmp_path / "none.jsonl"))


def test_the_command_knows_which_studies_there_are(study: Study, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"There is no study 'dmeo'. Studies: demo"):
        run("dmeo", str(jsonl(tmp_path, MAIN)))


def test_the_banks_that_come_with_the_platform_are_imported_whole(study: Study) -> None:
    folder = Path(__file__).parents[2] / "study/demo"
    other = Study.objects.create(slug="zh", title="中文")
    for target, name in ((study, "items.jsonl"), (other, "items.zh-hans.jsonl")):
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        result = import_items(target, folder / name)
        assert result.warnings == ()
        assert result.created == tuple(json.loads(line)["code"] for line in lines if line)
