"""A quick guess at the final points of each seat in Topiary."""

from __future__ import annotations

from tilery.games.topiary.rules.scoring import counts_in_hand, look
from tilery.games.topiary.rules.state import TopiaryState
from tilery.games.topiary.rules.tiles import value_of
from tilery.kernel.contract import Values
from tilery.kernel.native import native

AVERAGE_VISIT = 6.0
HOPE = 0.3  # the part of its value that a tile in hand may still bring, if it does not count yet


@native
def evaluate(state: TopiaryState, out: Values) -> None:
    """The score as it stands, some hope for the other tiles in hand, and an average visit for each visitor to come."""
    for seat in range(state.seats):
        out[seat] = AVERAGE_VISIT * state.visitors_left[seat]
        highest_seen = 0
        for spot in range(48):
            if state.visitors[spot] == seat:
                seen, bonus, highest_seen = look(state, spot, highest_seen)
                out[seat] += seen + bonus
        hope = HOPE if state.visitors_left[seat] else 0.0
        for index in range(state.hand_size[seat]):
            tile = int(state.hand[seat, index])
            out[seat] += value_of(tile) * (1.0 if counts_in_hand(tile, highest_seen) else hope)
