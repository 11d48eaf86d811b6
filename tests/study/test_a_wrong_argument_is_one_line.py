import pytest
from django.core.management import ManagementUtility

COMMANDS = {
    "invite": ["x", "--count", "none"],
    "create_study": ["--confg", "x"],
    "revise_study": ["x"],
    "import_items": ["x"],
    "retire_items": ["x"],
    "study_status": ["x", "burn"],
    "generate_templates": ["x"],
    "simulate": ["x", "--think", "-1"],
    "seed_demo": ["x"],
    "sweep": ["x"],
    "export": ["x", "--table", "none"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_named_without_the_usage(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        ManagementUtility(["manage.py", command, *COMMANDS[command]]).execute()

    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"manage.py {command}: ")
    assert line.endswith("; see --help")
