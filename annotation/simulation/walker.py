"""One simulated participant on the way from the link to the end, through the real interface.

Speaks the protocol of `docs/participant-api.md` and nothing else. What to do next always follows
from the server's last word, so that a session in progress, a second device or a restart of the
server are nothing special.
"""

import asyncio
import math
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic
from typing import Any

from annotation.simulation.behaviour import (
    MEAN_JUDGING_SECONDS,
    Person,
    Response,
    Screen,
    Truth,
    reading_seconds,
    respond,
)
from annotation.simulation.connection import Connection, Failed

Json = dict[str, Any]
Key = Callable[[Screen], Truth | None]
"""The answer key: what is true of a screen, None where nobody knows."""

_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')

STUCK_AFTER = 20
"""Replies in a row that leave everything as it was; then the participant gives up."""


class End(StrEnum):
    """How a walk ended."""

    COMPLETED = "completed"
    FULL = "full"
    ENDED = "ended"
    FAILED = "failed"


@dataclass
class Answer:
    """What the server acknowledged of one item; the ratings stay None until it did."""

    participant: str
    presentation: str
    index: int
    screen: Screen
    verdict: bool | None = None
    timed_out: bool = False
    confidence: int | None = None
    helpfulness: int | None = None


@dataclass
class Walk:
    """What became of one participant."""

    code: str
    end: End = End.FAILED
    why: str = ""
    answers: list[Answer] = field(default_factory=list)


@dataclass(frozen=True)
class Open:
    """The item on the screen: what it shows, what the person makes of it, when it appeared."""

    id: str
    screen: Screen
    response: Response
    since: float
    submissions: tuple[str, str]


