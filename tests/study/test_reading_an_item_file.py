"""A right file, in both formats: what its rows become."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from study.item_bank import ItemRow, read_items

MAIN: dict[str, Any] = {
    "code": "TP01",
    "kind": "main",
    "category": "TP",
    "question": "What is $1+1$?",
    "justification": "1. Add.\n2. Done.",
    "answer": "$2$",
    "gold_answer": "2",
    "is_correct": True,
}


def jsonl(folder: Path, *rows: Any, name: str = "items.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def as_csv(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "items.csv"
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)
    return path


def only(path: Path) -> ItemRow:
    (row,) = read_items(path)
    return row


def test_a_row_becomes_an_item_with_its_defaults(tmp_path: Path) -> None:
    row = only(jsonl(tmp_path, MAIN))
    assert (row.row, row.code, row.kind, row.category) == (1, "TP01", "main", "TP")
    assert row.problem_id == "TP01"
    assert row.arm == "base"
    assert row.error_step is None
    assert row.image is None
    assert row.gold_answer == "2"


def test_csv_and_jsonl_say_the_same(tmp_path: Path) -> None:
    given = {**MAIN, "level": 3, "error_step": None, "subject": "Algebra, easy", "answer": 'a "b"'}
    from_json, from_csv = only(jsonl(tmp_path, given)), only(as_csv(tmp_path, given))
    assert from_csv.row == 2
    assert {**vars(from_json), "row": 0} == {**vars(from_csv), "row": 0}


def test_every_field_is_read(tmp_path: Path) -> None:
    given = {
        **MAIN,
        "category": "FP",
        "is_correct": False,
        "problem_id": "p1",
        "arm": "structured",
        "source": "MATH500",
        "level": "Level 3",
        "subject": "Algebra",
        "model": "m",
        "error_step": 2,
        "category_source": "AO verdict",
    }
    row = only(jsonl(tmp_path, given))
    assert {name: getattr(row, name) for name in given} == given


@pytest.mark.parametrize(("word", "truth"), [("true", True), ("YES", True), ("1", True)])
def test_csv_says_true_in_several_ways(tmp_path: Path, word: str, truth: bool) -> None:
    assert only(as_csv(tmp_path, {**MAIN, "is_correct": word})).is_correct is truth


@pytest.mark.parametrize("word", ["false", "No", "0"])
def test_csv_says_false_in_several_ways(tmp_path: Path, word: str) -> None:
    row = {**MAIN, "is_correct": word, "category": "TN"}
    assert only(as_csv(tmp_path, row)).is_correct is False


def test_a_byte_order_mark_blank_lines_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    text = "\n" + json.dumps({**MAIN, "question": "a\r\nb"}) + "\r\n\r\n  \n"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    row = only(path)
    assert (row.row, row.question) == (2, "a\nb")

    table = as_csv(tmp_path, MAIN)
    table.write_bytes(b"\xef\xbb\xbf" + table.read_bytes() + b"\r\n,,,\r\n")
    assert only(table).code == "TP01"


def test_a_csv_cell_may_hold_lines_commas_and_markup(tmp_path: Path) -> None:
    text = 'One, "two"\n<script>alert(1)</script>\n3'
    assert only(as_csv(tmp_path, {**MAIN, "question": text})).question == text


def test_line_separators_of_unicode_are_no_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    text = "a\u2028b\x85c"
    path.write_text(json.dumps({**MAIN, "question": text}, ensure_ascii=False), encoding="utf-8")
    assert only(path).question == text


def test_chinese_is_kept(tmp_path: Path) -> None:
    assert (
        only(jsonl(tmp_path, {**MAIN, "question": "价格是多少？😀"})).question == "价格是多少？😀"
    )


def test_equal_questions_may_share_a_problem(tmp_path: Path) -> None:
    other = {**MAIN, "code": "TP02", "problem_id": "TP01", "arm": "structured"}
    assert [row.code for row in read_items(jsonl(tmp_path, MAIN, other))] == ["TP01", "TP02"]


def test_the_other_kinds_need_no_category(tmp_path: Path) -> None:
    bare = {name: MAIN[name] for name in ("justification", "answer", "is_correct")}
    rows = [
        {**bare, "code": "S1", "kind": "screening", "question": "a"},
        {**bare, "code": "P1", "kind": "practice", "question": "b", "justification": "So."},
        {
            **bare,
            "code": "C1",
            "kind": "attention_check",
            "category": "GSM-CHECK",
            "question": "c",
            "is_correct": False,
        },
    ]
    assert [row.category for row in read_items(jsonl(tmp_path, *rows))] == ["", "", "GSM-CHECK"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_an_image_beside_the_file_is_read(tmp_path: Path, kind: str) -> None:
    stream = io.BytesIO()
    Image.new("RGB", (30, 20), "white").save(stream, kind)
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "one").write_bytes(stream.getvalue())
    given = {
        **MAIN,
        "image": "figures/one",
        "image_alt": "A rectangle.",
        "question": "[asy]x[/asy]?",
    }
    image = only(jsonl(tmp_path, given)).image
    assert image is not None
    assert (image.media_type, image.width, image.height) == (f"image/{kind.lower()}", 30, 20)
    assert image.data == stream.getvalue()
