"""What a page is told: the envelope of every reply (`docs/participant-api.md`).

A participant never receives more than their screen shows: no code, no category, no ground truth,
no justification of an AO item, nothing of an item that is not open.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from annotation.domain.session import Status
from annotation.domain.stages import OPEN, State
from annotation.models import ParticipantSession, Presentation
from annotation.services.practice import PracticeItem
from study.domain.design import StudyDesign, Timing
from study.domain.vocabulary import Condition
from study.models import Item

Json = dict[str, Any]


class Phase(StrEnum):
    """What the item page is showing."""

    PRACTICE = "practice"
    ITEMS = "items"
    OVER = "over"


class Rehearsed(Protocol):
    """An item on the screen of which nothing is stored: a practice item, or a preview."""

    @property
    def id(self) -> str:
        """Return the id the page sends back."""

    @property
    def index(self) -> int:
        """Return its 0-based position."""

    @property
    def condition(self) -> Condition:
        """Return what is shown of it."""


def envelope(
    status: str, now: datetime, *, index: int, total: int, presentation: Json | None
) -> Json:
    """Return the part that every reply has."""
    return {
        "server_now": now.isoformat(),
        "status": status,
        "phase": _phase(status).value,
        "progress": {"index": index, "total": total},
        "presentation": presentation,
    }


def _phase(status: str) -> Phase:
    if status == Status.ACTIVE:
        return Phase.ITEMS
    return Phase.PRACTICE if status == Status.INSTRUCTED else Phase.OVER


def item_envelope(
    session: ParticipantSession,
    now: datetime,
    presentation: Presentation | None,
    done: int,
    content: Json | None = None,
) -> Json:
    """Return the envelope of a session at its items.

    Parameters
    ----------
    done : int
        Items finished, used where none is open.
    content : dict, optional
        Only in the reply to `next`.
    """
    is_open = presentation is not None and presentation.state in OPEN
    shown = _presentation(presentation, now) if presentation and is_open else None
    if shown is not None and content is not None:
        shown["content"] = content
    index = presentation.index if presentation is not None and is_open else done
    design = session.version.design
    told = envelope(session.status, now, index=index, total=design.shown_items, presentation=shown)
    return told | _violations(session, design)


def _violations(session: ParticipantSession, design: StudyDesign) -> Json:
    """Return how many severe violations count, and how many end a session, where they do."""
    if not design.integrity.monitoring:
        return {}
    threshold = design.integrity.severe_threshold
    return {"severe_count": session.severe_count, "severe_threshold": threshold}


def _presentation(presentation: Presentation, now: datetime) -> Json:
    common: Json = {
        "id": str(presentation.public_id),
        "index": presentation.index,
        "stage": presentation.state,
    }
    if presentation.state == State.STAGE1:
        return common | {
            "soft_in_ms": _milliseconds(presentation.soft_deadline, now),
            "hard_in_ms": _milliseconds(presentation.hard_deadline, now),
            "draft": presentation.draft,
            "draft_seq": presentation.draft_seq,
        }
    return common | {
        "verdict": presentation.verdict,
        "timed_out": presentation.timed_out,
        "asks": _asks(Condition(presentation.condition)),
        "ratings_draft": {
            "confidence": presentation.confidence_draft,
            "helpfulness": presentation.helpfulness_draft,
        },
        "ratings_draft_seq": presentation.ratings_draft_seq,
    }


def practice_envelope(
    session: ParticipantSession, now: datetime, due: PracticeItem | None, shown: Json | None = None
) -> Json:
    """Return the envelope of a session at its practice; the clock begins anew with each look."""
    index, total = (due.index, due.total) if due else (session.practice_done,) * 2
    return envelope(session.status, now, index=index, total=total, presentation=shown)


def preview_envelope(now: datetime, index: int, total: int, shown: Json | None = None) -> Json:
    """Return the envelope of a preview, which the page treats like a practice."""
    return envelope(Status.INSTRUCTED.value, now, index=index, total=total, presentation=shown)


def rehearsed_stage1(due: Rehearsed, timing: Timing, factor: float | None) -> Json:
    """Return an item of which nothing is stored in Stage 1; its clock runs in the page only."""
    limits = (
        (None, None)
        if factor is None
        else (
            timing.soft_seconds(due.condition) * factor * 1000,
            timing.hard_seconds(due.condition) * factor * 1000,
        )
    )
    return {
        "id": due.id,
        "index": due.index,
        "stage": State.STAGE1.value,
        "soft_in_ms": limits[0],
        "hard_in_ms": limits[1],
        "draft": None,
        "draft_seq": 0,
    }


def rehearsed_stage2(due: Rehearsed, verdict: bool | None, *, timed_out: bool) -> Json:
    """Return an item of which nothing is stored in Stage 2."""
    return {
        "id": due.id,
        "index": due.index,
        "stage": State.STAGE2.value,
        "verdict": verdict,
        "timed_out": timed_out,
        "asks": _asks(due.condition),
        "ratings_draft": {"confidence": None, "helpfulness": None},
        "ratings_draft_seq": 0,
    }


def content(item: Item, condition: Condition, image_url: str) -> Json:
    """Return what the screen shows of an item under a condition, and nothing else."""
    shown: Json = {"question": item.question_html, "answer": item.answer_html, "image": None}
    if condition is Condition.AJ:
        shown["justification"] = item.justification_html
    if item.image is not None:
        shown["image"] = {
            "url": image_url,
            "alt": item.image_alt,
            "width": item.image.width,
            "height": item.image.height,
        }
    return shown


def _asks(condition: Condition) -> list[str]:
    return ["confidence", "helpfulness"] if condition is Condition.AJ else ["confidence"]


def _milliseconds(deadline: datetime | None, now: datetime) -> int | None:
    """Return how far a deadline is, never negative: a page shows 0:00, not a debt."""
    return None if deadline is None else max(0, round((deadline - now).total_seconds() * 1000))
