"""How long it takes to draw session templates, and what an integer program finds in its time."""

import os
import statistics
import time
import tracemalloc
from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from study.domain.design import StudyDesign
from study.domain.plans import BankItem
from study.domain.scheduling import Basis, Plan, plan_templates
from study.domain.vocabulary import Condition
from tests.domain.oracle import Optimum, optimum

DESIGN = StudyDesign()
SEED = 1


@dataclass(frozen=True)
class Size:
    """A bank of so many main items, so many templates, and the processor time aimed at."""

    items: int
    templates: int
    aim_ms: float

    def __str__(self) -> str:
        return f"{self.items:,} items × {self.templates:,} templates"

    @property
    def basis(self) -> Basis:
        """Return the paper's design with a bank of this size."""
        categories = DESIGN.bank.categories
        items = [
            BankItem(f"{category}{number:05d}", category, f"{category}{number}")
            for category in categories
            for number in range(self.items // len(categories))
        ]
        return Basis(items, ["GSM-CHECK"], DESIGN, {})


SIZES = (Size(40, 20, 3), Size(4_000, 2_000, 300), Size(40_000, 20_000, 4_000))
PROGRAMS = (Size(40, 15, 3), Size(40, 20, 3), Size(80, 30, 6), Size(400, 150, 30))


def measure(console: Console, repeats: int, patience_seconds: float) -> None:
    """Print what drawing takes at each size, then beside the integer program where it can follow.

    Parameters
    ----------
    repeats : int
        Runs of which the median is printed.
    patience_seconds : float
        When the integer program is stopped.
    """
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
    console.print(f"\n[bold]Session templates[/], the paper's design; load before: {loads}")
    console.print(_speed(repeats))
    console.print(_beside_the_program(repeats, patience_seconds))


def _speed(repeats: int) -> Table:
    title = f"Drawn and certified, median of {repeats}; memory in a run apart"
    table = Table(title=title, title_justify="left")
    table.add_column("size")
    for column in ("processor ms", "wall ms", "aim ms", "peak MB", "each item", "at best"):
        table.add_column(column, justify="right")
    for size in SIZES:
        processor, wall, plan = _drawn(size, repeats)
        mark = " [red]over[/]" if processor > size.aim_ms else ""
        table.add_row(
            str(size),
            f"{processor:,.1f}{mark}",
            f"{wall:,.1f}",
            f"{size.aim_ms:,g}",
            f"{_peak_megabytes(size):,.1f}",
            _times(plan.certificate.guaranteed),
            _times(plan.certificate.bound),
        )
    return table


def _beside_the_program(repeats: int, patience_seconds: float) -> Table:
    title = f"Beside scipy.optimize.milp, stopped after {patience_seconds:g} s"
    table = Table(title=title, title_justify="left")
    table.add_column("size")
    for column in ("ours, ms", "each item", "milp, ms", "each item"):
        table.add_column(column, justify="right")
    for size in PROGRAMS:
        _processor, wall, plan = _drawn(size, repeats)
        start = time.perf_counter()
        found = optimum(size.basis, size.templates, patience_seconds)
        taken = 1000 * (time.perf_counter() - start)
        ours = _times(plan.certificate.guaranteed)
        table.add_row(str(size), f"{wall:,.1f}", ours, f"{taken:,.0f}", _found(found))
    return table


def _drawn(size: Size, repeats: int) -> tuple[float, float, Plan]:
    """Return the median processor and wall time in milliseconds, and the plan."""
    basis = size.basis
    processor, wall = [], []
    for _ in range(repeats):
        before = time.process_time(), time.perf_counter()
        plan = plan_templates(basis, size.templates, SEED)
        processor.append(1000 * (time.process_time() - before[0]))
        wall.append(1000 * (time.perf_counter() - before[1]))
    return statistics.median(processor), statistics.median(wall), plan


def _peak_megabytes(size: Size) -> float:
    """Return what drawing needs at most at one time, its result included, the bank not."""
    basis = size.basis
    tracemalloc.start()
    plan_templates(basis, size.templates, SEED)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def _times(of_condition: Mapping[Condition, int]) -> str:
    return ", ".join(f"{times}× {condition}" for condition, times in of_condition.items())


def _found(found: Optimum) -> str:
    if found.level is None:
        return "nothing in time"
    least = found.level + DESIGN.templates.coverage_target
    return f"{least}×" + ("" if found.proved else ", not proved best")
