"""Groups in braces, which no regular expression can match."""

import re

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


def group_end(tex: str, start: int) -> int:
    r"""Return the position after the group that opens at `start`, or -1 where it never closes.

    Examples
    --------
    >>> group_end(r"{a{b}\}c}d", 0)
    9
    """
    depth = 0
    for brace in _BRACE.finditer(tex, start):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.end()
    return -1
