import pytest

from study.rendering import render, steps


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1. Add.\n2. Divide.\n3. Done.", 3),
        ("1) Add.\n2) Divide.", 2),
        ("So:\n1. Add.\n\n2. Divide.", 2),
        ("1. Add.\n   1. this\n   2. that\n2. Divide.", 2),
        ("1. Add.\n\nThen, with care,\n\n2. divide.\n\n$$x$$\n\n3. Done.", 3),
        ("1. Add.\n\\[\n- x\n\\]\nso\n2. Divide.", 2),
        ("1. Add.\n2. Divide.\n\nAgain:\n\n1. Check.", 2),
        ("第一步：\n1. 相加。\n2. 相除。", 2),
        ("2. Second comes first.", 0),
        ("- Add.\n- Divide.", 0),
        ("Step 1: Add.\nStep 2: Divide.", 0),
        ("In 1984. It was so.", 0),
        ("", 0),
    ],
)
def test_steps_are_the_numbers_a_reader_sees(text: str, count: int) -> None:
    assert steps(text) == count


def test_a_step_is_a_list_entry_on_the_page() -> None:
    assert render("1. Add.\n2. Divide.").html == "<ol>\n<li>Add.</li>\n<li>Divide.</li>\n</ol>"
