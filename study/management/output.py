"""What commands write."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def until_nobody_reads() -> Iterator[None]:
    """End quietly when the reader of our output has seen enough, as in `… | head`."""
    try:
        yield
        sys.stdout.flush()  # here, not at exit, where nobody can catch it
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # or the last flush would fail too
        os.close(nowhere)
