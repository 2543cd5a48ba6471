"""Pebbles for programs that play or learn: actions 0 to 2 take one to three pebbles; what a seat sees, as numbers."""

from __future__ import annotations

from tilery.games.learning import Field, Numbers
from tilery.kernel.contract import Values
from tilery.kernel.native import native

from .rules import LARGEST_HEAP, PebblesState
from .text import text as move_text


def count(seats: int) -> int:
    return 3


@native
def encode(state: PebblesState, seat: int, move: int, part: int) -> int:
    return move - 1


@native
def decode(state: PebblesState, seat: int, action: int, part: int) -> int:
    return action + 1


def text(state: PebblesState, seat: int, action: int, part: int) -> str:
    return move_text(action + 1)


def fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("heap", (1,), "pebbles in the heap", high=LARGEST_HEAP),
        Field("most", (1,), "how many may be taken at once", high=3),
        Field("turn", (seats,), "whose turn it is"),
        Field("taken", (seats,), "pebbles that each seat has taken", high=LARGEST_HEAP),
        Field("cards", (seats,), "one's own card; at the end, those of all", high=6),
    )


@native
def observe(state: PebblesState, seat: int, part: int, out: Numbers) -> None:
    seats = int(state.seats)
    out[0] = state.heap
    out[1] = state.most
    if state.heap:
        out[2 + (int(state.turn) - seat) % seats] = 1
    for place in range(seats):
        other = (seat + place) % seats
        out[2 + seats + place] = state.taken[other]
        if other == seat or not state.heap:
            out[2 + 2 * seats + place] = state.card[other]


@native
def evaluate(state: PebblesState, out: Values) -> None:
    for seat in range(state.seats):
        out[seat] = int(state.taken[seat]) + int(state.card[seat])


_REST = LARGEST_HEAP + 1  # features after those that say how large the heap is


def feature_count(seats: int) -> int:
    return _REST + 3 + seats


@native
def features(state: PebblesState, seat: int, out: Values) -> None:
    seats = int(state.seats)
    out[int(state.heap)] = 1
    out[_REST] = state.most
    out[_REST + 1] = state.taken[seat]
    out[_REST + 2] = state.card[seat]
    out[_REST + 3 + (int(state.turn) - seat) % seats] = 1
