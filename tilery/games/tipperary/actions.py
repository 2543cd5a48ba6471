"""The actions of Tipperary: a move is made of two, first what is placed and then where.

There are hundreds of placements, and a display has no edge (TIP-6). What is placed is a tile of the area in one of its
orientations, a sheep, a bonus tile or a tower. Where is a place on a square of 32 by 32 whose edges are joined, so that
it has room for any display up to 23 fields wide and high. Of two placements in a larger one that are just 32 apart the
actions name one, the first in the list of moves.
"""

from __future__ import annotations

import numpy as np

from tilery.games.learning import NO_ACTION
from tilery.games.tipperary import notation
from tilery.games.tipperary.components import BONUS_TILES
from tilery.games.tipperary.rules import MAX_MOVES, area_of, legal_moves
from tilery.games.tipperary.state import (
    BONUS,
    DONE,
    MOST_TILE_FIELDS,
    ORIENTATION_BITS,
    PLACE,
    ROW_BITS,
    SHEEP,
    TILE_BITS,
    TOWER,
    ZERO,
)
from tilery.kernel.contract import State
from tilery.kernel.native import native

SIDE = 32
CENTRE = 14  # the column and row of the square on which the town begins
PLACES = SIDE * SIDE

# What is placed: after the places, an action each.
TURNED_TILE = PLACES
A_SHEEP = TURNED_TILE + 2 * 8
A_BONUS_TILE = A_SHEEP + 1
A_TOWER = A_BONUS_TILE + BONUS_TILES
NOTHING_MORE = A_TOWER + 1
ALL = NOTHING_MORE + 1
PARTS = NOTHING_MORE - PLACES

TILE_MASK = (1 << 28 - TILE_BITS) - 1


def count(seats: int) -> int:
    return ALL


@native
def square_of(x: int, y: int) -> int:
    """Where a place lies on the square."""
    return (y + CENTRE) % SIDE * SIDE + (x + CENTRE) % SIDE


@native
def _what(state: State, seat: int, move: int) -> int:
    if move >= TOWER:
        return NOTHING_MORE if move == DONE else A_TOWER
    if move >= BONUS:
        return A_BONUS_TILE + (move >> TILE_BITS & TILE_MASK)
    if move >= SHEEP:
        return A_SHEEP
    slot = 0 if state.areas[area_of(state, seat), 0] == move >> TILE_BITS else 1
    return TURNED_TILE + 8 * slot + (move >> ORIENTATION_BITS & 7)


@native
def encode(state: State, seat: int, move: int, part: int) -> int:
    what = _what(state, seat, move)
    if part == 0:
        return what
    if what != PLACES + part - 1:
        return NO_ACTION
    return square_of((move & 511) - ZERO, (move >> ROW_BITS & 511) - ZERO)


@native
def decode(state: State, seat: int, action: int, part: int) -> int:
    if action == NOTHING_MORE:
        return DONE
    if part == 0:
        return -(action - PLACES + 1)
    left, top = int(state.left[seat]) - MOST_TILE_FIELDS, int(state.top[seat]) - MOST_TILE_FIELDS
    if int(state.right[seat]) - left >= SIDE - 1 or int(state.bottom[seat]) - top >= SIDE - 1:
        return _first_listed(state, seat, action, part)
    x = left + (action % SIDE - CENTRE - left) % SIDE
    y = top + (action // SIDE - CENTRE - top) % SIDE
    return _start(state, seat, PLACES + part - 1) + ((y + ZERO) << ROW_BITS) + x + ZERO


@native
def _start(state: State, seat: int, what: int) -> int:
    """What is placed, as the beginning of a move."""
    if what == A_TOWER:
        return TOWER
    if what >= A_BONUS_TILE:
        return BONUS + (what - A_BONUS_TILE << TILE_BITS)
    if what == A_SHEEP:
        return SHEEP
    slot, orientation = (what - TURNED_TILE) // 8, (what - TURNED_TILE) % 8
    tile = int(state.areas[area_of(state, seat), slot])
    return PLACE + (tile << TILE_BITS) + (orientation << ORIENTATION_BITS)


@native
def _first_listed(state: State, seat: int, action: int, part: int) -> int:
    """In a display that reaches beyond the square, the first move that an action can mean."""
    moves = np.empty(MAX_MOVES, np.int32)
    for index in range(legal_moves(state, seat, moves)):
        if encode(state, seat, int(moves[index]), part) == action:
            return int(moves[index])
    return DONE


def text(state: State, seat: int, action: int, part: int) -> str:
    """What is placed is written as the move is, without its place."""
    move = decode(state, seat, action, part)
    if move >= 0:
        return notation.text(move)
    return notation.text(_start(state, seat, action)).rpartition(" ")[0]
