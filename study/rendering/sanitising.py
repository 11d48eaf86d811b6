"""The last gate before stored HTML: these elements, attributes and classes, and nothing else."""

import nh3

from study.rendering.styles import CLASSES

_TEXT = "b br code em h3 hr i li ol p pre span strong table tbody td th thead tr ul"
_MATHS = (
    "annotation math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts "
    "mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover "
    "semantics"
)
TAGS = frozenset(f"{_TEXT} {_MATHS}".split())

_EVERY_MATHS = frozenset({"displaystyle", "scriptlevel"})
ATTRIBUTES: dict[str, set[str]] = {
    "annotation": {"encoding"},
    "math": {"display"},
    "menclose": {"notation"},
    "mfrac": {"linethickness", *_EVERY_MATHS},
    "mi": {"mathvariant"},
    "mo": {
        "form",
        "largeop",
        "lspace",
        "maxsize",
        "minsize",
        "movablelimits",
        "rspace",
        "stretchy",
        "symmetric",
    },
    "mover": {"accent"},
    "mpadded": {"height", "lspace", "voffset", "width"},
    "mrow": set(_EVERY_MATHS),
    "mspace": {"width"},
    "mstyle": set(_EVERY_MATHS),
    "mtable": set(_EVERY_MATHS),
    "mtd": {"columnspan"},
    "munder": {"accentunder"},
    "munderover": {"accent", "accentunder"},
    "ol": {"start"},
}

_STRIKES = {"menclose-downdiagonalstrike", "menclose-updiagonalstrike"}
_FACES = {"math-core-sans-serif-font", "math-core-serif-font"}
_STYLED = set(CLASSES.values())
CLASSES_OF: dict[str, set[str]] = {
    "code": {"tex"},
    "td": _STYLED,
    "th": _STYLED,
    "span": _FACES | _STYLED | {"m-kept"},
    "mfrac": _STYLED,
    "mrow": _STRIKES | _STYLED,
    "mspace": _STYLED,
    "mtable": _STYLED,
    "mtd": _STYLED,
    "mtext": _STYLED,
}

_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    attributes=ATTRIBUTES,
    allowed_classes=CLASSES_OF,
    url_schemes=set(),
    link_rel=None,
    strip_comments=True,
)


def sanitised(html: str) -> str:
    """Return the markup reduced to what is allowed."""
    return _CLEANER.clean(html)
