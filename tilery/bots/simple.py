"""Two simple players: one chooses at random, one takes the move that looks best at once."""

from __future__ import annotations

import random

import numpy as np

from tilery.kernel import contract, runner
from tilery.kernel.contract import Moves, Values
from tilery.kernel.native import native
from tilery.match.match import Match
from tilery.match.moves import Move


def uniform(match: Match, seat: int, seed: int) -> Move:
    """Any legal move, each as likely as another."""
    return random.Random(seed).choice(match.legal_moves(seat))


def greedy(match: Match, seat: int, seed: int) -> Move:
    """Return the move after which the seat is valued furthest ahead of the best of the others."""
    states = runner.new_states(match.game.rules.STATE, 2)
    states[0] = match.states[0]
    buffer = np.zeros(match.game.rules.MAX_MOVES, np.int32)
    leads = np.zeros(match.game.rules.MAX_MOVES)
    count = value_moves(states, seat, match.seats, buffer, np.zeros(contract.POINTS_SHAPE[0]), leads)
    best = np.flatnonzero(leads[:count] == leads[:count].max())
    return Move(match.game, seat, int(buffer[random.Random(seed).choice(best.tolist())]))


@native
def value_moves(states: runner.States, seat: int, seats: int, buffer: Moves, values: Values, leads: Values) -> int:
    """Write the lead of `seat` after each of its legal moves; return how many there are."""
    count = contract.legal_moves(states[0], seat, buffer)
    for index in range(count):
        states[1] = states[0]
        contract.play(states[1], seat, buffer[index])
        contract.evaluate(states[1], values)
        best = -1e9
        for other in range(seats):
            if other != seat and values[other] > best:
                best = values[other]
        leads[index] = values[seat] - best
    return count
