"""Actions and observations of every game, with every number of seats and option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from tests.match.test_contract import moments
from tests.variants import Variant, each
from tilery.games.learning import Field, highest, offsets, parted, size
from tilery.kernel import contract
from tilery.match.match import Match
from tilery.research.episode import Episode

each_variant = each()


def some_moments(variant: Variant, seed: int) -> Iterator[Match]:
    """Every third moment of a random match; others are those of another seed."""
    return islice(moments(variant, seed), seed % 3, None, 3)


def observed(match: Match, seat: int, part: int = 0) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """What a seat sees; the numbers behind the array stay as they are."""
    length = size(match.game.observation.fields(match.seats))
    room = np.zeros(length + 64, np.int8)
    room[length:] = 77
    match.game.observation.observe(match.states[0], seat, part, room[:length])
    assert (room[length:] == 77).all()
    return room[:length]


@each_variant
def test_every_move_is_made_of_its_actions(variant: Variant) -> None:
    choose = random.Random(1)
    for match in some_moments(variant, 1):
        state, actions = match.states[0], match.game.actions
        for seat in match.waiting:
            moves = [move.code for move in match.legal_moves(seat)]
            for move in choose.sample(moves, min(len(moves), 10)):
                part = 0
                for _ in range(2):
                    action = actions.encode(state, seat, move, part)
                    assert 0 <= action < actions.count(variant.seats)
                    found = actions.decode(state, seat, action, part)
                    if found >= 0:
                        break
                    part = -found
                assert found == move


@each_variant
def test_there_are_as_many_ways_to_act_as_moves(variant: Variant) -> None:
    choose = random.Random(2)
    episode = Episode(variant.game, variant.seats, options=variant.options, seed=2)
    while episode.seat is not None:
        ways = 0
        for action in episode.legal_actions():
            twin = episode.copy()
            twin.act(action)
            ways += len(twin.legal_actions()) if twin.part else 1
        assert ways == len(episode.match.legal_moves(episode.seat))
        for _ in range(5):
            if episode.seat is not None:
                episode.act(choose.choice(episode.legal_actions()))
        if episode.part:
            episode.act(choose.choice(episode.legal_actions()))


@each_variant
def test_observations_stay_within_their_fields(variant: Variant) -> None:
    for match in some_moments(variant, 3):
        high = highest(match.game.observation.fields(variant.seats))
        for seat in range(variant.seats):
            seen = observed(match, seat)
            assert (seen >= 0).all()
            assert (seen <= high).all()


@each_variant
def test_what_a_seat_cannot_know_is_not_observed(variant: Variant) -> None:
    for match in some_moments(variant, 4):
        for seat in range(variant.seats):
            seen = observed(match, seat).tobytes()
            assert observed(match.redeal(seat, seed=seat), seat).tobytes() == seen


@each_variant
def test_what_a_seat_sees_change_is_observed(variant: Variant) -> None:
    """Where two moments of a match look the same as numbers, they look the same in the view."""
    views: dict[tuple[int, bytes], str] = {}
    for match in some_moments(variant, 5):
        for seat in range(variant.seats):
            told = str(match.view(seat).table)
            assert views.setdefault((seat, observed(match, seat).tobytes()), told) == told


def test_fields_lie_one_behind_the_other() -> None:
    fields = (Field("a", (2, 3), "six numbers"), Field("b", (4,), "four", high=9))
    assert offsets(fields) == {"a": slice(0, 6), "b": slice(6, 10)}
    assert highest(fields).tolist() == [1] * 6 + [9] * 4
    apart = parted(np.arange(20).reshape(2, 10), fields)
    assert apart["a"].shape == (2, 2, 3)
    assert apart["b"].tolist() == [[6, 7, 8, 9], [16, 17, 18, 19]]


@each_variant
def test_moves_do_not_depend_on_what_others_decide_at_once(variant: Variant) -> None:
    for match in some_moments(variant, 6):
        for seat in match.waiting[1:]:
            before = [move.code for move in match.legal_moves(seat)]
            other = match.copy()
            other.play(random.Random(seat).choice(other.legal_moves(match.waiting[0])))
            if seat in other.waiting:
                assert [move.code for move in other.legal_moves(seat)] == before
            else:
                pytest.fail("a seat lost its decision")


def test_a_display_larger_than_the_square_loses_no_decision() -> None:
    """Tipperary, tiles laid in a long line: every action that the mask offers is a legal move."""
    episode = Episode("tipperary", 2, seed=3)
    while episode.seat is not None:
        seat, match = episode.seat, episode.match
        moves = match.legal_moves(seat)
        far = max(moves, key=lambda move: (match.game.notation.text(move.code).split()[0] != "done", move.code & 511))
        actions = episode.actions_of(far)
        episode.act(actions[0])
        if len(actions) > 1:
            assert actions[1] in episode.legal_actions()
            episode.act(actions[1])
    state = episode.match.state
    assert int(state.right[0]) - int(state.left[0]) > 32


def test_the_contract_finds_the_modules_of_each_game() -> None:
    match = Match("triqueta", seats=2, seed=1)
    out = np.zeros(size(match.game.observation.fields(2)), np.int8)
    contract.observe(match.states[0], 0, 0, out)
    assert out.tobytes() == observed(match, 0).tobytes()
    assert contract.encode(match.states[0], 0, 8, 0) == contract.decode(match.states[0], 0, 8, 0) == 8
