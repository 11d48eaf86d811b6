"""The load: simulated people at their items, as fast as the server lets them."""

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass

from annotation.simulation.behaviour import Screen, person
from annotation.simulation.connection import Connection, Failed, Ledger
from annotation.simulation.crowd import Link
from annotation.simulation.walker import Walker
from bench.server import Server

ENTERING_AT_ONCE = 20
PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Level:
    """So many people at once, one lot after the other, each with so many items."""

    concurrency: int
    lots: int
    items: int

    @property
    def people(self) -> int:
        """Return how many links the level uses up."""
        return self.concurrency * self.lots


@dataclass(frozen=True)
class Result:
    """What was seen at one level; CPU is in seconds."""

    level: Level
    latencies: dict[str, list[float]]
    errors: Counter[str]
    seconds: float
    server_cpu: float
    database_cpu: float
    client_cpu: float

    @property
    def requests(self) -> int:
        """Return how many were answered."""
        return sum(map(len, self.latencies.values()))

    @property
    def server_errors(self) -> int:
        """Return how many answers were 5xx."""
        return sum(count for what, count in self.errors.items() if what.startswith("HTTP 5"))


async def run(server: Server, level: Level, links: list[Link]) -> Result:
    """Let everybody enter, then measure while they work."""
    ledger = Ledger()
    async with AsyncExitStack() as open_connections:
        walkers = []
        for link in links:
            connection = Connection(link.url, ledger, PATIENCE_SECONDS)
            await open_connections.enter_async_context(connection)
            walkers.append(Walker(person(1, link.code), connection, _nobody_knows))
        await _enter(walkers)
        ledger.latencies.clear()
        before = time.monotonic(), server.cpu_seconds(), server.database.cpu_seconds()
        own = time.process_time()
        for start in range(0, len(walkers), level.concurrency):
            lot = walkers[start : start + level.concurrency]
            await asyncio.gather(*(walker.work(level.items) for walker in lot))
        own = time.process_time() - own
        after = time.monotonic(), server.cpu_seconds(), server.database.cpu_seconds()
    seconds, cpu, database = (end - begin for begin, end in zip(before, after, strict=True))
    return Result(level, dict(ledger.latencies), ledger.errors, seconds, cpu, database, own)


async def _enter(walkers: list[Walker]) -> None:
    places = asyncio.Semaphore(ENTERING_AT_ONCE)

    async def one(walker: Walker) -> None:
        async with places:
            if not await walker.enter():
                raise Failed("no template is free")

    await asyncio.gather(*(one(walker) for walker in walkers))


def _nobody_knows(screen: Screen) -> None:
    return None
