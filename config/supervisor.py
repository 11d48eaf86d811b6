"""Keep several programs running: prefix their lines, restart what dies, stop them together.

One thread decides everything, in `tick`; one more per child only copies its lines. Signals do no
work of their own: they are counted, and `tick` raises `Stopped`, so nothing is ever interrupted
half-way (a start, a migration).
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Self, TextIO

LEASH = Path(__file__).with_name("leash.py")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
COLOURS = (36, 33, 32, 35, 34, 31)  # ANSI foregrounds, one program after the other
NAME_WIDTH = 7
TICK_SECONDS = 0.1
GRACE_SECONDS = 10.0  # from "please end" to kill: requests end in 5 s, jobs are resumed by lease
STEADY_SECONDS = 30.0  # who lived that long begins again with the shortest delay
LONGEST_DELAY_SECONDS = 30.0


class Stopped(Exception):
    """A signal asked the supervisor to end."""


@dataclass(frozen=True)
class Program:
    """A command that runs until it is told to end, and the name its lines carry."""

    name: str
    command: tuple[str, ...]
    ends_last: bool = False  # the others need it until their own end


@dataclass(eq=False)
class Child:
    """One program's current process, and what its past says about starting it again."""

    program: Program
    process: subprocess.Popen[str]
    copier: threading.Thread
    started: float = field(default_factory=time.monotonic)
    failures: int = 0
    due: float | None = None  # when it is to be started again; None while it runs

    def delay(self) -> float:
        """Return the seconds to wait before the next start: 0.5, 1, 2 … at most 30."""
        return min(LONGEST_DELAY_SECONDS, 0.5 * 2.0 ** min(self.failures - 1, 10))


def ending(returncode: int) -> str:
    """Say how a process ended, in words."""
    if returncode >= 0:
        return f"ended with exit code {returncode}"
    return f"was ended by {signal.Signals(-returncode).name}"


class Leash:
    """The supervisor's side of `config.leash`, which outlives even its `kill -9`.

    A child puts itself on the leash, through its standard input and before it becomes its command:
    were it for us to do, a child of a supervisor killed in that moment would be nobody's.

    Parameters
    ----------
    keep_open
        File descriptors the leash holds as long as it lives. Our lock is one: it is then free
        only when the last child is gone.
    """

    HELD = ("/bin/sh", "-c", 'echo "+$$" >&0; exec "$@" </dev/null', "sh")

    def __init__(self, keep_open: tuple[int, ...]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(LEASH)],
            stdin=subprocess.PIPE,
            text=True,
            pass_fds=keep_open,
            start_new_session=True,  # a kill of our whole process group must miss it
        )

    @property
    def pipe(self) -> IO[str]:
        """What children get as standard input."""
        if self._process.stdin is None:
            raise RuntimeError("the leash was started without its pipe")
        return self._process.stdin

    def release(self, group: int) -> None:
        """Forget a group that has ended; its number may soon be somebody else's."""
        self.pipe.write(f"-{group}\n")
        self.pipe.flush()

    def close(self) -> None:
        """End the leash; what it still holds is killed."""
        self.pipe.close()
        self._process.wait()


class Supervisor:
    """Programs that start in order, run side by side and stop together.

    Parameters
    ----------
    environment
        What every child gets; nothing is added.
    folder
        Where every child runs.
    out
        Where all lines go, each with its program's name; coloured on a terminal.
    keep_open
        See `Leash`.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        folder: Path,
        out: TextIO,
        keep_open: tuple[int, ...] = (),
    ) -> None:
        self._environment = environment
        self._folder = folder
        self._out = out
        self._coloured = out.isatty() and "NO_COLOR" not in os.environ
        self._writing = threading.Lock()
        self._signals = 0
        self._children: list[Child] = []
        self._leash = Leash(keep_open)

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._count) for number in SIGNALS}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Stop everything; being asked to is not an error."""
        self._stop()
        self._leash.close()
        for number, handler in self._before.items():
            signal.signal(number, handler)
        return kind is Stopped

    def say(self, text: str, name: str = "discern") -> None:
        """Write one line under a program's name."""
        label = f"{name:<{NAME_WIDTH}}"
        if self._coloured:
            label = f"\x1b[{self._colour(name)}m{label}\x1b[0m"
        try:
            with self._writing:
                self._out.write(f"{label} | {text}\n")
                self._out.flush()
        except OSError:  # nobody reads any more (`make demo | head`); the programs go on
            return

    def start(self, *programs: Program) -> None:
        """Start programs that are to run until the end."""
        for program in programs:
            process, copier = self._spawn(program)
            self._children.append(Child(program, process, copier))

    def run(self, command: tuple[str, ...]) -> int:
        """Run a command to its end, its output unprefixed; the others are looked after."""
        process = subprocess.Popen(
            (*Leash.HELD, *command),
            env=self._environment,
            cwd=self._folder,
            stdin=self._leash.pipe,
            stdout=self._out,
            start_new_session=True,
        )
        try:
            while process.poll() is None:
                self.tick()
        finally:
            process.kill()
            returncode = process.wait()
            self._leash.release(process.pid)
        return returncode

    def wait_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Look after the programs until the condition holds; False if it did not in time."""
        until = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > until:
                return False
            self.tick()
        return True

    def watch(self) -> None:
        """Look after the programs until a signal comes."""
        while True:
            self.tick()

    def tick(self) -> None:
        """Note who died, restart who is due, and sleep a little."""
        if self._signals:
            raise Stopped
        now = time.monotonic()
        for child in self._children:
            if child.due is None and child.process.poll() is not None:
                self._bury(child, now)
            elif child.due is not None and child.due <= now:
                child.process, child.copier = self._spawn(child.program)
                child.started, child.due = now, None
        time.sleep(TICK_SECONDS)

    def _bury(self, child: Child, now: float) -> None:
        steady = now - child.started >= STEADY_SECONDS
        child.failures = 1 if steady else child.failures + 1
        child.due = now + child.delay()
        child.copier.join(1)  # its last words come before ours
        self._leash.release(child.process.pid)
        how = ending(child.process.returncode)
        self.say(f"{child.program.name} {how}; starting it again in {child.delay():g} s")

    def _spawn(self, program: Program) -> tuple[subprocess.Popen[str], threading.Thread]:
        process = subprocess.Popen(
            (*Leash.HELD, *program.command),
            env=self._environment,
            cwd=self._folder,
            stdin=self._leash.pipe,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C reaches us alone, and we end them in order
        )
        copier = threading.Thread(target=self._copy, args=(process, program.name), daemon=True)
        copier.start()
        return process, copier

    def _copy(self, process: subprocess.Popen[str], name: str) -> None:
        for line in process.stdout or ():
            self.say(line.rstrip("\n"), name)

    def _colour(self, name: str) -> int:
        names = [child.program.name for child in self._children]
        return COLOURS[names.index(name) % len(COLOURS)] if name in names else 1

    def _stop(self) -> None:
        if any(child.due is None for child in self._children):
            self.say("stopping")
        self._signals = 0  # from here on a second signal means: at once
        self._end([child for child in self._children if not child.program.ends_last])
        self._end([child for child in self._children if child.program.ends_last])

    def _end(self, children: list[Child]) -> None:
        until = time.monotonic() + GRACE_SECONDS
        for child in children:
            child.process.terminate()
        while any(child.process.poll() is None for child in children):
            if time.monotonic() > until or self._signals:
                break
            time.sleep(TICK_SECONDS / 2)
        for child in children:
            child.process.kill()
            child.process.wait()
            child.copier.join(1)

    def _count(self, number: int, frame: FrameType | None) -> None:
        self._signals += 1
