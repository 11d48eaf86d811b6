r"""Where a long formula in a sentence may go on in the next line: before its relations.

No browser breaks a line inside `<math>`, and on a phone half an equation reads as a wrong one. So
a long formula becomes several elements, each after the first beginning with its relation.
"""

import re
from itertools import pairwise

LONGEST_WHOLE = 20
"""Up to about this many signs, a formula stays in one piece."""

_RELATION_NAMES = (
    "approx asymp cong doteq equiv ge geq geqq geqslant gg gt iff implies le leq leqq leqslant "
    "Leftrightarrow ll Longleftrightarrow Longrightarrow longrightarrow lt ne neq prec propto "
    "Rightarrow rightarrow sim simeq subset subseteq succ supset supseteq to"
)
_RELATIONS = frozenset(_RELATION_NAMES.split())
_FAR_REACHING = (
    "atop bf brace brack cal choose color displaystyle it middle over rm sf textstyle tt"
)
_UNBREAKABLE = frozenset(_FAR_REACHING.split())
"""Commands that take in what stands around them, or hold for the rest of the formula."""

_TOKEN = re.compile(r"\\(?P<command>[A-Za-z]+)|\\.|:=|\S", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[A-Za-z]+\*?\}")
_WIDE = re.compile(r"\\[A-Za-z]+|[=<>+-]")
_SILENT = re.compile(r"[{}^_\s]")
_OPENING = {"{", "(", "[", r"\{", r"\begin", r"\left"}
_CLOSING = {"}", ")", "]", r"\}", r"\end", r"\right"}
_BINDING = {"^", "_", r"\not", r"\left", r"\right", r"\big", r"\Big", r"\bigg", r"\Bigg"}


def pieces(tex: str) -> list[str]:
    r"""Return a formula in the pieces between which a line may break.

    Examples
    --------
    >>> pieces("(a+b)^2 = a^2+2ab+b^2 = 0")
    ['(a+b)^2', '= a^2+2ab+b^2', '= 0']
    >>> pieces("a = b")
    ['a = b']
    """
    if _length(tex) <= LONGEST_WHOLE:
        return [tex]
    cuts = [0, *_breaks(tex), len(tex)]
    return [tex[start:end].strip() for start, end in pairwise(cuts)]


def _length(tex: str) -> int:
    """Return about how many signs wide a formula is; a command or an operator counts for two."""
    return len(_SILENT.sub("", _WIDE.sub("xx", _ENVIRONMENT.sub("", tex))))


def _breaks(tex: str) -> list[int]:
    """Return where the relations outside of all groups stand; nowhere where that is not sure."""
    found: list[int] = []
    depth, before = 0, ""
    for token in _TOKEN.finditer(tex):
        sign = token[0]
        if token["command"] in _UNBREAKABLE or (depth == 0 and sign in {"&", r"\\"}):
            return []
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth < 0:
            return []
        is_first = before == "" or _relates(before) or before in _BINDING
        if depth == 0 and _relates(sign) and not is_first:
            found.append(token.start())
        before = sign
    return found if depth == 0 else []


def _relates(sign: str) -> bool:
    return sign in {"=", "<", ">", ":=", r"\not"} or sign.removeprefix("\\") in _RELATIONS
