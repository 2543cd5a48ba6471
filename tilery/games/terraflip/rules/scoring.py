"""Scoring Terraflip: tiles of one's colour, more for those that touch another, and a bonus by turn order (TER-12)."""

from __future__ import annotations

from tilery.games.terraflip.rules.components import BONUS, CONNECTED_POINTS, ISOLATED_POINTS
from tilery.games.terraflip.rules.geometry import BIT, NEAR, TOWER
from tilery.games.terraflip.rules.state import TerraflipState
from tilery.games.terraflip.rules.tiles import lowest
from tilery.kernel.bits import lowest_bit
from tilery.kernel.contract import Points
from tilery.kernel.native import native
from tilery.words import say

CATEGORIES = {"isolated": say("isolated"), "connected": say("connected"), "seat_bonus": say("turn-order bonus")}
ISOLATED, CONNECTED, SEAT_BONUS = range(3)


@native
def score(state: TerraflipState, out: Points) -> None:
    for seat in range(state.seats):
        connected = connected_tiles(state, seat)
        out[seat, ISOLATED] = ISOLATED_POINTS * (tiles_of_colour(state, seat) - connected)
        out[seat, CONNECTED] = CONNECTED_POINTS * connected
        out[seat, SEAT_BONUS] = BONUS[state.seats, seat]


@native
def connected_tiles(state: TerraflipState, seat: int) -> int:
    """How many tiles of the seat's colour touch another one or the tower (TER-6)."""
    colour = int(state.family[seat])
    own_low, own_high = state.shows[colour, 0], state.shows[colour, 1]
    count = 0
    for word in range(2):
        rest = state.shows[colour, word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            if NEAR[place, 0] & (own_low | BIT[TOWER, 0]) | NEAR[place, 1] & own_high:
                count += 1
    return count


@native
def tiles_of_colour(state: TerraflipState, seat: int) -> int:
    colour = int(state.family[seat])
    count = 0
    for word in range(2):
        rest = state.shows[colour, word]
        while rest:
            rest ^= lowest(rest)
            count += 1
    return count


@native
def standing(state: TerraflipState, out: Points) -> None:
    """Points; then tiles of the colour; equal in both is a shared victory (TER-13)."""
    score(state, out)
    for seat in range(state.seats):
        out[seat, 0] = out[seat, ISOLATED] + out[seat, CONNECTED] + out[seat, SEAT_BONUS]
        out[seat, 1] = tiles_of_colour(state, seat)
