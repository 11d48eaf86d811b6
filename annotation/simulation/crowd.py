"""Many simulated participants at once, and what is known of them in the end."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from annotation.simulation.behaviour import person
from annotation.simulation.connection import Connection, Ledger
from annotation.simulation.walker import Answer, End, Key, Walk, Walker


@dataclass(frozen=True)
class Link:
    """A participant's code and the address they were given."""

    code: str
    url: str


@dataclass(frozen=True)
class Pace:
    """How the crowd behaves as a crowd.

    Attributes
    ----------
    concurrency : int
        How many walk at the same time.
    think : float
        Mean seconds per stage of an item; 0: as fast as possible.
    patience : float
        Seconds without any answer of the server after which somebody gives up.
    """

    concurrency: int
    think: float = 0.0
    patience: float = 30.0


@dataclass
class Crowd:
    """A crowd, as it goes: `walks` grows with each person who has come to an end."""

    links: Sequence[Link]
    ledger: Ledger = field(default_factory=Ledger)
    walks: list[Walk] = field(default_factory=list)
    acknowledged: int = 0

    def ended(self, end: End) -> list[Walk]:
        """Return who came to this end."""
        return [walk for walk in self.walks if walk.end is end]

    @property
    def answers(self) -> list[Answer]:
        """Return everything that was acknowledged."""
        return [answer for walk in self.walks for answer in walk.answers]

    async def walk(
        self, seed: int, pace: Pace, key: Key, acknowledged: Callable[[Answer], None]
    ) -> None:
        """Let everybody walk, so many at a time, in the order of the links."""
        places = asyncio.Semaphore(pace.concurrency)

        def note(answer: Answer) -> None:
            self.acknowledged += answer.confidence is None
            acknowledged(answer)

        async def one(link: Link) -> None:
            async with places, Connection(link.url, self.ledger, pace.patience) as connection:
                walker = Walker(person(seed, link.code), connection, key, pace.think, note)
                self.walks.append(await walker.walk())

        async with asyncio.TaskGroup() as together:
            for link in self.links:
                together.create_task(one(link))
