"""Figures written as Asymptote programs, which no browser draws."""

import re

_FIGURE = re.compile(
    r"\[asy\].*?(?:\[/asy\]|\Z)|\\begin\{asy\}.*?(?:\\end\{asy\}|\Z)", re.DOTALL | re.IGNORECASE
)


def has_figure(source: str) -> bool:
    """Return whether a text draws a figure; such an item needs an image."""
    return bool(_FIGURE.search(source))


def without_figures(source: str) -> str:
    """Return the text without its drawing programs."""
    return _FIGURE.sub("", source)
