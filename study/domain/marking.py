"""Mark words for the message catalogue. The domain speaks English; its pages translate."""

from collections.abc import Mapping


class Sentence(str):
    """A sentence in English; and its parts, for pages in other languages.

    Attributes
    ----------
    words : str
        The marked sentence, with gaps as in `%(row)s`.
    gaps : mapping
        What fills them; a gap may hold a sentence again.
    """

    words: str
    gaps: Mapping[str, object]


def mark(words: str) -> str:
    """Return the words as they are; as `_` it is what collectors of messages look for."""
    return words


def fill(words: str, /, **gaps: object) -> Sentence:
    """Return marked words with their gaps filled."""
    sentence = Sentence(words % gaps)
    sentence.words, sentence.gaps = words, gaps
    return sentence
