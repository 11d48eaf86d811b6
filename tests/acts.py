"""A study with somebody in it, and what a researcher does to their session."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotation.domain.session import Event
from annotation.models import ParticipantSession
from annotation.selectors import tallies
from annotation.services.moves import make_move
from study.models import AuditEntry, Study
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_study

ITEMS = 9
"""Screens of a session of the small study, one of them the check."""
MAIN_ITEMS = 8


def somebody(
    *, templates: int = 1, is_test: bool = False, study: Study | None = None
) -> Participant:
    """Return an invited person; the study has templates."""
    study = study or make_study()
    if templates:
        generate_templates(study, {}, templates, seed=1)
    return Participant(invite(study, 1, is_test=is_test)[0])


def at_work(**options: Any) -> Participant:
    """Return somebody who has finished two items and has a third one on the screen."""
    person = somebody(**options)
    person.reach_items()
    for index in range(2):
        person.finish_item(index)
    person.next(2)
    return person


def completed(**options: Any) -> Participant:
    """Return somebody who has done everything."""
    person = somebody(**options)
    person.reach_items()
    for index in range(ITEMS):
        person.finish_item(index)
    return person


def terminated(**options: Any) -> Participant:
    """Return somebody whose session was terminated with an item on the screen."""
    person = at_work(**options)
    make_move(person.session, Event.TERMINATE, timezone.now())
    return person


def researcher() -> User:
    """Return who acts."""
    return User.objects.get_or_create(username="researcher")[0]


def do(act: Callable[..., ParticipantSession], person: Participant) -> ParticipantSession:
    """Do something to a person's session, for a reason."""
    return act(person.session, timezone.now(), reason="a good reason", actor=researcher())


def standing(study: Study) -> dict[str, int]:
    """Return how many judgments of main items are planned, running and collected."""
    sums = Counter[str]()
    for (code, _), tally in tallies(study).items():
        if code != "GSM-CHECK":
            sums.update(planned=tally.planned, running=tally.running, collected=tally.collected)
    return {name: sums[name] for name in ("planned", "running", "collected")}


def stands(*, planned: int = 0, running: int = 0, collected: int = 0) -> dict[str, int]:
    """Return what `standing` says, in sessions."""
    sessions = {"planned": planned, "running": running, "collected": collected}
    return {name: count * MAIN_ITEMS for name, count in sessions.items()}


def logged(action: str) -> AuditEntry:
    """Return the one entry of an action, which says why and by whom."""
    entry = AuditEntry.objects.get(action=action)
    assert (entry.reason, str(entry.actor)) == ("a good reason", "researcher")
    return entry
