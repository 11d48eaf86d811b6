"""Requests that survive a server that is away for a while, and what is known of them afterwards."""

import asyncio
import math
import ssl
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpx2

FIRST_DELAY_SECONDS = 0.2
LONGEST_DELAY_SECONDS = 2.0
FINAL = frozenset({200, 302, 400, 403, 404, 405, 409, 410})
"""Status codes that are an answer; for anything else the protocol says: try again."""


class Failed(Exception):
    """A simulated participant cannot go on; the message says why."""


@dataclass
class Ledger:
    """What a crowd of participants learnt about the server.

    Attributes
    ----------
    latencies : dict of list of float
        Seconds per kind of message, answered ones only.
    errors : Counter
        What went wrong on the way and was tried again: kinds of connection errors, and 5xx.
    """

    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def requests(self) -> int:
        """Return how many requests were answered."""
        return sum(map(len, self.latencies.values()))


def percentile(values: list[float], share: float) -> float:
    """Return the value below which `share` of the values lie (nearest rank); 0 for none.

    Examples
    --------
    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.5)
    2.0
    """
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * share) - 1)] if ranked else 0.0


class Connection:
    """One participant's browser, as far as HTTP goes: a connection of its own, and patience.

    Parameters
    ----------
    link : str
        The invitation's address, with or without its last slash.
    patience : float
        Seconds without any answer after which the participant gives up.
    """

    def __init__(self, link: str, ledger: Ledger, patience: float) -> None:
        parts = urlsplit(link)
        self._path = parts.path.rstrip("/") + "/"
        self._ledger = ledger
        self._patience = patience
        self._client = httpx2.AsyncClient(
            base_url=f"{parts.scheme}://{parts.netloc}",
            timeout=30,
            verify=_certificates(),
            trust_env=False,
        )

    async def __aenter__(self) -> "Connection":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def send(self, kind: str, method: str, path: str = "", **content: Any) -> httpx2.Response:
        """Send until there is an answer; the same content each time, so ids are never reused.

        Raises
        ------
        Failed
            When the server has not answered for `patience` seconds.
        """
        give_up = monotonic() + self._patience
        delay = FIRST_DELAY_SECONDS
        while True:
            problem, response = await self._try(kind, method, path, content)
            if response is not None:
                return response
            if monotonic() + delay > give_up:
                raise Failed(f"no answer to {kind} for {self._patience:g} s ({problem})")
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY_SECONDS)

    async def _try(
        self, kind: str, method: str, path: str, content: dict[str, Any]
    ) -> tuple[str, httpx2.Response | None]:
        started = monotonic()
        try:
            response = await self._client.request(method, self._path + path, **content)
        except httpx2.TransportError as error:
            problem = type(error).__name__
        else:
            if response.status_code in FINAL:
                self._ledger.latencies[kind].append(monotonic() - started)
                return "", response
            problem = f"HTTP {response.status_code}"
        self._ledger.errors[problem] += 1
        return problem, None


@lru_cache(maxsize=1)
def _certificates() -> ssl.SSLContext:
    """Return the system's certificates, read once: a hundred connections share them."""
    return ssl.create_default_context()
