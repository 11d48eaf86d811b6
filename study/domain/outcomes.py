"""Outcomes (section 3): whether a verdict was right."""


def outcome(verdict: bool | None, ground_truth: bool) -> bool | None:
    """Return c = 1[y = G], or None where no verdict was given.

    A missing verdict is missing, never wrong: nulls leave denominators (decision 0001).

    Examples
    --------
    >>> outcome(True, True), outcome(False, True), outcome(None, True)
    (True, False, None)
    """
    return None if verdict is None else verdict == ground_truth
