"""Show how far a crowd is: a bar on a terminal, a line now and then elsewhere."""

import asyncio
import time
from collections.abc import Callable
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from annotation.simulation.crowd import Crowd

LINE_EVERY_SECONDS = 5.0


async def watch(crowd: Crowd, out: TextIO) -> None:
    """Report until cancelled."""
    await (_bar(crowd, out) if out.isatty() else _lines(crowd, out.write))


async def _bar(crowd: Crowd, out: TextIO) -> None:
    columns = TextColumn("sessions"), BarColumn(), MofNCompleteColumn()
    more = TextColumn("{task.fields[more]}"), TimeElapsedColumn()
    with Progress(*columns, *more, console=Console(file=out)) as progress:
        task = progress.add_task("", total=len(crowd.links), more="")
        try:
            while True:
                await asyncio.sleep(0.1)
                progress.update(task, completed=len(crowd.walks), more=_more(crowd))
        finally:
            progress.update(task, completed=len(crowd.walks), more=_more(crowd))


async def _lines(crowd: Crowd, write: Callable[[str], object]) -> None:
    started = time.monotonic()
    while True:
        await asyncio.sleep(LINE_EVERY_SECONDS)
        seconds = time.monotonic() - started
        done = f"{len(crowd.walks)} of {len(crowd.links)} sessions"
        write(f"{seconds:5.0f} s  {done}, {_more(crowd)}\n")


def _more(crowd: Crowd) -> str:
    errors = sum(crowd.ledger.errors.values())
    return f"{crowd.acknowledged} answers, {errors} errors"
