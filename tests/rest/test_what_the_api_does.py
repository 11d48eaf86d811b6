"""A whole study over the API: made, filled, opened, read, closed, archived."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from study.domain.design import StudyDesign
from study.domain.roles import Role
from study.models import AuditEntry, Item, Membership, Study, StudyVersion
from tests.rest.caller import Caller, account, caller

ITEM = {
    "code": "PRA09",
    "kind": "practice",
    "question": "Why?",
    "justification": "1. So.",
    "answer": "So",
    "is_correct": True,
}
NDJSON = "application/x-ndjson"


def lines(*rows: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


def imported(caller: Caller, body: bytes, query: str = "", kind: str = NDJSON) -> Any:
    return caller.ask("POST", f"studies/small/item-imports{query}", body, content_type=kind)


def good(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


def test_who_creates_a_study_owns_it(db: None) -> None:
    ana = caller(account("ana"))
    design = {"timing": {"ao_hard_seconds": 300}}
    body = {"slug": "fresh", "title": "New", "design": design}
    assert good(ana.post("studies", body), 201)["status"] == "draft"
    assert Membership.objects.get().role == Role.OWNER
    assert good(ana.get("studies/fresh/design"))["timing"]["ao_hard_seconds"] == 300
    assert AuditEntry.objects.filter(actor__username="ana", action="study.created").exists()


def test_a_study_from_a_preset_with_something_otherwise(db: None) -> None:
    ana = caller(account("ana"))
    design = {"templates": {"coverage_target": 5}}
    body = {"slug": "fresh", "title": "New", "preset": "panel", "design": design}
    good(ana.post("studies", body), 201)
    templates = good(ana.get("studies/fresh/design"))["templates"]
    assert (templates["attention_checks"], templates["coverage_target"]) == (2, 5)


def test_a_draft_that_lacks_something_is_not_opened_and_told_what(db: None) -> None:
    ana = caller(account("ana"))
    good(ana.post("studies", {"slug": "fresh", "title": "New"}), 201)
    lacking = [row for row in good(ana.get("studies/fresh/checklist")) if row["state"] == "lacking"]
    refused = ana.post("studies/fresh/status", {"event": "open", "reason": "Go."})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_ready")
    assert {error["message"] for error in refused.json()["errors"]} >= {
        row["message"] for row in lacking
    }


def test_a_study_is_closed_archived_and_then_refuses_every_write(
    study: Study, owner: Caller
) -> None:
    for event in ("close", "archive"):
        good(owner.post("studies/small/status", {"event": event, "reason": "Done."}))
    writes: list[tuple[str, str, Any]] = [
        ("PATCH", "", {"title": "Another"}),
        ("PUT", "/design", {"timing": {"ao_hard_seconds": 300}}),
        ("POST", "/participants", {"count": 1}),
        ("POST", "/templates", {"count": 1}),
        ("POST", "/item-retirements", {"codes": ["TP01"], "reason": "x"}),
        ("POST", "/item-restorations", {"codes": ["TP01"], "reason": "x"}),
    ]
    for method, path, body in writes:
        refused = owner.ask(method, f"studies/small{path}", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "study_archived"), path
    assert imported(owner, lines(ITEM)).json()["code"] == "study_archived"
    assert owner.get("studies/small/items").status_code == 200


def test_a_title_and_a_design_are_changed_and_the_log_knows_who(
    study: Study, owner: Caller
) -> None:
    good(owner.ask("PATCH", "studies/small", {"title": "Another"}))
    design = good(owner.get("studies/small/design"))
    design["timing"]["ao_hard_seconds"] = 300
    StudyVersion.objects.update(frozen_at="2026-01-01T00:00:00Z")
    assert good(owner.ask("PUT", "studies/small/design", design))["number"] == 2
    assert [row["number"] for row in good(owner.get("studies/small/versions"))["results"]] == [2, 1]
    old = good(owner.get("studies/small/versions/1"))
    assert old["design"]["timing"]["ao_hard_seconds"] == 240
    changes = good(owner.get("studies/small/versions/2/changes?against=1"))
    assert changes == [{"section": "timing", "key": "ao_hard_seconds", "before": 240, "after": 300}]
    actions = {"study.title_changed", "study.design_revised"}
    assert AuditEntry.objects.filter(actor__username="owner", action__in=actions).count() == 2


def test_a_design_that_is_put_is_whole_what_it_lacks_is_as_in_the_paper(
    study: Study, owner: Caller
) -> None:
    good(owner.ask("PUT", "studies/small/design", {}))
    assert good(owner.get("studies/small/design")) == StudyDesign().as_dict()


def test_a_study_is_duplicated_by_who_owns_the_copy(study: Study, owner: Caller) -> None:
    copy = {"slug": "copy", "title": "Copy"}
    assert good(owner.post("studies/small/duplicate", copy), 201)["status"] == "draft"
    assert good(owner.get("studies/copy/items"))["count"] == study.items.count()


def test_an_import_can_be_tried_first(study: Study, owner: Caller) -> None:
    tried = good(imported(owner, lines(ITEM), "?dry_run=true"))
    assert tried["created"] == ["PRA09"]
    assert not study.items.filter(code="PRA09").exists()
    assert good(imported(owner, lines(ITEM))) == tried
    assert good(imported(owner, lines(ITEM)))["unchanged"] == ["PRA09"]
    item = good(owner.get("studies/small/items/PRA09"))
    assert (item["question"], item["has_image"]) == ("Why?", False)


def test_an_import_as_csv_and_as_a_form(study: Study, owner: Caller) -> None:
    table = ",".join(ITEM) + "\n" + ",".join(str(value) for value in ITEM.values())
    assert good(imported(owner, table.encode(), kind="text/csv"))["created"] == ["PRA09"]
    form = io.BytesIO(lines({**ITEM, "code": "PRA10", "question": "Why not?"}))
    form.name = "more.jsonl"
    answer = Client().post(
        "/api/v1/studies/small/item-imports",
        {"file": form},
        headers={"Authorization": f"Bearer {owner.key}"},
    )
    assert good(answer)["created"] == ["PRA10"]


def test_an_import_with_a_figure(study: Study, owner: Caller, tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (8, 8)).save(tmp_path / "figure.png")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("items.jsonl", lines({**ITEM, "image": "figure.png", "image_alt": "A."}))
        archive.write(tmp_path / "figure.png", "figure.png")
    packed.seek(0)
    packed.name = "items.zip"
    answer = Client().post(
        "/api/v1/studies/small/item-imports",
        {"file": packed},
        headers={"Authorization": f"Bearer {owner.key}"},
    )
    assert good(answer)["created"] == ["PRA09"]
    image = owner.ask("GET", "studies/small/items/PRA09/image")
    assert (image.status_code, image["Content-Type"]) == (200, "image/png")
    assert owner.get("studies/small/items/TP01/image").status_code == 404


def test_a_file_with_mistakes_is_refused_whole_with_every_row_and_field(
    study: Study, owner: Caller
) -> None:
    wrong = [{**ITEM, "kind": "none"}, {**ITEM, "code": "PRA10", "is_correct": "perhaps"}]
    refused = imported(owner, lines(*wrong))
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_import")
    places = [(error["row"], error["field"]) for error in refused.json()["errors"]]
    assert places == [(1, "kind"), (2, "is_correct")]
    assert not Item.objects.filter(code__startswith="PRA1").exists()


def test_items_are_retired_and_restored(filled: Study, owner: Caller) -> None:
    code = filled.templates.filter(claimed_at=None)[0].slots.all()[0].item.code
    body = {"codes": [code], "reason": "Ambiguous."}
    refused = owner.post("studies/small/item-retirements", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "templates_in_the_way")
    retired = good(
        owner.post("studies/small/item-retirements", {**body, "discard_templates": True})
    )
    assert [row["code"] for row in retired] == [code]
    assert retired[0]["retired_at"]
    restored = good(owner.post("studies/small/item-restorations", body))
    assert restored[0]["retired_at"] is None
    entries = AuditEntry.objects.filter(actor__username="owner", reason="Ambiguous.")
    assert {entry.action for entry in entries} >= {"item.retired", "item.restored"}


def planned(coverage: Any) -> int:
    """Return how many judgments of main items are planned."""
    return sum(row[side]["planned"] for row in coverage["items"] for side in ("AO", "AJ"))


def test_templates_are_made_read_and_discarded(study: Study, owner: Caller) -> None:
    body = {"count": 2, "seed": 7, "allow_shortfall": True}
    made = good(owner.post("studies/small/templates", body), 201)
    assert [(row["number"], row["seed"]) for row in made] == [(1, 7), (2, 7)]
    slots = good(owner.get("studies/small/templates/1"))["slots"]
    assert [slot["position"] for slot in slots] == list(range(9))
    assert planned(good(owner.get("studies/small/coverage"))) == 16
    gone = owner.post("studies/small/templates/1/discard", {"reason": "One too many."})
    assert gone.status_code == 204
    assert owner.get("studies/small/templates/1").status_code == 404
    assert planned(good(owner.get("studies/small/coverage"))) == 8


def test_a_template_that_somebody_holds_is_not_discarded(filled: Study, owner: Caller) -> None:
    held = filled.templates.exclude(claimed_at=None).get().number
    refused = owner.post(f"studies/small/templates/{held}/discard", {"reason": "x"})
    assert refused.status_code == 409


def test_people_get_more_time_before_they_begin_only(filled: Study, owner: Caller) -> None:
    path = "studies/small/participants"
    assert good(owner.ask("PATCH", f"{path}/P002", {"time_factor": 1.5}))["time_factor"] == 1.5
    assert good(owner.ask("PATCH", f"{path}/P002", {"time_factor": None}))["time_factor"] is None
    refused = owner.ask("PATCH", f"{path}/P001", {"time_factor": 2})
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal_move")


def test_a_link_is_renewed_and_an_invitation_taken_back(filled: Study, owner: Caller) -> None:
    path = "studies/small/participants/P002"
    before = good(owner.get(path))["link"]
    assert good(owner.post(f"{path}/renew", {"reason": "Lost."}))["link"] != before
    revoked = good(owner.post(f"{path}/revoke", {"reason": "Asked to."}))
    assert (revoked["status"], revoked["revoked_at"] is None) == ("revoked", False)


def test_sessions_and_answers_say_what_was_recorded(filled: Study, owner: Caller) -> None:
    session = good(owner.get("studies/small/sessions"))["results"][0]
    assert (session["participant"], session["status"]) == ("P001", "active")
    assert (session["closed_items"], session["answered_items"]) == (3, 3)
    assert good(owner.get(f"studies/small/sessions/{session['id']}")) == session
    answers = good(owner.get("studies/small/answers"))["results"]
    assert [answer["position"] for answer in answers] == [0, 1, 2]
    assert all(answer["was_right"] == answer["is_correct"] for answer in answers)  # all said True


def test_a_session_nobody_goes_on_with_is_ended_once(filled: Study, owner: Caller) -> None:
    session = good(owner.get("studies/small/sessions"))["results"][0]
    path = f"studies/small/sessions/{session['id']}/abandon"
    assert good(owner.post(path, {"reason": "Gone."}))["status"] == "abandoned"
    assert owner.post(path, {"reason": "Gone."}).status_code == 409


def test_members_change_roles_and_leave_but_an_owner_stays(study: Study, owner: Caller) -> None:
    colleague = account("ana", study, Role.ANALYST)
    path = f"studies/small/members/{colleague.pk}"
    assert good(owner.ask("PUT", path, {"role": "researcher"}))["role"] == "researcher"
    assert owner.ask("DELETE", path).status_code == 400
    assert owner.ask("DELETE", f"{path}?reason=Left.").status_code == 204
    assert AuditEntry.objects.filter(action="member.removed", reason="Left.").exists()
    me = Membership.objects.get(study=study)
    refused = owner.ask("PUT", f"studies/small/members/{me.user_id}", {"role": "analyst"})
    assert (refused.status_code, refused.json()["code"]) == (409, "last_owner")


@pytest.mark.parametrize("noun", ["members", "log", "versions", "sessions"])
def test_what_is_only_read_cannot_be_written(study: Study, owner: Caller, noun: str) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert owner.ask(method, f"studies/small/{noun}", {}).status_code == 405
