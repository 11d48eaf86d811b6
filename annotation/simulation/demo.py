"""The two demo studies: one to walk through, and its twin that already holds data.

Everything is made by the same services that serve participants, with the time given to them; each
study is made whole or not at all, and one that is there is left as it is.
"""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction

from annotation.domain.stages import Reason, Submission
from annotation.models import ParticipantSession, Presentation
from annotation.selectors import coverage
from annotation.services import answers, entry, items, practice
from annotation.simulation.answer_key import read_key
from annotation.simulation.behaviour import Person, Response, Screen, person, reading_seconds
from annotation.simulation.behaviour import respond as respond_to
from annotation.simulation.walker import Key
from study.domain.design import StudyDesign
from study.domain.lifecycle import StudyStatus
from study.domain.vocabulary import Condition
from study.models import Invitation, Item, Study, StudyVersion
from study.services.invitations import invite
from study.services.items import import_items
from study.services.studies import create_study
from study.services.templates import generate_templates

BANK = Path(__file__).parents[2] / "study" / "demo" / "items.jsonl"
DEMO, DATA = "demo", "demo-data"
COMPLETED_SESSIONS = 19
TEMPLATE_SEED = 1
PEOPLE_SEED = 901
"""Of the first 1000 crowds one of those most like the paper's: accuracy near 0.836 in AO and 0.809
in AJ, 15 to 41 minutes, every check passed, a few time-outs with and without a choice."""

_IDS = uuid.UUID("7f1c8f0e-52a7-4d0c-9b0b-6a4f2d5b7e19")


def ensure_demo() -> Study:
    """Return the demo study: the paper's design, twenty templates, ten invitations."""
    there = Study.objects.filter(slug=DEMO).first()
    return there or _make(DEMO, "Demo study", invitations=10)


@transaction.atomic
def ensure_data(now: datetime) -> Study:
    """Return the twin, with nineteen completed sessions of the week before `now`'s day.

    The rows are the same on every machine, but for the day they end with and the invitations'
    random ids.
    """
    there = Study.objects.filter(slug=DATA).first()
    if there is not None:
        return there
    study = _make(DATA, "Demo study with data", invitations=COMPLETED_SESSIONS + 1)
    week_ago = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=7)
    _backdate(study, week_ago)
    people = study.invitations.select_related("participant", "study").order_by("id")
    key = read_key(study)
    for invitation, begins_at in zip(people, _beginnings(week_ago), strict=False):
        who = person(PEOPLE_SEED, invitation.participant.code)
        _Sitting(invitation, who, key, begins_at).complete()
    _name_alike(study)
    return study


@transaction.atomic
def _make(slug: str, title: str, *, invitations: int) -> Study:
    study = create_study(slug, title, StudyDesign(), status=StudyStatus.OPEN)
    import_items(study, BANK)
    generate_templates(study, {}, 15, seed=TEMPLATE_SEED)  # T1 to T15, then the supplement (K.5)
    generate_templates(study, coverage(study), 5, seed=TEMPLATE_SEED + 1)
    invite(study, invitations)
    return study


def _beginnings(week_ago: datetime) -> Iterator[datetime]:
    """Yield when the sessions begin: two or three a day, at waking hours, over seven days."""
    for number in range(COMPLETED_SESSIONS):
        day, part = divmod(number * 7 / COMPLETED_SESSIONS, 1)
        minutes = round(12 * 60 * part) + 7 * (number % 5)
        yield week_ago + timedelta(days=day, hours=8, minutes=minutes)


class _Sitting:
    """One simulated person before one screen, and what time it is there."""

    def __init__(self, invitation: Invitation, who: Person, key: Key, begins_at: datetime) -> None:
        self.who = who
        self.key = key
        self.now = begins_at
        self.session = entry.begin(invitation, "en", begins_at)

    def complete(self) -> None:
        """Go from the link to the completion code."""
        self.wait(reading_seconds(self.who, "consent", 60))
        entry.give_consent(self.session, entry.wording(self.session, "en"), self.now)
        self.wait(reading_seconds(self.who, "instructions", 60))
        entry.finish_instructions(self.session, self.now)
        self.session.instructions_read_at = self.now
        while (due := practice.current(self.session)) is not None:
            response = self.respond(due.item, due.condition)
            self.wait(60 * response.limit_share + response.rating_seconds)
            practice.finish(due, self.session, _ratings(response))
        self.wait(reading_seconds(self.who, "ready", 5))
        entry.start(self.session, self.now)
        for index in range(self.session.version.design.shown_items):
            self.wait(0.8)
            self.do_item(items.open_next(self.session, index, self.now))

    def do_item(self, shown: Presentation) -> None:
        """Judge and rate the item on the screen."""
        response = self.respond(shown.item, Condition(shown.condition))
        limit = self.session.version.design.timing.hard_seconds(Condition(shown.condition))
        seconds = round(min(response.limit_share, 1) * limit, 3)
        selected = response.in_time or response.selected_in_time
        self.wait(seconds)
        if selected:
            just_before = self.now - timedelta(milliseconds=400)
            answers.save_draft(shown, 1, response.verdict, just_before)
        self.wait(0.15)  # on the way to the server, where a timer's submission is late by as much
        submission = Submission(
            response.verdict if selected else None,
            Reason.USER if response.in_time else Reason.TIMER,
            seconds,
        )
        answers.submit_stage1(
            self.session, shown.public_id, self.id(shown, 1), submission, self.now
        )
        self.wait(response.rating_seconds)
        answers.submit_stage2(
            self.session, shown.public_id, self.id(shown, 2), _ratings(response), self.now
        )

    def respond(self, item: Item, condition: Condition) -> Response:
        """Return what the person makes of an item, seen as the participant's page shows it."""
        justification = item.justification_html if condition is Condition.AJ else None
        screen = Screen(item.question_html, item.answer_html, justification)
        return respond_to(self.who, screen, self.key(screen))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def id(self, shown: Presentation, stage: int) -> uuid.UUID:
        """Return the id of a submission."""
        return _named(self.session, shown.index, f"stage {stage}")


def _ratings(response: Response) -> answers.Ratings:
    return answers.Ratings(response.confidence, response.helpfulness, response.rating_seconds)


def _named(session: ParticipantSession, index: int, what: str) -> uuid.UUID:
    """Return an id made of what it stands for; the study's id keeps a second twin apart."""
    study_id, code = session.version.study_id, session.participant.code
    return uuid.uuid5(_IDS, f"{study_id} {code} {index} {what}")


def _backdate(study: Study, opened: datetime) -> None:
    """Let the study be older than its first session; only the log, append-only, tells the truth."""
    Study.objects.filter(pk=study.pk).update(created_at=opened)
    StudyVersion.objects.filter(study=study).update(created_at=opened)
    for made in (study.items, study.templates, study.participants, study.invitations):
        made.update(created_at=opened)


def _name_alike(study: Study) -> None:
    """Replace the random ids of what is finished by ones that every machine agrees on."""
    shown = Presentation.objects.filter(session__version__study=study).select_related(
        "session__participant", "session__version"
    )
    for presentation in shown:
        presentation.public_id = _named(presentation.session, presentation.index, "shown")
    Presentation.objects.bulk_update(shown, ["public_id"], batch_size=200)
    sessions = ParticipantSession.objects.filter(version__study=study).select_related("participant")
    for session in sessions:
        session.completion_code = f"DEMO{session.participant.code}"
    ParticipantSession.objects.bulk_update(sessions, ["completion_code"])
