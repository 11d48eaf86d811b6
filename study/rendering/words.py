r"""Words inside formulas: `\text{..}` and its kin.

The converter takes no mathematics in them, so `\text{if $x>0$}` becomes `{\text{if }x>0}`, and
characters that are commands elsewhere (`_`, `#`, `&`) are escaped.
"""

import re

from study.rendering.braces import group_end

_TEXT = re.compile(r"\\(text(?:bf|it|rm|sf|tt|sc)?|emph)\s*\{")
_INSIDE = re.compile(
    rf"(?P<words>{_TEXT.pattern})"
    r"|\$(?P<dollars>(?:[^$\\]|\\.)*)\$"
    r"|\\\((?P<brackets>.*?)\\\)"
    r"|(?P<script>[\^_](?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9](?![A-Za-z0-9])))"
    r"|\\."
    r"|(?P<special>[_#&^])",
    re.DOTALL,
)
_DOLLAR = re.compile(r"(?<!\\)\$")


def plain_words(tex: str) -> str:
    """Return a formula whose words hold words only."""
    done, at = [], 0
    while opening := _TEXT.search(tex, at):
        end = group_end(tex, opening.end() - 1)
        if end < 0:
            break
        done.append(_DOLLAR.sub(r"\\$", tex[at : opening.start()]))
        done.append(_words(opening[1], tex[opening.end() : end - 1]))
        at = end
    done.append(_DOLLAR.sub(r"\\$", tex[at:]))
    return "".join(done)


def _words(command: str, inner: str) -> str:
    pieces: list[str] = []
    plain, at = "", 0
    while found := _INSIDE.search(inner, at):
        plain += inner[at : found.start()]
        piece, at = _piece(inner, found)
        if piece:
            pieces += [_text(command, plain), piece]
            plain = ""
        else:
            plain += rf"\{found[0]}{{}}" if found["special"] == "^" else _escaped(found)
    pieces.append(_text(command, plain + inner[at:]))
    filled = [piece for piece in pieces if piece]
    return filled[0] if len(filled) == 1 else "{" + "".join(filled) + "}"


def _piece(inner: str, found: re.Match[str]) -> tuple[str, int]:
    """Return what is no plain word, in the converter's dialect, and where to go on."""
    if found["words"]:
        end = group_end(inner, found.end() - 1)
        if end < 0:
            return "", found.end()
        return plain_words(inner[found.start() : end]), end
    mathematics = found["dollars"] or found["brackets"] or found["script"] or ""
    return plain_words(mathematics), found.end()


def _escaped(found: re.Match[str]) -> str:
    return rf"\{found[0]}" if found["special"] else found[0]


def _text(command: str, words: str) -> str:
    return rf"\{command}{{{words}}}" if words else ""
