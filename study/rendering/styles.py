"""The converter's inline styles as classes of `static/css/maths.css`.

A page under our Content Security Policy has no inline style, so what the converter says with
`style` would be lost. Declarations without a class are those a page does well without: colours
(unreadable on a dark page), widths that only centre what is centred anyway, and alignments that
go with another declaration.
"""

import re

_TAG = re.compile(r'<(?P<name>[a-z]+)(?P<attributes>(?: [a-z-]+="[^"]*")+)(?P<end>/?>)')
_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')

_LINE = {"solid": "", "dashed": "-dashed"}
CLASSES: dict[str, str] = {
    "text-align:left": "m-left",
    "text-align:center": "m-center",
    "text-align:right": "m-right",
    "padding-left:0": "m-tight-left",
    "padding-right:0": "m-tight-right",
    "padding-top:0": "m-tight",
    "padding-left:1em": "m-case",
    "padding-left:0.1em": "m-rule",
    "padding-top:0.1667em": "m-cfrac",
    "padding-right:0.1667em": "m-scripted",
    "margin-left:-0.16666667em": "m-closer",
    "math-shift:compact": "m-compact",
    "font-variant-caps:small-caps": "m-small-caps",
    **{
        f"border-{side}:0.05em {line} currentcolor": f"m-{side}-line{suffix}"
        for side in ("top", "right", "bottom", "left")
        for line, suffix in _LINE.items()
    },
}
"""Declaration → class."""

_WITHOUT_CLASS = re.compile(
    r"justify-items:(?:start|end)|padding-bottom:0|padding-right:0\.1em|color:#[0-9A-F]{6}"
    r"|width:[\d.]+(?:%|r?em|ex)|margin-left:-?[\d.]+(?:r?em|ex)|font-size:[\d.]+%"
)


class UnknownStyle(Exception):
    """The converter wrote a style for which there is no class."""


def styles_to_classes(markup: str) -> str:
    """Return the converter's markup with each `style` as a `class`.

    Raises
    ------
    UnknownStyle
        Naming the declaration that has no class.
    """
    return _TAG.sub(_restyle, markup)


def classes_for(style: str) -> list[str]:
    """Return the classes that stand for a `style` value; see `styles_to_classes`."""
    classes = []
    for declaration in filter(None, map(str.strip, style.split(";"))):
        name, _, value = declaration.partition(":")
        key = f"{name.strip()}:{value.strip()}"
        if key in CLASSES:
            classes.append(CLASSES[key])
        elif not _WITHOUT_CLASS.fullmatch(key):
            raise UnknownStyle(key)
    return classes


def _restyle(tag: re.Match[str]) -> str:
    if " style=" not in tag["attributes"]:
        return tag[0]
    attributes = dict(_ATTRIBUTE.findall(tag["attributes"]))
    classes = [attributes.pop("class", ""), *classes_for(attributes.pop("style"))]
    joined = " ".join(filter(None, classes))
    if joined:
        attributes["class"] = joined
    body = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag['name']}{body}{tag['end']}"
