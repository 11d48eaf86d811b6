from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from study.domain.design import StudyDesign
from study.domain.design_diff import differences
from study.domain.design_file import describe, read_design
from study.domain.errors import InvalidDesign


@st.composite
def designs(draw: st.DrawFn) -> StudyDesign:
    """Return a valid design with some settings changed; what contradicts itself is left out."""
    values = StudyDesign().as_dict()
    for section, key, value, rule in describe(StudyDesign()):
        if draw(st.booleans()):
            changed = {**values[section], key: draw(values_of(value, rule))}
            try:
                read_design({**values, section: changed})
            except InvalidDesign:
                continue
            values[section] = changed
    return read_design(values)


def values_of(value: Any, rule: Any) -> st.SearchStrategy[Any]:
    if rule["allowed"]:
        return st.sampled_from(rule["allowed"])
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(rule["at_least"], rule["at_most"])
    if isinstance(value, tuple):
        return st.lists(st.sampled_from(value), min_size=1, unique=True)
    return st.text(max_size=rule["longest"] or 50)


@given(designs(), designs())
def test_the_differences_are_all_it_takes_to_get_from_one_to_the_other(
    before: StudyDesign, after: StudyDesign
) -> None:
    values = before.as_dict()
    for each in differences(before, after):
        assert each.before != each.after
        values[each.section][each.key] = each.after

    assert read_design({s: dict(body) for s, body in values.items()}) == after


@given(designs())
def test_a_design_differs_in_nothing_from_itself(design: StudyDesign) -> None:
    assert differences(design, design) == []
