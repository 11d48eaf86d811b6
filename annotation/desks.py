"""Where a message goes: to the item on the desk, to the practice item, or to a preview.

All desks understand the same messages and answer with the same envelope, so the page need not
know which one it is talking to. Each method is one message of `docs/participant-api.md`.
"""

from datetime import datetime
from typing import NoReturn, Protocol
from uuid import UUID

from django.urls import reverse

from annotation import selectors, wire
from annotation.domain.ratings import check_draft, check_ratings
from annotation.domain.session import Status
from annotation.domain.stages import Reason, State, Submission, check_submission
from annotation.models import ParticipantSession, Presentation
from annotation.services import answers, closing, items, practice
from annotation.wire import Json
from study import links
from study.domain.errors import IllegalMove
from study.domain.outcomes import outcome
from study.domain.vocabulary import Condition


class Desk(Protocol):
    """What answers a page's messages."""

    def state(self) -> Json:
        """Return what the page should show, without content."""

    def next(self, expected_index: int) -> Json:
        """Hand out the item that is due, with its content."""

    def draft(self, presentation: str, seq: int, value: bool) -> Json:
        """Keep the latest choice."""

    def stage1(self, presentation: str, submission_id: UUID, submission: Submission) -> Json:
        """Close Stage 1."""

    def draft2(
        self, presentation: str, seq: int, confidence: int | None, helpfulness: int | None
    ) -> Json:
        """Keep half-made ratings."""

    def stage2(self, presentation: str, submission_id: UUID, ratings: answers.Ratings) -> Json:
        """Record the ratings; the item is done."""


def desk_of(session: ParticipantSession, now: datetime) -> Desk:
    """Return the desk a session is sitting at."""
    if session.status == Status.INSTRUCTED:
        return PracticeDesk(session, now)
    if session.status in {Status.ACTIVE, Status.COMPLETED}:  # completed: for late repeats
        return ItemDesk(session, now)
    return EndedDesk(session, now)


class ItemDesk:
    """The session's real items."""

    def __init__(self, session: ParticipantSession, now: datetime) -> None:
        self.session = session
        self.now = now

    def state(self) -> Json:
        """Close what is overdue, then tell where the session stands."""
        presentation = selectors.open_presentation(self.session)
        closing.close_if_overdue(presentation, self.now)
        return self._reply(presentation)

    def next(self, expected_index: int) -> Json:
        """Open or return the item that is due, with its content."""
        presentation = items.open_next(self.session, expected_index, self.now)
        address = _image_address(self.session, str(presentation.public_id))
        condition = Condition(presentation.condition)
        return self._reply(presentation, wire.content(presentation.item, condition, address))

    def draft(self, presentation: str, seq: int, value: bool) -> Json:
        """Keep the latest choice."""
        shown = self._on_screen(presentation)
        answers.save_draft(shown, seq, value, self.now)
        return self._reply(shown)

    def stage1(self, presentation: str, submission_id: UUID, submission: Submission) -> Json:
        """Close Stage 1; everybody who tries gets the same answer."""
        return self._answered(
            answers.submit_stage1(
                self.session, _id(presentation), submission_id, submission, self.now
            )
        )

    def draft2(
        self, presentation: str, seq: int, confidence: int | None, helpfulness: int | None
    ) -> Json:
        """Keep half-made ratings."""
        shown = self._on_screen(presentation)
        answers.save_ratings_draft(shown, seq, confidence, helpfulness)
        return self._reply(shown)

    def stage2(self, presentation: str, submission_id: UUID, ratings: answers.Ratings) -> Json:
        """Record the ratings; after the last item the session is completed."""
        return self._answered(
            answers.submit_stage2(self.session, _id(presentation), submission_id, ratings, self.now)
        )

    def _answered(self, answered: answers.Answered) -> Json:
        if answered.is_repeat and answered.presentation.state == State.DONE:
            return self.state()  # a repeat for an item that was finished long ago
        return self._reply(answered.presentation)

    def _on_screen(self, presentation: str) -> Presentation:
        shown = selectors.open_presentation(self.session)
        if shown is None or shown.public_id != _id(presentation):
            raise items.NotThisItem("This is not the item on the screen.")
        return shown

    def _reply(self, presentation: Presentation | None, content: Json | None = None) -> Json:
        if presentation is None:
            done = selectors.items_done(self.session)
        else:  # items are finished in their order
            done = presentation.index + (presentation.state == State.DONE)
            closing.note_ratings_shown(presentation, self.now)
        return wire.item_envelope(self.session, self.now, presentation, done, content)


