"""A quick guess at the final points of each seat in Terraflip."""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.rules.components import BONUS, CONNECTED_POINTS, ISOLATED_POINTS
from tilery.games.terraflip.rules.hidden import knows
from tilery.games.terraflip.rules.scoring import connected_tiles, tiles_of_colour
from tilery.games.terraflip.rules.state import CAMP, CATAPULT, EMPTY, FLIP, NOBODY, RIDER, TerraflipState
from tilery.games.terraflip.rules.tiles import lowest
from tilery.kernel.bits import lowest_bit
from tilery.kernel.contract import Values
from tilery.kernel.native import native

TILE = 1.7  # nearly always connected, sometimes flipped later
POWER_TO_COME = 0.6  # a camp or a catapult is worth keeping until it flips something
RIDER_TO_COME = 0.1
SPY_TO_COME = 0.5
LOSS_TO_COME = 0.9  # less than a flip really costs its victim, so that making it beats putting it off
UNKNOWN = 1 / 3  # the chance that an unknown underside has a certain colour


@native
def evaluate(state: TerraflipState, out: Values) -> None:
    """What lies on the table now, something for everything still in hand, and the best flip that can be made now."""
    for seat in range(state.seats):
        connected = connected_tiles(state, seat)
        out[seat] = float(
            BONUS[state.seats, seat]
            + CONNECTED_POINTS * connected
            + ISOLATED_POINTS * (tiles_of_colour(state, seat) - connected)
        )
        out[seat] += TILE * int(state.tiles_left[seat]) + SPY_TO_COME * int(state.spies[seat])
        out[seat] += POWER_TO_COME * (int(state.hand[seat, CATAPULT]) + int(state.hand[seat, CAMP]))
        out[seat] += RIDER_TO_COME * int(state.hand[seat, RIDER])
    if state.stage == FLIP:
        _add_best_flip(state, int(state.turn), out)


@native
def _add_best_flip(state: TerraflipState, seat: int, out: Values) -> None:
    best = EMPTY
    best_gain = 0.0
    for word in range(2):
        rest: np.uint64 = state.flips[word] | state.throws[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            gain = _chance(state, seat, place) + (1.0 if _player_of(state, int(state.face[place])) != NOBODY else 0.0)
            if gain > best_gain:
                best = place
                best_gain = gain
    if best != EMPTY:
        out[seat] += TILE * _chance(state, seat, best)
        loser = _player_of(state, int(state.face[best]))
        if loser != NOBODY:
            out[loser] -= LOSS_TO_COME


@native
def _chance(state: TerraflipState, seat: int, place: int) -> float:
    """How likely a tile shows the colour of `seat` when it is turned over, as far as `seat` can know."""
    if knows(state, seat, place):
        return 1.0 if state.under[place] == state.family[seat] else 0.0
    return UNKNOWN


@native
def _player_of(state: TerraflipState, colour: int) -> int:
    for seat in range(state.seats):
        if state.family[seat] == colour:
            return seat
    return NOBODY
