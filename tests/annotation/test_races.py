"""Many at once: exactly one wins. SQLite runs these one after the other; PostgreSQL proves them."""

import threading
import uuid
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.domain.stages import Reason, Submission
from annotation.models import ParticipantSession, Presentation
from annotation.services import answers, entry, items
from annotation.services.accommodation import set_time_factor
from annotation.services.closing import close_overdue
from study.domain.errors import IllegalMove, NoTemplateFree
from study.models import Item, SessionTemplate
from study.services.invitations import invite
from study.services.templates import generate_templates
from tests.cast import Participant
from tests.factories import make_invitation, make_study
from tests.together import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_template_is_claimed_by_exactly_one_of_eight_people() -> None:
    study = make_study()
    generate_templates(study, {}, 3, seed=1)
    now = timezone.now()
    sessions = [entry.begin(invitation, "en", now) for invitation in invite(study, 8)]

    results = all_at_once(
        [partial(entry.give_consent, s, entry.wording(s, "en"), now) for s in sessions]
    )

    assert sum(result is None for result in results) == 3
    assert sum(isinstance(result, NoTemplateFree) for result in results) == 5
    held = ParticipantSession.objects.exclude(template=None).values_list("template", flat=True)
    assert len(set(held)) == 3
    assert not SessionTemplate.objects.filter(claimed_at=None).exists()


def test_agreeing_eight_times_at_once_takes_the_last_template_once_and_never_finds_none() -> None:
    participant = Participant(make_invitation(templates=1))
    participant.press("begin")
    sessions = [participant.session for _ in range(8)]
    shown, now = entry.wording(sessions[0], "en"), timezone.now()

    results = all_at_once([partial(entry.give_consent, s, shown, now) for s in sessions])

    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, IllegalMove) for result in results) == 7


def test_pressing_begin_eight_times_at_once_makes_one_session() -> None:
    invitation = make_invitation()
    now = timezone.now()
    sessions = all_at_once([lambda: entry.begin(invitation, "en", now).pk] * 8)
    assert len(set(sessions)) == 1


def test_asking_for_the_next_item_eight_times_at_once_opens_one() -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    session, now = participant.session, timezone.now()
    opened = all_at_once([lambda: items.open_next(session, 0, now).pk] * 8)
    assert len(set(opened)) == 1


@pytest.mark.parametrize("round_number", range(5))
def test_of_ten_different_submissions_one_is_recorded_and_all_hear_it(round_number: int) -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    session, now = participant.session, timezone.now()
    public_id = items.open_next(session, 0, now).public_id

    def submit(value: bool) -> bool | None:
        submission = Submission(value, Reason.USER, None)
        return answers.submit_stage1(
            session, public_id, uuid.uuid4(), submission, now
        ).presentation.verdict

    heard = all_at_once([partial(submit, n % 2 == 0) for n in range(10)])
    assert set(heard) == {Presentation.objects.get().verdict}


@pytest.mark.parametrize("round_number", range(5))
def test_of_submissions_and_sweepers_one_closes_the_item(round_number: int) -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    session, start = participant.session, timezone.now()
    shown = items.open_next(session, 0, start)
    in_grace, swept = start + timedelta(seconds=242), start + timedelta(seconds=244)
    submission = Submission(True, Reason.USER, None)

    def submit() -> str:
        presentation = answers.submit_stage1(
            session, shown.public_id, uuid.uuid4(), submission, in_grace
        ).presentation
        return f"verdict {presentation.verdict}"

    def close() -> str:
        return "swept" if close_overdue(shown.pk, swept) else "lost"

    heard = all_at_once([submit, close, submit, close, submit, close])
    row = Presentation.objects.get()
    assert heard.count("swept") == int(row.verdict is None)
    assert {word for word in heard if word.startswith("verdict")} == {f"verdict {row.verdict}"}


def test_the_last_ratings_sent_twice_at_once_complete_the_session_once() -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    for index in range(8):
        participant.finish_item(index)
    session, now = participant.session, timezone.now()
    shown = items.open_next(session, 8, now)
    answers.submit_stage1(
        session, shown.public_id, uuid.uuid4(), Submission(True, Reason.USER, None), now
    )
    ratings = answers.Ratings(3, 3 if shown.condition == "AJ" else None, None)

    results = all_at_once(
        [
            lambda: (
                answers.submit_stage2(
                    session, shown.public_id, uuid.uuid4(), ratings, now
                ).presentation.state
            )
        ]
        * 4
    )

    assert results == ["done"] * 4
    assert participant.session.status == "completed"


@pytest.mark.postgres
def test_nobody_gets_more_time_while_they_start() -> None:
    person = Participant(make_invitation())
    person.consent()
    person.practise()
    who, session = person.invitation.participant, person.session
    actor = User.objects.create_user("researcher")
    more_time = partial(set_time_factor, who, Decimal(2), actor=actor)
    results: list[Any] = []
    with transaction.atomic():
        entry.start(session, timezone.now())
        other = threading.Thread(target=lambda: results.extend(all_at_once([more_time])))
        other.start()
        other.join(timeout=1)
        assert not results  # it waits
    other.join()
    assert isinstance(results[0], IllegalMove)
    who.refresh_from_db()
    assert who.time_factor == 1


@pytest.mark.postgres
def test_what_is_shown_is_what_is_stored_while_an_import_changes_the_item() -> None:
    participant = Participant(make_invitation())
    participant.reach_items()
    session, now = participant.session, timezone.now()
    slot = session.template.slots.get(position=0) if session.template else None
    assert slot is not None
    holding, shown = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            item = Item.objects.select_for_update(no_key=True).get(pk=slot.item_id)
            holding.set()
            shown.wait(0.5)  # the participant waits for the lock meanwhile
            item.question_html = "<p>new</p>"
            item.save()

    def show() -> str:
        holding.wait()
        presentation = items.open_next(session, 0, now)
        shown.set()
        return presentation.item.question_html

    _, seen = all_at_once([change, show])
    assert seen == Item.objects.get(pk=slot.item_id).question_html == "<p>new</p>"
