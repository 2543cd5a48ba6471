"""A quick guess at the final points of each seat in Terraflip."""

from __future__ import annotations

from tilery.games.terraflip.components import BONUS, CONNECTED_POINTS, ISOLATED_POINTS
from tilery.games.terraflip.scoring import connected_tiles, tiles_of_colour
from tilery.games.terraflip.state import CAMP, CATAPULT, RIDER
from tilery.kernel.contract import State, Values
from tilery.kernel.native import native

TILE_TO_COME = 1.7  # nearly always connected, sometimes flipped later
POWER_TO_COME = 0.6  # a camp or a catapult is worth keeping until it flips something
RIDER_TO_COME = 0.1
SPY_TO_COME = 0.3


@native
def evaluate(state: State, out: Values) -> None:
    """What lies on the table now, and something for everything still in hand."""
    for seat in range(state.seats):
        connected = connected_tiles(state, seat)
        out[seat] = float(
            BONUS[state.seats, seat]
            + CONNECTED_POINTS * connected
            + ISOLATED_POINTS * (tiles_of_colour(state, seat) - connected)
        )
        out[seat] += TILE_TO_COME * state.tiles_left[seat] + SPY_TO_COME * state.spies[seat]
        out[seat] += POWER_TO_COME * (state.hand[seat, CATAPULT] + state.hand[seat, CAMP])
        out[seat] += RIDER_TO_COME * state.hand[seat, RIDER]
