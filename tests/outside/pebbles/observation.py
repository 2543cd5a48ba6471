"""What a seat of Pebbles sees, as numbers."""

from __future__ import annotations

from tilery.games.learning import Field, Numbers
from tilery.kernel.contract import State
from tilery.kernel.native import native


def fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("heap", (1,), "pebbles in the heap", high=15),
        Field("most", (1,), "how many may be taken at once", high=3),
        Field("turn", (seats,), "whose turn it is"),
        Field("taken", (seats,), "pebbles that each seat has taken", high=15),
        Field("cards", (seats,), "one's own card; at the end, those of all", high=6),
    )


@native
def observe(state: State, seat: int, part: int, out: Numbers) -> None:
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
