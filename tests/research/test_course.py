"""One seat is asked at a time: who sees what, and what can be drawn anew."""

from __future__ import annotations

import pickle
import random

import pytest

from tests.variants import VARIANTS, Variant
from tilery.match.match import IllegalMoveError
from tilery.research.course import Course, RecallingCourse

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def course_of(variant: Variant, seed: int) -> RecallingCourse:
    return RecallingCourse(variant.game, variant.seats, options=variant.options, seed=seed)


def test_nobody_sees_what_others_decide_at_once() -> None:
    for first in range(0, 12, 3):
        course = Course("tipperary", 3, seed=5)
        before = [course.observe(seat).tobytes() for seat in range(3)]
        course.act(course.legal_actions()[first])
        course.act(random.Random(first).choice(course.legal_actions()))
        assert course.seat == 1
        assert [course.observe(seat).tobytes() for seat in range(3)] == before
        assert course.picture(1) == str(course.match.view(1))


def test_what_was_decided_at_once_is_played_in_the_order_of_the_seats() -> None:
    course = Course("tipperary", 3, seed=6)
    while not course.match.moves:
        course.act(course.legal_actions()[0])
    assert [move.seat for move in course.match.moves] == [0, 1, 2]
    assert [entry.seat for entry in course.log] == [0, 1, 2]
    assert all(len(entry.actions) == 2 for entry in course.log)


def test_a_choice_that_is_not_complete_is_seen_by_its_seat_alone() -> None:
    course = Course("tipperary", 2, seed=7)
    before = [course.observe(seat).tobytes() for seat in range(2)]
    course.act(course.legal_actions()[2])
    assert course.observe(0).tobytes() != before[0]
    assert course.observe(1).tobytes() == before[1]
    assert "(" in course.picture(0).splitlines()[-1]


@each_variant
def test_a_course_is_a_match_of_the_same_moves(variant: Variant) -> None:
    choose = random.Random(1)
    course = course_of(variant, 1)
    while course.seat is not None:
        assert not course.rewards().any()
        course.act(choose.choice(course.legal_actions()))
    outcome = course.match.outcome
    assert outcome is not None
    best = course.rewards().max()
    assert tuple(seat for seat, reward in enumerate(course.rewards()) if reward == best) == outcome.winners
    assert abs(course.rewards().sum()) < 1e-6
    assert course.match.record().replay().scores == outcome


@each_variant
def test_drawn_anew_a_course_is_the_same_to_its_seat(variant: Variant) -> None:
    choose = random.Random(2)
    course = course_of(variant, 2)
    steps = 0
    while course.seat is not None:
        steps += 1
        if steps % 5 == 1:
            for seat in range(variant.seats):
                twin = course.resample(seat, steps)
                assert twin.recall(seat) == course.recall(seat)
                assert twin.observe(seat).tobytes() == course.observe(seat).tobytes()
                assert twin.picture(seat) == course.picture(seat)
                if seat == course.seat:
                    assert twin.legal_actions() == course.legal_actions()
                twin.act(twin.legal_actions()[-1])
        course.act(choose.choice(course.legal_actions()))


def test_drawn_anew_what_others_decide_at_once_differs() -> None:
    course = Course("tipperary", 2, seed=8)
    course.act(course.legal_actions()[0])
    course.act(course.legal_actions()[0])
    twins = [course.resample(1, seed) for seed in range(6)]
    for twin in twins:
        while not twin.match.moves:
            twin.act(twin.legal_actions()[0])
    assert len({str(twin.match.moves[0]) for twin in twins}) > 3
    assert course.resample(0, 1)._asks["moves"][0, 0] == course._asks["moves"][0, 0]


def test_secret_moves_of_others_are_forgotten() -> None:
    course = Course("terraflip", 2, seed=1)
    move = next(move for move in course.match.legal_moves(0) if str(move).startswith("place forest"))
    course.act(course.actions_of(move)[0])
    assert course.log[0].text == str(move)
    assert course.resample(0, 1).log[0].text == str(move)
    assert course.resample(1, 1).log[0].text.startswith("place ? ")
    assert course.resample(1, 1).log[0].actions == (-1,)


@each_variant
def test_copies_and_pickles_are_independent(variant: Variant) -> None:
    choose = random.Random(3)
    course = course_of(variant, 3)
    for _ in range(3):
        course.act(choose.choice(course.legal_actions()))
    state = random.getstate()
    twins = [course.copy(), pickle.loads(pickle.dumps(course))]
    before = course.recall(0)
    for twin in twins:
        assert twin.recall(0) == before
        twin.act(twin.legal_actions()[0])
    assert course.recall(0) == before
    assert twins[0].recall(0) == twins[1].recall(0)
    assert random.getstate() == state


def test_actions_that_are_not_legal_are_refused_and_change_nothing() -> None:
    course = Course("triqueta", 2, seed=1)
    before = course.match.state.tobytes()
    for action in (-1, 1, 13, 10**9):
        with pytest.raises(IllegalMoveError, match=f"action {action} cannot be taken now"):
            course.act(action)
    assert course.match.state.tobytes() == before
    assert course.seat == 0


def test_actions_are_written_as_moves_are() -> None:
    course = Course("tipperary", 2, seed=1)
    first = course.legal_actions()[0]
    assert course.action_text(first).split()[0] == "place"
    assert len(course.action_text(first).split()) == 3
    course.act(first)
    assert len(course.action_text(course.legal_actions()[0]).split()) == 4
