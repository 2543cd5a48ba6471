"""Compiled code that runs any game by the contract: steps for the Python surface, whole random games, perft.

States come as arrays of one or more, and options as an array of one, because a call with an array costs a sixth of a
call with a single record.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilery.kernel import contract
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves, Points, Values
from tilery.kernel.native import COMPILED, native

States = NDArray[Any]

ILLEGAL = -1
SEAT_BITS = 8  # of what `step` returns; above them stands a count


def new_states(layout: np.dtype[np.void], count: int = 1) -> States:
    """States or options of zeros, to be filled. Uncompiled code reads their fields as attributes too."""
    states = np.frombuffer(bytearray(count * layout.itemsize), layout)  # `np.zeros` goes through every field
    return states if COMPILED else states.view(np.recarray)


def copied(states: States) -> States:
    """States of their own. NumPy itself would go through every field; bytes are copied twenty times as fast."""
    twins = np.frombuffer(bytearray(states.tobytes()), states.dtype)
    return twins if COMPILED else twins.view(np.recarray)


@native
def setup(states: States, seats: int, options: States, rng: Rng) -> int:
    """Deal states[0], which holds zeros, and return the seats that owe a decision."""
    contract.setup(states[0], seats, options[0], rng)
    return contract.waiting(states[0])


@native
def waiting(states: States) -> int:
    return contract.waiting(states[0])


@native
def legal_moves(states: States, seat: int, out: Moves) -> int:
    return contract.legal_moves(states[0], seat, out)


@native
def is_legal(states: States, seat: int, move: int, buffer: Moves) -> bool:
    """Return whether a seat that owes a decision may play a move."""
    for index in range(contract.legal_moves(states[0], seat, buffer)):  # noqa: SIM110  (no generators in compiled code)
        if buffer[index] == move:
            return True
    return False


@native
def step(states: States, seat: int, move: int, buffer: Moves, listed: int) -> int:
    """Play a move if it is legal: the seats that owe a decision then, or `ILLEGAL` and nothing changed.

    `listed` tells how many legal moves of the seat stand in `buffer` already; 0 if they have to be listed. Afterwards
    those of the first seat that owes a decision stand there, and above `SEAT_BITS` the answer tells how many: whoever
    plays a move mostly asks for them next, and one call costs less than two.
    """
    state = states[0]
    if not contract.waiting(state) >> seat & 1:
        return ILLEGAL
    count = listed or contract.legal_moves(state, seat, buffer)
    for index in range(count):
        if buffer[index] == move:
            contract.play(state, seat, move)
            owing = contract.waiting(state)
            if not owing:
                return 0
            return owing | contract.legal_moves(state, lowest_bit(np.uint64(owing)), buffer) << SEAT_BITS
    return ILLEGAL


@native
def score(states: States, out: Points) -> None:
    contract.score(states[0], out)


@native
def standing(states: States, out: Points) -> None:
    contract.standing(states[0], out)


@native
def evaluate(states: States, out: Values) -> None:
    contract.evaluate(states[0], out)


@native
def redeal(states: States, seat: int, rng: Rng) -> None:
    contract.redeal(states[0], seat, rng)


@native
def random_seat(seats: int, rng: Rng) -> int:
    """One of the seats that are given as bits."""
    count = 0
    rest = seats
    while rest:
        rest &= rest - 1
        count += 1
    skipped = below(rng, count) if count > 1 else 0
    for _ in range(skipped):
        seats &= seats - 1
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@native
def random_moves(states: States, rng: Rng, buffer: Moves, seats: Moves, moves: Moves, limit: int) -> int:
    """Play up to `limit` random moves, noting who played what; return how many were played."""
    state = states[0]
    played = 0
    while played < limit:
        owing = contract.waiting(state)
        if not owing:
            break
        seat = random_seat(owing, rng)
        move = buffer[below(rng, contract.legal_moves(state, seat, buffer))]
        seats[played] = seat
        moves[played] = move
        contract.play(state, seat, move)
        played += 1
    return played


@native
def random_games(
    states: States, seats: int, options: States, rng: Rng, buffer: Moves, points: Points, games: int
) -> int:
    """Deal, play and score whole random games in states[0], clean from states[1]; return the moves played."""
    state = states[0]
    played = 0
    for _ in range(games):
        states[0] = states[1]
        contract.setup(state, seats, options[0], rng)
        owing = contract.waiting(state)
        while owing:
            seat = random_seat(owing, rng)
            if contract.has_random_move(state):  # asked here: a list that passes through a call costs a quarter
                move = contract.random_move(state, seat, rng, buffer)
            else:
                move = buffer[below(rng, contract.legal_moves(state, seat, buffer))]
            contract.play(state, seat, move)
            played += 1
            owing = contract.waiting(state)
        contract.score(state, points)
    return played


@native
def perft(states: States, buffers: NDArray[np.int32], depth: int) -> int:
    """How many games of `depth` moves lead on from states[0]; one more state and buffer is used for each move."""
    owing = contract.waiting(states[0])
    total = 0
    seat = 0
    while owing >> seat:
        if owing >> seat & 1:
            count = contract.legal_moves(states[0], seat, buffers[0])
            if depth == 1:
                total += count
            else:
                for index in range(count):
                    states[1] = states[0]
                    contract.play(states[1], seat, buffers[0, index])
                    total += perft(states[1:], buffers[1:], depth - 1)
        seat += 1
    return total
