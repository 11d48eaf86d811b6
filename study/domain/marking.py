"""Mark words for the message catalogue. The domain speaks English; its pages translate."""


def mark(words: str) -> str:
    """Return the words as they are; as `_` it is what collectors of messages look for."""
    return words
