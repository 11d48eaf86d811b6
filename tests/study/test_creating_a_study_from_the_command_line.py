import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from study.domain.design import StudyDesign
from study.domain.design_file import describe, read_design
from study.domain.design_toml import as_toml
from study.domain.presets import PRESETS
from study.models import Study

pytestmark = pytest.mark.django_db


def create(*args: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("create_study", *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_without_a_file_it_has_the_design_of_the_paper() -> None:
    said, _ = create("my-study")

    study = Study.objects.get(slug="my-study")
    assert study.versions.get().design == StudyDesign()
    assert study.title == "My study"
    assert said == "Study my-study with 17 items a session is there; it is open.\n"


def test_the_printed_configuration_is_accepted_and_means_the_same_design(tmp_path: Path) -> None:
    file = tmp_path / "design.toml"
    file.write_text(create("--show-config")[0], encoding="utf-8")

    create("round", "--config", str(file))

    version = Study.objects.get(slug="round").versions.get()
    assert version.design_hash == StudyDesign().hash


def test_it_can_start_from_a_preset_and_a_file_says_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "design.toml"
    file.write_text("[timing]\nao_hard_seconds = 300\n", encoding="utf-8")

    create("panel", "--preset", "panel", "--config", str(file))

    design = Study.objects.get().versions.get().design
    assert design.templates == PRESETS["panel"].design.templates
    assert design.timing.ao_hard_seconds == 300


def test_a_configuration_with_difficult_values_survives_the_round_trip() -> None:
    design = read_design(
        {
            "consent": {
                "text_en": 'Line "one"\nline two \\ tab\t DEL\x7f end',
                "text_zh_hans": "第一行\n第二行",
                "contact": "名字",
            },
            "bank": {"categories": ["TP", "FN"]},
            "practice": {"feedback": True},
        }
    )

    assert read_design(tomllib.loads(as_toml(design))) == design


def test_the_printed_configuration_explains_every_key() -> None:
    lines = create("--show-config")[0].splitlines()

    explained = [(line, lines[place - 1]) for place, line in enumerate(lines) if " = " in line[:40]]
    settings = list(describe(StudyDesign()))
    assert len(explained) == len(settings)
    for (line, comment), (_, key, _, rule) in zip(explained, settings, strict=True):
        assert line.startswith(f"{key} = ")
        assert comment.startswith(f"# {rule['about']}")
    assert (
        "# Condition of the first main item; conditions alternate from it. "
        "(paper, K.5.2; one of AJ, AO, counterbalanced)" in lines
    )
    assert (
        "# Version of the consent text; change it with the text. (at most 40 characters)" in lines
    )


def test_every_wrong_key_and_value_gets_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "design.toml"
    file.write_text('[timing]\nao_hard_secs = 90\naj_soft_seconds = "x"\n[colour]\nred = 1\n')
    err = StringIO()

    with pytest.raises(CommandError, match=r"3 problems in .*design.toml; no study was created"):
        call_command("create_study", "bad", config=file, stderr=err)

    lines = err.getvalue().splitlines()
    assert len(lines) == 3
    assert any("timing.ao_hard_secs: no such key" in line for line in lines)
    assert any("timing.aj_soft_seconds = 'x': expected a whole number" in line for line in lines)
    assert any("[colour]: no such section" in line for line in lines)
    assert not Study.objects.filter(slug="bad").exists()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"[timing\n", "is not TOML"), (b"\xff\xfe[", "is not TOML"), (None, "No such file")],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(
    tmp_path: Path, content: bytes | None, complaint: str
) -> None:
    file = tmp_path / "design.toml"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(CommandError, match=complaint):
        call_command("create_study", "bad", config=file)


@pytest.mark.parametrize(
    ("slug", "complaint"),
    [
        ("taken", r"^taken exists; .*revise_study taken --config FILE, or choose another name\.$"),
        (
            "Wrong Slug",
            "^'Wrong Slug' is no short name: use .*letters, digits, - and _, e.g. wrong-slug$",
        ),
        ("a" * 51, "at most 50 letters"),
        ("bad\udcff", "is no short name"),
        ("", "Give the study a short name"),
    ],
)
def test_a_short_name_that_is_taken_or_none_is_refused(slug: str, complaint: str) -> None:
    create("taken")

    with pytest.raises(CommandError, match=complaint):
        create(slug)
    assert Study.objects.count() == 1


def test_a_title_that_is_not_utf_8_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match="is not UTF-8"):
        create("study", "--title", "bad\udcff")
    assert not Study.objects.exists()


def test_a_title_that_is_too_long_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match=r"^title: .*at most 200 characters"):
        create("study", "--title", "x" * 201)
