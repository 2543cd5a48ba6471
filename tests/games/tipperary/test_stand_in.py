"""Turns that pass by in a search: the others feel them, and nothing is built."""

from __future__ import annotations

import numpy as np
import pytest

from tilery.games.tipperary import rules
from tilery.games.tipperary.rules.state import NO_TILE
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng
from tilery.kernel.contract import Moves
from tilery.kernel.native import native
from tilery.match.match import Match


@native
def pass_turn(states: runner.States, seat: int, rng: Rng) -> None:
    contract.stand_in(states[0], seat, rng)


@native
def play_first(states: runner.States, seat: int, moves: Moves) -> None:
    contract.legal_moves(states[0], seat, moves)
    contract.play(states[0], seat, moves[0])


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_turn_that_passes_takes_one_of_the_two_tiles_and_builds_nothing(seats: int) -> None:
    match = Match("tipperary", seats, seed=seats)
    before = match.state.copy()
    pass_turn(match._states, 1, chance.generator(7))
    state = match.state
    area = (int(before.town[1]) + int(before.spins[0])) % 5
    assert sorted(state.areas[area] == NO_TILE) == [False, True]
    assert state.fields.tolist() == before.fields.tolist()
    assert state.placed[1] == 1
    assert not int(state.owing) >> 1 & 1
    for seat in range(seats):
        if seat != 1:
            assert state.flock[seat] == before.flock[seat]
            assert int(state.owing) >> seat & 1


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_in_which_one_seat_plays_ends_like_any_other(seats: int) -> None:
    """Every round is filled up and every supply stays within its bounds."""
    match = Match("tipperary", seats, seed=3)
    states, rng, moves = match.states, chance.generator(11), np.zeros(rules.MAX_MOVES, np.int32)
    state = states.view(np.recarray)[0]
    while owing := runner.waiting(states):
        if owing & 1:
            play_first(states, 0, moves)
        else:
            pass_turn(states, owing.bit_length() - 1, rng)
        assert 0 <= state.sheep_left <= 24
        assert 0 <= state.towers_left <= 12
        assert 0 <= state.bonus_drawn <= 12
    assert state.placed[:seats].tolist() == [int(state.rounds)] * seats


def test_a_turn_that_passes_always_takes_as_many_random_numbers() -> None:
    """So that moves are compared in the same course of the game."""
    after = set()
    for seed in range(6):
        match = Match("tipperary", 2, seed=seed)
        match.play_randomly(4 * seed, seed=seed)
        rng = chance.generator(5)
        pass_turn(match._states, match.waiting[0], rng)
        after.add(tuple(np.asarray(rng).tolist()))
    assert len(after) == 1