class EndedDesk:
    """A session that is over, or not yet at its items: it can be looked at, and that is all."""

    def __init__(self, session: ParticipantSession, now: datetime) -> None:
        self.session = session
        self.now = now

    def state(self) -> Json:
        """Tell where the session stands."""
        done = selectors.items_done(self.session)
        return wire.item_envelope(self.session, self.now, None, done)

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise IllegalMove(f"A session that is {self.session.status} takes no answers.")

    next = draft = stage1 = draft2 = stage2 = _refuse


class PracticeDesk:
    """Practice: the same screens, nothing stored but how far it went (decision 0006)."""

    def __init__(self, session: ParticipantSession, now: datetime) -> None:
        self.session = session
        self.now = now

    def state(self) -> Json:
        """Tell which practice item is due."""
        return self._reply(practice.current(self.session))

    def next(self, expected_index: int) -> Json:
        """Hand out the practice item; its clock begins anew with each look."""
        due = practice.expect(self.session, practice.id_of(expected_index))
        if not self.session.is_test:
            items.mark_shown(due.item, self.now)
        factor = self.session.participant.time_factor
        timing = self.session.version.design.timing
        shown = wire.rehearsed_stage1(due, timing, None if factor is None else float(factor))
        address = _image_address(self.session, due.id)
        shown["content"] = wire.content(due.item, due.condition, address)
        return self._reply(due, shown)

    def draft(self, presentation: str, seq: int, value: bool) -> Json:
        """Store nothing."""
        return self._reply(practice.expect(self.session, presentation))

    def stage1(self, presentation: str, submission_id: UUID, submission: Submission) -> Json:
        """Go on to the ratings, with feedback where the design asks for it."""
        due = practice.expect(self.session, presentation)
        shown = _judged(due, submission)
        was_right = outcome(submission.value, due.item.is_correct)
        if self.session.version.design.practice.feedback and was_right is not None:
            shown["feedback"] = {"was_right": was_right}
        return self._reply(due, shown)

    def draft2(
        self, presentation: str, seq: int, confidence: int | None, helpfulness: int | None
    ) -> Json:
        """Store nothing."""
        check_draft(confidence, helpfulness)
        return self._reply(practice.expect(self.session, presentation))

    def stage2(self, presentation: str, submission_id: UUID, ratings: answers.Ratings) -> Json:
        """Go on to the next practice item."""
        due = practice.expect(self.session, presentation)
        practice.finish(due, self.session, ratings)
        return self.state()

    def _reply(self, due: practice.PracticeItem | None, shown: Json | None = None) -> Json:
        return wire.practice_envelope(self.session, self.now, due, shown)


class PreviewDesk:
    """A researcher's look at an item in the participant's screen: nothing at all is stored."""

    def __init__(self, shown: selectors.Previewed, image_address: str, now: datetime) -> None:
        self.shown = shown
        self.image_address = image_address
        self.now = now

    def state(self) -> Json:
        """Tell that the item is due; a page that is opened anew begins anew."""
        return self._reply()

    def next(self, expected_index: int) -> Json:
        """Show the item, with the clock that everybody gets."""
        stage1 = wire.rehearsed_stage1(self.shown, self.shown.design.timing, factor=1)
        stage1["content"] = wire.content(self.shown.item, self.shown.condition, self.image_address)
        return self._reply(stage1)

    def draft(self, presentation: str, seq: int, value: bool) -> Json:
        """Store nothing."""
        return self._reply()

    def stage1(self, presentation: str, submission_id: UUID, submission: Submission) -> Json:
        """Go on to the ratings."""
        return self._reply(_judged(self.shown, submission))

    def draft2(
        self, presentation: str, seq: int, confidence: int | None, helpfulness: int | None
    ) -> Json:
        """Store nothing."""
        check_draft(confidence, helpfulness)
        return self._reply()

    def stage2(self, presentation: str, submission_id: UUID, ratings: answers.Ratings) -> Json:
        """End the preview of this item; where it goes on, the page knows."""
        check_ratings(self.shown.condition, ratings.confidence, ratings.helpfulness)
        total = self.shown.total
        return wire.preview_envelope(self.now, total, total)

    def _reply(self, shown: Json | None = None) -> Json:
        return wire.preview_envelope(self.now, self.shown.index, self.shown.total, shown)


def _judged(due: wire.Rehearsed, submission: Submission) -> Json:
    by_timer = submission.reason is Reason.TIMER
    check_submission(submission, limit_is_over=by_timer)  # its clock runs in the page only
    return wire.rehearsed_stage2(due, submission.value, timed_out=by_timer)


def _image_address(session: ParticipantSession, presentation_id: str) -> str:
    invitation = session.invitation
    token = links.token(invitation.public_id, invitation.generation)
    return reverse("participant-image", args=[token, presentation_id])


def _id(presentation: str) -> UUID:
    try:
        return UUID(presentation)
    except ValueError:
        raise items.NotThisItem("This is not the item on the screen.") from None
