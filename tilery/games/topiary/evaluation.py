"""A quick guess at the final points of each seat in Topiary."""

from __future__ import annotations

from tilery.games.topiary.components import LINE, LINE_LENGTH
from tilery.kernel.contract import State, Values
from tilery.kernel.native import native

AVERAGE_VISITOR = 6.0


@native
def evaluate(state: State, out: Values) -> None:
    """What visitors see now, hand tiles at half their value, and an average visit for each visitor still to come."""
    for seat in range(state.seats):
        out[seat] = AVERAGE_VISITOR * state.visitors_left[seat]
        for index in range(state.hand_size[seat]):
            out[seat] += 0.5 * (state.hand[seat, index] % 5 + 1)
    for spot in range(48):
        seat = int(state.visitors[spot])
        if seat >= 0:
            tallest = 0
            for step in range(LINE_LENGTH[spot]):
                cell = int(LINE[spot, step])
                if not state.face_down >> cell & 1 and state.garden[cell] % 5 + 1 > tallest:
                    tallest = state.garden[cell] % 5 + 1
                    out[seat] += tallest
