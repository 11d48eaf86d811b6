"""A researcher acts while participants go on: one wins, and nobody ends up with half of it."""

import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from annotation.domain.stages import Reason, Submission
from annotation.models import ParticipantSession
from annotation.services import answers, entry, items
from annotation.services.ending import abandon
from annotation.services.reinstating import reinstate
from annotation.services.releasing import release
from annotation.services.restarting import restart
from annotation.services.validity import invalidate, revalidate
from study.domain.errors import DomainError, IllegalMove, NoTemplateFree
from study.services.invitations import invite
from tests.acts import ITEMS, at_work, completed, do, somebody, standing, stands, terminated
from tests.cast import Participant
from tests.together import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = pytest.mark.parametrize("round_number", range(5))
Act = Callable[..., ParticipantSession]


def acting(act: Act, session: ParticipantSession, now: datetime) -> Callable[[], Any]:
    return partial(act, session, now, reason="a race", actor=None)


def consenting(person: Participant, count: int) -> list[Callable[[], Any]]:
    """Return the consents of so many others to the same study."""
    now = timezone.now()
    sessions = [
        entry.begin(invitation, "en", now) for invitation in invite(person.invitation.study, count)
    ]
    shown = entry.wording(sessions[0], "en")
    return [partial(entry.give_consent, session, shown, now) for session in sessions]


def holders(person: Participant) -> int:
    """Return how many sessions hold the study's one template."""
    held = ParticipantSession.objects.filter(template__study=person.invitation.study)
    return held.filter(superseded_at=None, released_at=None).count()


@ROUNDS
def test_a_template_that_is_released_is_claimed_by_one_of_those_who_wait(round_number: int) -> None:
    person = terminated()
    released, *results = all_at_once(
        [acting(release, person.session, timezone.now()), *consenting(person, 6)]
    )
    assert released.released_at is not None
    got_it = results.count(None)  # nobody, when all asked before
    assert sum(isinstance(result, NoTemplateFree) for result in results) == 6 - got_it
    assert holders(person) == got_it <= 1
    assert standing(person.invitation.study) == stands(running=got_it, planned=1 - got_it)


@ROUNDS
def test_a_released_template_is_taken_by_its_old_holder_or_by_a_new_one(round_number: int) -> None:
    person = terminated()
    do(release, person)
    back, *claims = all_at_once(
        [acting(reinstate, person.session, timezone.now()), *consenting(person, 3)]
    )
    assert [isinstance(result, DomainError) for result in (back, *claims)].count(False) == 1
    assert holders(person) == 1
    assert standing(person.invitation.study) == stands(running=1)
    assert person.session.status == ("terminated" if isinstance(back, IllegalMove) else "active")


@ROUNDS
def test_of_two_researchers_one_restarts_and_the_other_hears_of_it(round_number: int) -> None:
    person = terminated()
    results = all_at_once([acting(restart, person.session, timezone.now())] * 4)
    assert [isinstance(result, IllegalMove) for result in results].count(False) == 1
    assert ParticipantSession.objects.count() == 2
    assert holders(person) == 1


@ROUNDS
def test_opposite_acts_at_once_leave_one_clear_state(round_number: int) -> None:
    person = terminated()
    acts = (release, reinstate, invalidate, restart, revalidate, abandon) * 2
    all_at_once([acting(act, person.session, timezone.now()) for act in acts])
    holding = holders(person)
    taken = person.invitation.study.templates.exclude(claimed_at=None).count()
    assert holding == taken <= 1
    assert ParticipantSession.objects.filter(superseded_at=None).count() == 1


@ROUNDS
def test_the_last_answer_is_recorded_or_the_session_is_restarted_never_both(
    round_number: int,
) -> None:
    person = somebody()
    person.reach_items()
    for index in range(ITEMS - 1):
        person.finish_item(index)
    session, now = person.session, timezone.now()
    shown = items.open_next(session, ITEMS - 1, now)
    judged = Submission(True, Reason.USER, None)
    answers.submit_stage1(session, shown.public_id, uuid.uuid4(), judged, now)
    ratings = answers.Ratings(3, 3 if shown.condition == "AJ" else None, None)

    submitted, restarted = all_at_once(
        [
            partial(answers.submit_stage2, session, shown.public_id, uuid.uuid4(), ratings, now),
            acting(restart, session, now),
        ]
    )

    shown.refresh_from_db()
    session.refresh_from_db()
    if isinstance(submitted, IllegalMove):
        assert (session.status, shown.state) == ("abandoned", "void")
        assert restarted == person.session
    else:  # the act came too late, or after the end: the answer is there either way
        assert (session.status, shown.state) == ("completed", "done")
        assert isinstance(restarted, IllegalMove | ParticipantSession)
    assert holders(person) == 1


@ROUNDS
def test_a_reinstated_item_is_shown_again_once_however_often_it_is_asked_for(
    round_number: int,
) -> None:
    person = terminated()
    session = do(reinstate, person)
    now = timezone.now()
    shown = all_at_once([lambda: items.open_next(session, 2, now).pk] * 8)
    assert len(set(shown)) == 1
    log = person.invitation.study.audit_entries
    assert log.filter(action="session.item_reopened").count() == 1


@ROUNDS
def test_an_item_that_is_shown_again_while_its_session_ends_is_void(round_number: int) -> None:
    person = terminated()
    session = do(reinstate, person)
    now = timezone.now()
    all_at_once([partial(items.open_next, session, 2, now), acting(abandon, session, now)])
    assert person.session.status == "abandoned"
    assert not person.session.presentations.filter(state__in=["stage1", "stage2"]).exists()


@ROUNDS
def test_who_declines_a_restarted_session_twice_gives_the_template_back_once(
    round_number: int,
) -> None:
    person = completed()
    do(restart, person)
    sessions = [person.session for _ in range(4)]
    shown, now = entry.wording(sessions[0], "en"), timezone.now()
    results = all_at_once(
        [
            *(partial(entry.decline, session, shown, now) for session in sessions),
            *consenting(person, 2),
        ]
    )
    assert [isinstance(result, IllegalMove) for result in results[:4]].count(False) == 1
    assert holders(person) == person.invitation.study.templates.exclude(claimed_at=None).count()


def test_two_at_work_are_never_locked_by_acts_on_others() -> None:
    study = somebody(templates=3).invitation.study
    first, second = (at_work(study=study, templates=0) for _ in range(2))
    now = timezone.now()
    shown = second.session.presentations.get(index=2)
    judged = Submission(True, Reason.USER, None)
    results = all_at_once(
        [
            acting(abandon, first.session, now),
            partial(
                answers.submit_stage1,
                second.session,
                shown.public_id,
                uuid.uuid4(),
                judged,
                now,
            ),
        ]
    )
    assert not [result for result in results if isinstance(result, DomainError)]