class Walker:
    """A person, a connection, and how much time they take.

    Parameters
    ----------
    think : float
        Mean seconds per stage of an item, distributed as the model's response times; pages take
        longer or shorter in proportion. 0: as fast as possible.
    acknowledged : callable
        Told every answer as soon as the server acknowledged its judgment, and again its ratings.
    """

    def __init__(
        self,
        who: Person,
        connection: Connection,
        key: Key,
        think: float = 0.0,
        acknowledged: Callable[[Answer], None] = lambda answer: None,
    ) -> None:
        self.who = who
        self.walked = Walk(who.code)
        self._connection = connection
        self._key = key
        self._think = think
        self._acknowledged = acknowledged
        self._open: Open | None = None
        self._now: Json = {}
        self._unchanged = 0

    async def walk(self) -> Walk:
        """Go on until the session is over, and say how it ended."""
        try:
            if await self.enter():
                await self.work()
        except Failed as failure:
            self.walked.end, self.walked.why = End.FAILED, str(failure)
        return self.walked

    async def enter(self) -> bool:
        """Go from the link to the first item; False when the session is over before that."""
        await self._look()
        await self._press("begin")
        await self._state()
        if self._now["status"] == "consenting" and not await self._consent():
            self.walked.end = End.FULL
            return False
        if self._now["status"] == "instructed":
            await self._read("instructions", 60)
            await self._press("instructions")
            await self._state()
            await self.work()
            await self._press("start")
            await self._state()
        if self._now["status"] == "active" or self._is_over():
            return True
        raise Failed(f"the session did not start: it is {self._now['status']}")

    async def work(self, items: int | None = None) -> None:
        """Do what the present phase has to do: all of it, or so many items."""
        phase = self._now["phase"]
        stop = None if items is None else self._now["progress"]["index"] + items
        while self._now["phase"] == phase and phase != "over":
            progress = self._now["progress"]
            if progress["index"] in {progress["total"], stop}:
                break
            await self._step(progress["index"])
        if self._is_over():
            completed = self._now["status"] == "completed"
            self.walked.end = End.COMPLETED if completed else End.ENDED
            self.walked.why = self._now["status"]

    def _is_over(self) -> bool:
        return bool(self._now["phase"] == "over" and self._now["status"] != "consenting")

    async def _look(self) -> None:
        response = await self._connection.send("page", "GET")
        if response.status_code != 200:
            raise Failed(f"the link does not work (HTTP {response.status_code})")
        await self._read("invitation", 15)

    async def _consent(self) -> bool:
        """Consent; False when no template is free."""
        page = await self._connection.send("page", "GET")
        await self._read("consent", 60)
        response = await self._press("consent", decision="yes", **hidden_fields(page.text))
        await self._state()
        if self._now["status"] != "consenting":
            return True
        if response.status_code != 409:
            raise Failed(f"consent was not taken (HTTP {response.status_code})")
        return False

    async def _press(self, button: str, **form: str) -> Any:
        return await self._connection.send(button, "POST", button, data=form)

    async def _read(self, page: str, median: float) -> None:
        pace = self._think / MEAN_JUDGING_SECONDS
        await asyncio.sleep(pace * reading_seconds(self.who, page, median))

    async def _state(self) -> None:
        response = await self._connection.send("state", "GET", "api/state")
        self._take_in(response, "state")

    async def _say(self, message: str, method: str, **body: Any) -> bool:
        """Send a message; take in what the server says; tell whether it agreed."""
        response = await self._connection.send(message, method, f"api/{message}", json=body)
        return self._take_in(response, message)

    def _take_in(self, response: Any, message: str) -> bool:
        if response.status_code not in {200, 409}:
            raise Failed(
                f"{message} was refused: HTTP {response.status_code} {response.text[:200]}"
            )
        before, self._now = self._now, response.json()
        self._unchanged = self._unchanged + 1 if _position(before) == _position(self._now) else 0
        if self._unchanged > STUCK_AFTER:
            raise Failed(f"{message} leads nowhere: {response.text[:200]}")
        return bool(response.status_code == 200)

    async def _step(self, index: int) -> None:
        shown = self._now["presentation"]
        if shown is None or self._open is None or shown["id"] != self._open.id:
            if await self._say("next", "POST", expected_index=index):
                self._show(self._now["presentation"])
        elif shown["stage"] == "stage1":
            await self._judge(self._open, shown)
        else:
            await self._rate(self._open, shown)

    def _show(self, shown: Json) -> None:
        content = shown["content"]
        screen = Screen(content["question"], content["answer"], content.get("justification"))
        submissions = str(uuid.uuid4()), str(uuid.uuid4())
        response = respond(self.who, screen, self._key(screen))
        self._open = Open(shown["id"], screen, response, monotonic(), submissions)

    async def _judge(self, item: Open, shown: Json) -> None:
        """Look, choose, submit; who is slower than the limit leaves it to the page's timer.

        Who thinks fast enough for the limit is never late, however slow; then they submit.
        """
        response, left_ms = item.response, shown["hard_in_ms"]
        limit = math.inf if left_ms is None else left_ms / 1000
        seconds = response.judging_seconds(self._think)
        late = seconds >= limit
        await asyncio.sleep(0.95 * min(seconds, limit))
        knows = response.in_time or response.selected_in_time or not late
        value = response.verdict if knows else None
        if value is not None and not await self._choose(item, shown["draft_seq"], value):
            return
        await asyncio.sleep(0.05 * min(seconds, limit) + (0.05 if late else 0))
        agreed = await self._say(
            "stage1",
            "POST",
            presentation=item.id,
            submission_id=item.submissions[0],
            value=value,
            reason="timer" if late else "user",
            client_rt_ms=round((monotonic() - item.since) * 1000),
        )
        closed = self._now["presentation"]
        practice = self._now["phase"] != "items"
        if agreed and not practice and closed is not None and closed["id"] == item.id:
            self._acknowledged(self._answer(item, closed))

    async def _choose(self, item: Open, seq: int, value: bool) -> bool:
        """Press a button, perhaps the other one first; False when the item has moved on."""
        for choice in (not value, value) if item.response.hesitated else (value,):
            seq += 1
            if not await self._say("draft", "PUT", presentation=item.id, seq=seq, value=choice):
                return False
        return True

    async def _rate(self, item: Open, shown: Json) -> None:
        started, response = monotonic(), item.response
        await asyncio.sleep(response.rating_seconds_at(self._think))
        helpfulness = response.helpfulness if "helpfulness" in shown["asks"] else None
        if helpfulness is not None and not await self._say(
            "draft2",
            "PUT",
            presentation=item.id,
            seq=shown["ratings_draft_seq"] + 1,
            confidence=response.confidence,
        ):
            return
        real = self._now["phase"] == "items"
        agreed = await self._say(
            "stage2",
            "POST",
            presentation=item.id,
            submission_id=item.submissions[1],
            confidence=response.confidence,
            helpfulness=helpfulness,
            client_rt_ms=round((monotonic() - started) * 1000),
        )
        if agreed and real:
            answer = self._answer(item, shown)
            answer.confidence, answer.helpfulness = response.confidence, helpfulness
            self._acknowledged(answer)

    def _answer(self, item: Open, shown: Json) -> Answer:
        """Return the record of an item, which a resumed session meets in Stage 2 first."""
        for answer in reversed(self.walked.answers):
            if answer.presentation == item.id:
                return answer
        answer = Answer(self.who.code, item.id, shown["index"], item.screen)
        answer.verdict, answer.timed_out = shown["verdict"], shown["timed_out"]
        self.walked.answers.append(answer)
        return answer


def hidden_fields(page: str) -> dict[str, str]:
    """Return what a page's form sends by itself: which consent text it showed."""
    return dict(_HIDDEN.findall(page))


def _position(state: Json) -> tuple[Any, ...]:
    shown = state.get("presentation") or {}
    place = state.get("status"), (state.get("progress") or {}).get("index")
    return *place, shown.get("id"), shown.get("stage"), "content" in shown, shown.get("draft_seq")
