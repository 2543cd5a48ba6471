"""The actions of Terraflip, made for the places that can be reached with a number of seats.

In this order, each with a place: a tile of each kind is placed, a tile is flipped, spied on, or thrown. A thrown tile
is named by the direction in which it touches the catapult, of which there is only one that can throw now. The last
action ends the turn.
"""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.rules.components import LIMIT, RIDER_STEP
from tilery.games.terraflip.rules.geometry import HEXAGONS, NUMBER, STEPS
from tilery.games.terraflip.rules.moves import (
    END,
    flip_move,
    flipped,
    is_flip_move,
    is_place_move,
    is_spy_move,
    place_move,
    placed,
    spied,
    spy_move,
    throw_move,
    thrown,
)
from tilery.games.terraflip.rules.state import KINDS, TerraflipState
from tilery.games.terraflip.text import notation
from tilery.kernel.native import native
from tilery.kernel.state import Grid, Row

DIRECTIONS = len(STEPS)
FLIPS = KINDS  # after placing a tile of each kind
SPYING = FLIPS + 1
THROWS = SPYING + 1
SETS = THROWS + DIRECTIONS

# By place and direction: the place next to it, or -1.
BESIDE: Grid[int] = np.array(
    [[NUMBER.get((q + right, r + down), -1) for right, down in STEPS] for q, r in HEXAGONS], np.int64
)
# By number of seats: how many places a tile can lie on. Places are numbered from the tower outward.
REACHED: Row[int] = np.array(
    [1 + 3 * (limit + RIDER_STEP) * (limit + RIDER_STEP + 1) for limit in LIMIT.tolist()], np.int64
)


def count(seats: int) -> int:
    return SETS * int(REACHED[seats]) + 1


@native
def encode(state: TerraflipState, seat: int, move: int, part: int) -> int:
    reached = int(REACHED[state.seats])
    if is_place_move(move):
        kind, place = placed(move)
        return kind * reached + place
    if is_flip_move(move):
        return FLIPS * reached + flipped(move)
    if is_spy_move(move):
        return SPYING * reached + spied(move)
    if move == END:
        return SETS * reached
    start, goal = thrown(move)
    direction = 0
    while BESIDE[state.origin, direction] != start:
        direction += 1
    return (THROWS + direction) * reached + goal


@native
def decode(state: TerraflipState, seat: int, action: int, part: int) -> int:
    reached = int(REACHED[state.seats])
    chosen, place = action // reached, action % reached
    if chosen < FLIPS:
        return place_move(chosen, place)
    if chosen == FLIPS:
        return flip_move(place)
    if chosen == SPYING:
        return spy_move(place)
    if chosen == SETS:
        return END
    return throw_move(int(BESIDE[state.origin, chosen - THROWS]), place)


def text(state: TerraflipState, seat: int, action: int, part: int) -> str:
    return notation.text(decode(state, seat, action, part))
