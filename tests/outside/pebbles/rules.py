"""The rules of Pebbles. The heap has ten to fifteen pebbles; each seat has a card of 1 to 6 that only it has seen."""

from __future__ import annotations

import numpy as np

from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves, Options, Points, State, Values, state_type
from tilery.kernel.native import native

MAX_MOVES = 3
MAX_LENGTH = 15

STATE = state_type(
    __package__,
    [
        ("seats", np.int8),
        ("most", np.int8),
        ("turn", np.int8),
        ("heap", np.int8),
        ("taken", np.int8, (3,)),
        ("card", np.int8, (3,)),
    ],
)


@native
def setup(state: State, seats: int, options: Options, rng: Rng) -> None:
    state.seats = seats
    state.most = 3 - options[0]
    state.heap = 10 + below(rng, 6)
    for seat in range(seats):
        state.card[seat] = 1 + below(rng, 6)


@native
def waiting(state: State) -> int:
    return 1 << int(state.turn) if state.heap else 0


@native
def legal_moves(state: State, seat: int, out: Moves) -> int:
    count = min(int(state.heap), int(state.most))
    for index in range(count):
        out[index] = index + 1
    return count


@native
def play(state: State, seat: int, move: int) -> None:
    state.heap -= move
    state.taken[seat] += move
    state.turn = (seat + 1) % int(state.seats)


@native
def score(state: State, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, 0] = state.taken[seat]
        out[seat, 1] = state.card[seat]


@native
def standing(state: State, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, 0] = int(state.taken[seat]) + int(state.card[seat])
        out[seat, 1] = state.card[seat]


@native
def redeal(state: State, seat: int, rng: Rng) -> None:
    if state.heap:
        for other in range(state.seats):
            if other != seat:
                state.card[other] = 1 + below(rng, 6)


@native
def evaluate(state: State, out: Values) -> None:
    for seat in range(state.seats):
        out[seat] = int(state.taken[seat]) + int(state.card[seat])
