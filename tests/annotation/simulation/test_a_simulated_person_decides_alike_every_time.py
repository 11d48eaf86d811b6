import random
from statistics import mean

import hypothesis.strategies as st
from hypothesis import given

from annotation.simulation.behaviour import Screen, Truth, person, respond
from study.domain.vocabulary import GSM_CHECK, Category, Condition

texts = st.text(max_size=30)
screens = st.builds(Screen, texts, texts, st.none() | texts)
truths = st.builds(Truth, st.booleans(), st.sampled_from([c.value for c in Category]))
seeds = st.integers(0, 10_000)


@given(seeds, st.lists(st.tuples(screens, st.none() | truths), min_size=1, max_size=8), seeds)
def test_the_order_in_which_items_are_met_changes_no_decision(
    seed: int, meetings: list[tuple[Screen, Truth | None]], shuffle: int
) -> None:
    who = person(seed, "P001")
    first = [respond(who, screen, truth) for screen, truth in meetings]
    order = random.Random(shuffle).sample(range(len(meetings)), len(meetings))

    again = {place: respond(person(seed, "P001"), *meetings[place]) for place in order}

    assert [again[place] for place in range(len(meetings))] == first


@given(seeds, screens, st.none() | truths)
def test_a_response_is_one_that_the_page_can_send(
    seed: int, screen: Screen, truth: Truth | None
) -> None:
    response = respond(person(seed, "P001"), screen, truth)

    assert response.confidence in range(1, 6)
    assert (response.helpfulness is None) == (screen.condition is Condition.AO)
    assert response.helpfulness in {None, 1, 2, 3, 4, 5}
    assert response.limit_share > 0
    assert response.rating_seconds > 0


def test_another_seed_or_another_person_decides_otherwise() -> None:
    screens = [Screen(f"question {n}", "answer", None) for n in range(40)]

    def verdicts(seed: int, code: str) -> list[bool]:
        return [respond(person(seed, code), screen, None).verdict for screen in screens]

    assert verdicts(1, "P001") == verdicts(1, "P001")
    assert verdicts(1, "P001") != verdicts(2, "P001")
    assert verdicts(1, "P001") != verdicts(1, "P002")


def test_a_large_crowd_is_as_accurate_as_the_people_of_the_paper() -> None:
    accuracy = {condition: mean(_right(condition)) for condition in Condition}

    assert abs(accuracy[Condition.AO] - 0.836) < 0.03
    assert abs(accuracy[Condition.AJ] - 0.809) < 0.03


def test_a_wrong_answer_convinces_more_with_its_justification() -> None:
    fooled = {c: 1 - mean(_right(c, Category.FP)) for c in Condition}

    assert fooled[Condition.AJ] > fooled[Condition.AO] + 0.1


def test_one_or_two_in_a_hundred_judgments_time_out() -> None:
    shares = [
        respond(person(1, f"P{p:03d}"), _screen(n, (Condition.AO, Condition.AJ)[n % 2]), None)
        for p in range(150)
        for n in range(20)
    ]

    assert 0.008 < mean(not response.in_time for response in shares) < 0.025


def test_people_are_surer_where_they_are_right() -> None:
    truth = Truth(is_correct=True, category="TP")
    sureness: dict[bool, list[int]] = {True: [], False: []}
    for p in range(60):
        for n in range(20):
            response = respond(person(1, f"P{p:03d}"), _screen(n, Condition.AO), truth)
            sureness[response.verdict].append(response.confidence)

    assert mean(sureness[True]) > mean(sureness[False]) + 0.3


def test_nearly_everybody_sees_the_attention_check() -> None:
    truth = Truth(is_correct=False, category=GSM_CHECK)
    seen = [
        respond(person(1, f"P{p:03d}"), _screen(1, Condition.AJ), truth).verdict is False
        for p in range(200)
    ]

    assert mean(seen) > 0.95


def _screen(number: int, condition: Condition) -> Screen:
    justification = None if condition is Condition.AO else f"Because of {number}."
    return Screen(f"What is {number}?", "It is.", justification)


def _right(condition: Condition, *categories: Category) -> list[bool]:
    """Return whether sixty people are right about thirty items of each category."""
    right = []
    for category in categories or tuple(Category):
        truth = Truth(category.ground_truth, category.value)
        for p in range(60):
            who = person(7, f"P{p:03d}")
            for n in range(30):
                screen = _screen(1000 * list(Category).index(category) + n, condition)
                right.append(respond(who, screen, truth).verdict == truth.is_correct)
    return right


def test_over_a_crowd_every_stage_takes_the_seconds_that_were_asked_for() -> None:
    people = [person(1, f"P{number:03d}") for number in range(150)]
    screens = [
        Screen(f"question {number}", "answer", justification)
        for number in range(20)
        for justification in (None, "1. because")
    ]
    truth = Truth(True, Category.TP.value)
    responses = [respond(who, screen, truth) for who in people for screen in screens]

    judging = [response.judging_seconds(2.0) for response in responses]
    assert abs(mean(judging) - 2.0) < 0.15
    assert abs(mean(response.rating_seconds_at(2.0) for response in responses) - 2.0) < 0.1
    assert min(judging) < 0.7  # spread as people's times are
    assert max(judging) > 6
    assert all(response.judging_seconds(0) == 0 for response in responses)
