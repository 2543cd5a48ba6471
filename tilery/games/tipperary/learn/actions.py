"""The actions of Tipperary: a move is made of two, first what is placed and then where.

There are hundreds of placements, and a display has no edge (TIP-6). What is placed is a tile of the area in one of its
orientations, a sheep, a bonus tile or a tower. Where is a place on a square of 32 by 32 whose edges are joined, so that
it has room for any display up to 23 fields wide and high. Of two placements in a larger one that are just 32 apart the
actions name one, the first in the list of moves.
"""

from __future__ import annotations

import numpy as np

from tilery.games.learning import NO_ACTION
from tilery.games.tipperary.rules.components import BONUS_TILES
from tilery.games.tipperary.rules.moves import (
    DONE,
    bonus_move,
    column_of,
    is_bonus_move,
    is_place_move,
    is_tower_move,
    orientation_of,
    place_move,
    row_of,
    sheep_move,
    shifted,
    tile_of,
    tower_move,
)
from tilery.games.tipperary.rules.state import MOST_TILE_FIELDS, TipperaryState
from tilery.games.tipperary.rules.turns import MAX_MOVES, area_of, legal_moves
from tilery.games.tipperary.text import notation
from tilery.kernel.native import native

SIDE = 32
CENTRE = 14  # the column and row of the square on which the town begins
PLACES = SIDE * SIDE
_LAST = SIDE - 1

# What is placed: after the places, an action each.
TURNED_TILE = PLACES
A_SHEEP = TURNED_TILE + 2 * 8
A_BONUS_TILE = A_SHEEP + 1
A_TOWER = A_BONUS_TILE + BONUS_TILES
NOTHING_MORE = A_TOWER + 1
ALL = NOTHING_MORE + 1
PARTS = NOTHING_MORE - PLACES


def count(seats: int) -> int:
    return ALL


@native
def square_of(x: int, y: int) -> int:
    """Where a place lies on the square; the last bits are the rest after a division by its side, below 0 as well."""
    return ((y + CENTRE) & _LAST) * SIDE + ((x + CENTRE) & _LAST)


@native
def _what(state: TipperaryState, seat: int, move: int) -> int:
    if is_place_move(move):  # nearly all moves are, and each is encoded whenever they are listed
        slot = 0 if state.areas[area_of(state, seat), 0] == tile_of(move) else 1
        return TURNED_TILE + 8 * slot + orientation_of(move)
    if move == DONE:
        return NOTHING_MORE
    if is_tower_move(move):
        return A_TOWER
    if is_bonus_move(move):
        return A_BONUS_TILE + tile_of(move)
    return A_SHEEP


@native
def encode(state: TipperaryState, seat: int, move: int, part: int) -> int:
    if part == 0:
        return _what(state, seat, move)
    what = PLACES + part - 1
    if is_place_move(move) and orientation_of(move) != (what - TURNED_TILE) & 7:
        return NO_ACTION  # nearly all, so the tiles need not be looked at
    if _what(state, seat, move) != what:
        return NO_ACTION
    return square_of(column_of(move), row_of(move))


@native
def decode(state: TipperaryState, seat: int, action: int, part: int) -> int:
    if action == NOTHING_MORE:
        return DONE
    if part == 0:
        return -(action - PLACES + 1)
    left, top = int(state.left[seat]) - MOST_TILE_FIELDS, int(state.top[seat]) - MOST_TILE_FIELDS
    if int(state.right[seat]) - left >= SIDE - 1 or int(state.bottom[seat]) - top >= SIDE - 1:
        return _first_listed(state, seat, action, part)
    x = left + (action % SIDE - CENTRE - left) % SIDE
    y = top + (action // SIDE - CENTRE - top) % SIDE
    return shifted(_start(state, seat, PLACES + part - 1), x, y)


@native
def _start(state: TipperaryState, seat: int, what: int) -> int:
    """What is placed, as a move at 0,0."""
    if what == A_TOWER:
        return tower_move(0, 0)
    if what >= A_BONUS_TILE:
        return bonus_move(what - A_BONUS_TILE, 0, 0)
    if what == A_SHEEP:
        return sheep_move(0, 0)
    slot, orientation = (what - TURNED_TILE) // 8, (what - TURNED_TILE) % 8
    tile = int(state.areas[area_of(state, seat), slot])
    return place_move(tile, orientation, 0, 0)


@native
def _first_listed(state: TipperaryState, seat: int, action: int, part: int) -> int:
    """In a display that reaches beyond the square, the first move that an action can mean."""
    moves = np.empty(MAX_MOVES, np.int32)
    for index in range(legal_moves(state, seat, moves)):
        if encode(state, seat, int(moves[index]), part) == action:
            return int(moves[index])
    return DONE


def text(state: TipperaryState, seat: int, action: int, part: int) -> str:
    """What is placed is written as the move is, without its place."""
    move = decode(state, seat, action, part)
    if move >= 0:
        return notation.text(move)
    return notation.text(_start(state, seat, action)).rpartition(" ")[0]
