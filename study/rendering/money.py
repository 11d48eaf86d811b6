r"""Tell `$5 and $7` from `$5 + 7$`.

Pandoc's rules (no space inside the dollar signs, no digit next to them outside) keep money money
but lose what authors of mathematics really write: `$ x = \sqrt{2} $`, `50$\%$`, `$\$$1500`. A
command shows that mathematics is meant, a word of running text shows that it is not.
"""

import re

_COMMAND = re.compile(r"\\(?:[A-Za-z]+(?:\s*\{[^{}]*\})?|.)", re.DOTALL)
_WORD = re.compile(r"(?<=\s)[A-Za-z]?[a-z]+(?![A-Za-z])")
_SHORT = (
    "an and are as at but by can did for get got had has he her him his how if in is it its not "
    "of off on one or our out per she so the to two was we who you"
)
_SHORT_WORDS = frozenset(_SHORT.split())
_IDEOGRAPH = re.compile(r"[\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]")
_OPERATOR = re.compile(r"[=<>^_+*/()|-]|^[A-Za-z]$")
_HANGING = tuple("=<>+-*/(")


def is_money(tex: str, *, before: str, after: str) -> bool:
    r"""Return whether the text between two dollar signs is ordinary text rather than a formula.

    Parameters
    ----------
    tex : str
        What stands between the two dollar signs; not blank.
    before, after : str
        The one character before the first and after the second dollar sign, or "".

    Examples
    --------
    >>> is_money("5 and ", before="", after="7")
    True
    >>> is_money("5 + 7", before=" ", after=".")
    False
    >>> is_money(r" x = \sqrt{2} ", before=" ", after=" ")
    False
    """
    inner = tex.strip()
    bare = _COMMAND.sub("", inner)
    if (before.isdigit() or after.isdigit()) and "\\" not in inner:
        return True
    if _begins_like_a_price(inner) and _reads_like_prose(bare):
        return True
    if inner == tex:
        return False
    if _reads_like_prose(bare) or inner.endswith(_HANGING):
        return True
    return bare == inner and not _OPERATOR.search(inner)


def _begins_like_a_price(inner: str) -> bool:
    return inner[0].isdigit() or inner[0] == "."


def _reads_like_prose(bare: str) -> bool:
    words = (len(word) > 3 or word in _SHORT_WORDS for word in _WORD.findall(bare))
    return any(words) or bool(_IDEOGRAPH.search(bare)) or bare.count("(") != bare.count(")")
