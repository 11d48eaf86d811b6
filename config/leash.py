"""Hold the supervisor's children: however the supervisor ends, they end too.

A script of its own, because nothing inside a process survives its `kill -9`. Standard input is a
pipe whose other end the supervisor holds, and a child for the moment of its birth; so the end of
input says that the supervisor is gone. Each line names a process group to hold (`+123`, written by
the child itself) or to let go (`-123`).

Works wherever there are pipes. Linux's parent-death signal is not used: it follows the *thread*
that started a child, it is unknown on macOS, and it would be a second way to do the same.
"""

import os
import signal
import sys


def main() -> None:
    """Follow the lines; at the end of input, kill every group still held."""
    held: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line.startswith("+"):
            held.add(group)
        else:
            held.discard(group)
    for group in held:
        try:
            os.killpg(group, signal.SIGKILL)
        except OSError:  # ended by itself meanwhile
            continue


if __name__ == "__main__":
    main()
