"""The guide's examples work, each exactly as it is printed, and in its order."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from study.models import Study
from tests.rest.caller import Caller

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"
TEXT = GUIDE.read_text(encoding="utf-8")
EXAMPLES = [line for line in TEXT.splitlines() if line.startswith("curl ")]
ITEM = (
    b'{"code": "PRA09", "kind": "practice", "question": "Why?", "justification": "1. So.", '
    b'"answer": "So", "is_correct": true}'
)


def run(line: str, key: str) -> Any:
    """Send what curl would send."""
    words = shlex.split(line.replace("$DISCERN", "/api/v1").replace("$TOKEN", key))[1:]
    options: dict[str, list[str]] = {"-X": ["GET"], "-H": [], "-d": [], "-F": []}
    while len(words) > 1:
        options[words[0]].append(words[1])
        words = words[2:]
    headers = dict(header.split(": ", 1) for header in options["-H"])
    client, path = Client(), words[0]
    if options["-F"]:
        return client.post(path, {"file": SimpleUploadedFile("items.jsonl", ITEM)}, headers=headers)
    kind = headers.pop("Content-Type", "application/json")
    body = "".join(options["-d"])
    return client.generic(options["-X"][-1], path, body, kind, headers=headers)


def test_every_example_of_the_guide_works(study: Study, owner: Caller) -> None:
    assert len(EXAMPLES) >= 10
    for line in EXAMPLES:
        answer = run(line, owner.key or "")
        assert answer.status_code < 300, (line, answer.content)


def test_the_guides_refusal_is_what_is_answered(study: Study, owner: Caller) -> None:
    printed = re.search(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert printed is not None
    answer = owner.post("studies/small/participants", {"count": "two"})
    assert answer.json() == json.loads(printed[1])
