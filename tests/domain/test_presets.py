import pytest

from study.domain.design import StudyDesign
from study.domain.design_diff import differences
from study.domain.design_file import read_design
from study.domain.presets import PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_a_valid_design(name: str) -> None:
    design = PRESETS[name].design

    assert read_design(design.as_dict()) == design


def test_the_papers_preset_is_the_default() -> None:
    assert PRESETS["paper"].design == StudyDesign()


def test_the_panels_preset_differs_in_pay_and_checks_only() -> None:
    assert {
        (each.section, each.key) for each in differences(StudyDesign(), PRESETS["panel"].design)
    } == {
        ("templates", "attention_checks"),
        ("compensation", "guaranteed"),
        ("compensation", "pro_rata"),
    }
