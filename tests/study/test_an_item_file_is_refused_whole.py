"""A wrong file: every problem at once, with row, field, and words that help."""

import json
import os
import struct
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from study.domain.errors import InvalidImport, Problem
from study.item_bank import read_items
from tests.study.test_reading_an_item_file import MAIN, as_csv, jsonl


def problems(path: Path) -> list[Problem]:
    with pytest.raises(InvalidImport) as refused:
        read_items(path)
    return refused.value.problems


def problem(path: Path) -> Problem:
    (one,) = problems(path)
    return one


def written(folder: Path, data: bytes, name: str = "items.jsonl") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"qestion": "x"}, "qestion", "did you mean question"),
        ({"zzz": "x"}, "zzz", "there are code, kind"),
        ({"question": 7}, "question", "expected a text in quotation marks, got 7"),
        ({"question": ["x"]}, "question", "expected a text"),
        ({"question": " \n"}, "question", "required"),
        ({"question": None}, "question", "required"),
        ({"justification": ""}, "justification", "required"),
        ({"answer": ""}, "answer", "required"),
        ({"answer": 7}, "answer", "expected a text"),
        ({"is_correct": "perhaps"}, "is_correct", "expected true or false, got 'perhaps'"),
        ({"is_correct": 2}, "is_correct", "expected true or false"),
        ({"is_correct": None}, "is_correct", "required"),
        ({"is_correct": False}, "category", "TP items are right"),
        ({"category": "FP"}, "category", "FP items are wrong"),
        ({"category": "XX"}, "category", "'XX' is not one of TP, TN, FP, FN"),
        ({"category": None}, "category", "TP, TN, FP or FN"),
        ({"category": "GSM-CHECK"}, "category", "TP, TN, FP or FN"),
        ({"kind": "mian"}, "kind", "'mian' is not one of main"),
        ({"kind": None}, "kind", "required"),
        ({"kind": "practice"}, "category", "leave it out"),
        ({"kind": "attention_check"}, "category", "GSM-CHECK"),
        ({"gold_answer": None}, "gold_answer", "required for main items"),
        ({"code": None}, "code", "required"),
        ({"code": "a b"}, "code", "1 to 40"),
        ({"code": "x" * 41}, "code", "1 to 40"),
        ({"code": "价格"}, "code", "1 to 40"),
        ({"error_step": 1}, "error_step", "a right answer has no step"),
        ({"error_step": 0}, "error_step", "1 or more"),
        ({"error_step": True}, "error_step", "1 or more"),
        ({"error_step": 1.5}, "error_step", "1 or more"),
        ({"error_step": 3, "is_correct": False, "category": "TN"}, "error_step", "no step 3"),
        ({"question": "x" * 20_001}, "question", "20,001 characters; at most 20,000"),
        ({"arm": "x" * 41}, "arm", "at most 40"),
        ({"question": "a\ud800b"}, "question", "lone surrogate"),
        ({"question": "a\u0000b"}, "question", "control character"),
        ({"question": "\theta \x0crac"}, "question", "backslash"),
        ({"question": "[asy]draw();[/asy]"}, "question", "add it as an image"),
        ({"justification": "\\begin{asy}x\\end{asy}"}, "justification", "add it as an image"),
        ({"image_alt": "A circle."}, "image_alt", "the item has none"),
        ({"image": "none.png", "image_alt": "x"}, "image", "no file none.png"),
        ({"image": "../x.png", "image_alt": "x"}, "image", "outside"),
        ({"image": "/etc/passwd", "image_alt": "x"}, "image", "outside"),
        ({"image": "items.jsonl", "image_alt": "x"}, "image", "no PNG"),
        ({"image": ".", "image_alt": "x"}, "image", "no file"),
        ({"image": "x" * 400, "image_alt": "x"}, "image", "cannot read"),
    ],
)
def test_a_wrong_value_names_its_field(
    tmp_path: Path, change: dict[str, Any], field: str, words: str
) -> None:
    found = problem(jsonl(tmp_path, {**MAIN, **change}))
    assert (found.row, found.field) == (1, field)
    assert words in found.message


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"justification": "So."}, "justification", "numbered steps"),
        ({"is_correct": False}, "error_step", "required for a wrong screening item"),
        ({"is_correct": False, "error_step": 9}, "error_step", "has 2 numbered"),
    ],
)
def test_screening_items_have_steps(
    tmp_path: Path, change: dict[str, Any], field: str, words: str
) -> None:
    row = {**MAIN, "kind": "screening", "category": None, **change}
    found = problem(jsonl(tmp_path, row))
    assert found.field == field
    assert words in found.message


