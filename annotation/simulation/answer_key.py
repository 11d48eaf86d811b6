"""The answer key: simulated people judge well or badly, so somebody must know what is right.

Looked up by what the screen shows and read once at the start, so that the database sees no more
than the participants' own requests while they walk.
"""

from annotation.simulation.behaviour import Screen, Truth
from annotation.simulation.walker import Key
from study.models import Study


def read_key(study: Study) -> Key:
    """Return the key of a study's bank."""
    shown = study.items.values_list("question_html", "answer_html", "is_correct", "category")
    truths = {(question, answer): Truth(right, kind) for question, answer, right, kind in shown}

    def key(screen: Screen) -> Truth | None:
        return truths.get((screen.question, screen.answer))

    return key


def no_key(screen: Screen) -> Truth | None:
    """Know nothing: the people lean by the text alone."""
    return None
