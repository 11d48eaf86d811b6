"""Punctuation stays with the formula it belongs to.

A browser may break a line on either side of a formula, which leaves a comma alone at the start of
the next line; in Chinese that is a plain mistake.
"""

import re
from collections.abc import Sequence

from markdown_it.token import Token

_CLOSING = re.compile(r"[.,;:!?)\]}%°’”…，。；：！？、）】》」』]+")
_OPENING = re.compile(r"[(\[{‘“（【《「『]+$")


def keep_punctuation(children: Sequence[Token]) -> None:
    """Move marks around each formula in a sentence into its token, as `meta` before and after."""
    for index, child in enumerate(children):
        if child.type != "formula" or child.block:
            continue
        before = children[index - 1] if index else None
        after = children[index + 1] if index + 1 < len(children) else None
        if before and before.type == "text" and (marks := _OPENING.search(before.content)):
            before.content = before.content[: marks.start()]
            child.meta["before"] = marks[0]
        if after and after.type == "text" and (marks := _CLOSING.match(after.content)):
            after.content = after.content[marks.end() :]
            child.meta["after"] = marks[0]