def test_all_problems_of_all_rows_are_named_at_once(tmp_path: Path) -> None:
    found = problems(
        jsonl(
            tmp_path,
            {**MAIN, "category": "XX", "answer": "", "colour": "x"},
            [1],
            {**MAIN, "code": "TP02", "question": "other", "is_correct": "?"},
            {},
        )
    )
    assert [(each.row, each.field) for each in found] == [
        (1, "colour"),
        (1, "category"),
        (1, "answer"),
        (2, ""),
        (3, "is_correct"),
        *((4, name) for name in ("code", "kind", "question", "justification", "answer")),
        (4, "is_correct"),
    ]


def test_a_code_is_used_once(tmp_path: Path) -> None:
    found = problem(jsonl(tmp_path, MAIN, {**MAIN, "question": "other"}))
    assert (found.row, found.field) == (2, "code")
    assert "row 1" in found.message


def test_the_same_question_twice_needs_one_problem_id(tmp_path: Path) -> None:
    twin = {**MAIN, "code": "TP02", "question": " What  is\n$1+1$? "}
    found = problem(jsonl(tmp_path, MAIN, twin))
    assert (found.row, found.field) == (2, "question")
    assert "problem_id" in found.message


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"[1, 2]", "one JSON object a line"),
        (b'"text"', "one JSON object a line"),
        (b"{", "not a JSON object"),
        (b'{"code": "A", "code": "B"}', "'code' is given twice"),
        (b'{"error_step": NaN}', "NaN is not JSON"),
        (b'{"error_step": -Infinity}', "-Infinity is not JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"error_step": ' + b"9" * 10_000 + b"}", "not a JSON object that can be read"),
        (b"\xff{}", "byte 0xff is not UTF-8"),
        (b'{"code": "a\x00"}', "NUL byte"),
    ],
)
def test_a_line_that_is_no_object_names_its_row(tmp_path: Path, line: bytes, words: str) -> None:
    found = problem(written(tmp_path, json.dumps(MAIN).encode() + b"\n\n" + line + b"\n"))
    assert found.row == 3
    assert words in found.message


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("items.jsonl", b"", "holds no items"),
        ("items.jsonl", b"\n \n", "holds no items"),
        ("items.csv", b"", "holds no items"),
        ("items.csv", b"code,kind\n", "holds no items"),
        ("items.json", b"{}", "neither .jsonl"),
        ("items.jsonl", json.dumps(MAIN).encode("utf-16"), "UTF-16"),
        ("items.csv", "code\nA\n".encode("utf-16-le"), "NUL byte"),
        ("items.csv", b"code;kind\nA;main\n", "semicolons"),
        ("items.csv", b"code,,kind\n", "column 2 has no name"),
        ("items.csv", b"code,code\n", "names code twice"),
        ("items.csv", b'code,kind\nA,"main\n', "quotation mark"),
        ("items.csv", b"code,kind\nA\n", "1 cells where the header has 2"),
        ("items.csv", b"code,kind\nA,main,x\n", "3 cells where the header has 2"),
    ],
)
def test_a_file_that_is_no_table_says_so(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    assert words in problem(written(tmp_path, data, name)).message


def test_a_missing_file_or_a_folder_says_so(tmp_path: Path) -> None:
    assert "No such file" in problem(tmp_path / "none.jsonl").message
    (tmp_path / "folder.jsonl").mkdir()
    assert "cannot read" in problem(tmp_path / "folder.jsonl").message


@pytest.mark.parametrize("write", [jsonl, as_csv])
def test_a_cell_of_ten_megabytes_is_named_quickly(tmp_path: Path, write: Any) -> None:
    path = write(tmp_path, {**MAIN, "question": "x" * 10_000_000})
    before = time.process_time()
    found = problem(path)
    assert time.process_time() - before < 2
    assert found.field == "question"
    assert "10,000,000 characters" in found.message
    assert len(str(found)) < 200


def test_a_row_of_a_csv_file_counts_the_header(tmp_path: Path) -> None:
    lines = {**MAIN, "question": "a\nb\nc"}
    found = problem(as_csv(tmp_path, lines, {**MAIN, "code": "TP02", "answer": ""}))
    assert (found.row, found.field) == (3, "answer")


def image_problem(folder: Path, name: str = "figure.png") -> str:
    found = problem(jsonl(folder, {**MAIN, "image": name, "image_alt": "A figure."}))
    assert found.field == "image"
    return found.message


def test_an_image_needs_words_for_who_cannot_see_it(tmp_path: Path) -> None:
    Image.new("1", (5, 5)).save(tmp_path / "figure.png")
    found = problem(jsonl(tmp_path, {**MAIN, "image": "figure.png"}))
    assert found.field == "image_alt"


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    Image.new("1", (5, 5)).save(tmp_path / "secret.png")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "figure.png").symlink_to(tmp_path / "secret.png")
    assert "outside" in image_problem(inside)


