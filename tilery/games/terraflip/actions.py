"""The actions of Terraflip, made for the places that can be reached with a number of seats.

In this order, each with a place: a tile of each kind is placed, a tile is flipped, spied on, or thrown. A thrown tile
is named by the direction in which it touches the catapult, of which there is only one that can throw now. The last
action ends the turn.
"""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip import notation
from tilery.games.terraflip.components import LIMIT, RIDER_STEP
from tilery.games.terraflip.geometry import COUNT, HEXAGONS, NUMBER, STEPS
from tilery.games.terraflip.state import END, KINDS, THROW
from tilery.kernel.contract import State
from tilery.kernel.native import native

DIRECTIONS = len(STEPS)
THROWS = KINDS + 2  # after placing, flipping and spying
SETS = THROWS + DIRECTIONS

# By place and direction: the place next to it, or -1.
BESIDE = np.array([[NUMBER.get((q + right, r + down), -1) for right, down in STEPS] for q, r in HEXAGONS], np.int64)
# By number of seats: how many places a tile can lie on. Places are numbered from the tower outward.
REACHED = np.array([1 + 3 * (limit + RIDER_STEP) * (limit + RIDER_STEP + 1) for limit in LIMIT.tolist()], np.int64)


def count(seats: int) -> int:
    return SETS * int(REACHED[seats]) + 1


@native
def encode(state: State, seat: int, move: int, part: int) -> int:
    reached = int(REACHED[state.seats])
    if move < END:
        return move // COUNT * reached + move % COUNT
    if move == END:
        return SETS * reached
    start, goal = (move - THROW) // COUNT, (move - THROW) % COUNT
    direction = 0
    while BESIDE[state.origin, direction] != start:
        direction += 1
    return (THROWS + direction) * reached + goal


@native
def decode(state: State, seat: int, action: int, part: int) -> int:
    reached = int(REACHED[state.seats])
    kind, place = action // reached, action % reached
    if kind < THROWS:
        return kind * COUNT + place
    if kind == SETS:
        return END
    return THROW + COUNT * int(BESIDE[state.origin, kind - THROWS]) + place


def text(state: State, seat: int, action: int, part: int) -> str:
    return notation.text(decode(state, seat, action, part))
