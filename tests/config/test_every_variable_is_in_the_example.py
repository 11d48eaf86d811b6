import re

from django.conf import settings

PLACES = ("config", "study", "annotation", "analysis", "bench")
READ = re.compile(
    r"(?:env\.\w+\(|os\.environ(?:\.get\(|\[)|os\.getenv\()"
    r"\s*\"([A-Z_]+)\""
)
LISTED = re.compile(r"^#?([A-Z_]+)=", re.MULTILINE)


def test_every_environment_variable_the_code_reads_is_in_the_example() -> None:
    read = {
        name
        for place in PLACES
        for file in (settings.BASE_DIR / place).rglob("*.py")
        for name in READ.findall(file.read_text(encoding="utf-8"))
    }
    listed = set(LISTED.findall((settings.BASE_DIR / ".env.example").read_text(encoding="utf-8")))
    assert "DISCERN_BASE_URL" in read
    assert read - listed == set()
