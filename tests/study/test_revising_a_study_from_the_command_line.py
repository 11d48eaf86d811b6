from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from study.models import Study
from study.selectors import current_version
from study.services.studies import freeze
from study.services.templates import generate_templates
from tests.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(timing={"ao_hard_seconds": 200})


def revise(tmp_path: Path, toml: str, *args: str) -> list[str]:
    file, out = tmp_path / "design.toml", StringIO()
    file.write_text(toml, encoding="utf-8")
    call_command("revise_study", "small", "--config", str(file), *args, stdout=out)
    return out.getvalue().splitlines()


def test_it_says_what_differs_and_which_version_holds(study: Study, tmp_path: Path) -> None:
    freeze(current_version(study), timezone.now())

    lines = revise(tmp_path, "[timing]\nao_hard_seconds = 300\n[practice]\nfeedback = true\n")

    assert lines == [
        "timing.ao_hard_seconds: 200 → 300",
        "practice.feedback: False → True",
        "small has version 2 of its design now.",
    ]


def test_what_the_file_does_not_name_stays(study: Study, tmp_path: Path) -> None:
    revise(tmp_path, '[consent]\ncontact = "us"\n')

    design = current_version(study).design
    assert design.timing.ao_hard_seconds == 200
    assert design.templates.items_per_category == 2
    assert design.consent.contact == "us"
    assert study.versions.count() == 1  # nobody had begun


def test_the_same_design_again_changes_nothing(study: Study, tmp_path: Path) -> None:
    out = StringIO()
    call_command("revise_study", "small", "--show-config", stdout=out)

    assert revise(tmp_path, out.getvalue()) == ["Nothing differs: small stays at version 1."]
    assert not study.audit_entries.filter(action="study.design_revised").exists()


def test_a_dry_run_only_tells(study: Study, tmp_path: Path) -> None:
    lines = revise(tmp_path, "[timing]\nao_hard_seconds = 300\n", "--dry-run")

    assert lines == ["timing.ao_hard_seconds: 200 → 300", "Nothing was changed (--dry-run)."]
    assert current_version(study).design.timing.ao_hard_seconds == 200


def test_templates_that_a_new_layout_leaves_behind_are_named(study: Study, tmp_path: Path) -> None:
    generate_templates(study, {}, 3)

    lines = revise(tmp_path, '[templates]\nopening_condition = "AO"\n')

    assert "3 free templates are of the old one" in lines[-1]
    assert lines[-1].endswith("manage.py generate_templates small")


def test_a_wrong_setting_changes_nothing(study: Study, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"1 problem in .*; nothing was changed"):
        revise(tmp_path, "[timing]\nao_hard_seconds = 99999999999999\n")
    assert current_version(study).design.timing.ao_hard_seconds == 200


def test_an_unknown_study_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no study 'small'"):
        revise(tmp_path, "")
