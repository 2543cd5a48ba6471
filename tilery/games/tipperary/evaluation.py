"""A quick guess at the final points of each seat in Tipperary."""

from __future__ import annotations

from tilery.games.tipperary.scoring import largest_rectangle
from tilery.kernel.contract import State, Values
from tilery.kernel.native import native


@native
def evaluate(state: State, out: Values) -> None:
    for seat in range(state.seats):
        out[seat] = largest_rectangle(state, seat)
