"""The rules of Pebbles. The heap has ten to fifteen pebbles; each seat has a card of 1 to 6 that only it has seen."""

from __future__ import annotations

from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves, Points
from tilery.kernel.native import native
from tilery.kernel.state import Options, State, int8, layout

SMALLEST_HEAP, LARGEST_HEAP = 10, 15
MAX_MOVES = 3
MAX_LENGTH = LARGEST_HEAP  # as everybody takes at least one


class PebblesState(State):
    seats = int8()
    most = int8()  # that may be taken at once
    turn = int8()
    heap = int8()
    taken = int8(3)
    card = int8(3)


class PebblesOptions(Options):
    most = int8()


STATE = layout(PebblesState)
OPTIONS = layout(PebblesOptions)


@native
def setup(state: PebblesState, seats: int, options: PebblesOptions, rng: Rng) -> None:
    state.seats = seats
    state.most = 3 - options.most
    state.heap = SMALLEST_HEAP + below(rng, 1 + LARGEST_HEAP - SMALLEST_HEAP)
    for seat in range(seats):
        state.card[seat] = 1 + below(rng, 6)


@native
def waiting(state: PebblesState) -> int:
    return 1 << int(state.turn) if state.heap else 0


@native
def legal_moves(state: PebblesState, seat: int, out: Moves) -> int:
    count = min(int(state.heap), int(state.most))
    for index in range(count):
        out[index] = index + 1
    return count


@native
def play(state: PebblesState, seat: int, move: int) -> None:
    state.heap -= move
    state.taken[seat] += move
    state.turn = (seat + 1) % int(state.seats)


@native
def score(state: PebblesState, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, 0] = state.taken[seat]
        out[seat, 1] = state.card[seat]


@native
def standing(state: PebblesState, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, 0] = int(state.taken[seat]) + int(state.card[seat])
        out[seat, 1] = state.card[seat]


@native
def redeal(state: PebblesState, seat: int, rng: Rng) -> None:
    if state.heap:
        for other in range(state.seats):
            if other != seat:
                state.card[other] = 1 + below(rng, 6)