def test_a_link_in_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "figure.png").symlink_to(tmp_path / "figure.png")
    assert "figure.png" in image_problem(tmp_path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "figure.png")
    assert "no file" in image_problem(tmp_path)


def test_a_heavy_image_is_refused(tmp_path: Path) -> None:
    (tmp_path / "figure.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(1_000_001))
    assert "larger than 1,000,000 bytes" in image_problem(tmp_path)


def test_an_image_of_too_many_pixels_is_refused_unread(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", 3_999, 3_999, 8, 2, 0, 0, 0)
    (tmp_path / "figure.png").write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")
    )
    assert "3999×3999 pixels" in image_problem(tmp_path)


def test_a_broken_image_is_refused(tmp_path: Path) -> None:
    Image.effect_noise((60, 60), 50).save(tmp_path / "whole.png")
    data = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "figure.png").write_bytes(data[: len(data) // 2])
    assert "broken" in image_problem(tmp_path)


def test_a_moving_image_is_refused(tmp_path: Path) -> None:
    frames = [Image.new("L", (5, 5), shade) for shade in (0, 100, 200)]
    frames[0].save(tmp_path / "figure.gif", save_all=True, append_images=frames[1:])
    assert "moves" in image_problem(tmp_path, "figure.gif")


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["main", "screening", "TP", "FP", "GSM-CHECK", "1. a", "\ud800", "x" * 50]),
    st.lists(st.integers(), max_size=2),
)


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from([".jsonl", ".csv"]))
def test_no_bytes_raise_anything_else(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str
) -> None:
    path = written(tmp_path_factory.getbasetemp(), data, f"bytes{suffix}")
    with pytest.raises(InvalidImport):
        read_items(path)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*MAIN, "error_step", "level", "image", "x"]), VALUES))
def test_no_values_raise_anything_else(
    tmp_path_factory: pytest.TempPathFactory, values: dict[str, Any]
) -> None:
    path = jsonl(tmp_path_factory.getbasetemp(), {**MAIN, **values}, name="values.jsonl")
    with suppress(InvalidImport):
        read_items(path)
