"""Where a tile can lie: fast lists of places with rows of fields as bits (TIP-6: a display has no edge).

A place of a tile is blocked if it would overlap the display. A place that is not blocked but has a blocked one beside
it is exactly one where the tile lies edge to edge. Only the columns in a window of 64 bits are looked at together;
a display that is wider takes several windows.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.bits import lowest_bit
from tilery.games.tipperary.display import x_of, y_of
from tilery.games.tipperary.state import (
    MOST_TILE_FIELDS,
    ORIENTATION_BITS,
    PLACE,
    ROW_BITS,
    TILE_BITS,
    ZERO,
)
from tilery.games.tipperary.tileset import SAME_SHAPE_BITS
from tilery.kernel.contract import Moves, State
from tilery.kernel.native import native

MARGIN = MOST_TILE_FIELDS + 1  # free rows above and columns to the left of a display on paper
WINDOW = 55  # the places that one window decides: a tile and its neighbours are inside
INSIDE = np.uint64(((1 << WINDOW) - 1) << 1)
ONE = np.uint64(1)
TWO = np.uint64(2)
NOTHING = np.uint64(0)
SINGLE_FIELD = 1 << 54  # a shape of one field


@native
def windows(state: State, seat: int) -> int:
    return (int(state.right[seat]) - int(state.left[seat]) + MARGIN) // WINDOW + 1


@native
def window_start(state: State, seat: int, window: int) -> int:
    return int(state.left[seat]) - MARGIN + WINDOW * window


@native
def draw(state: State, seat: int, start: int) -> None:
    """Draw the occupied fields of the columns from `start` on paper."""
    top = int(state.top[seat]) - MARGIN
    for field in range(state.fields[seat]):
        place = state.place[seat, field]
        column = x_of(place) - start
        if 0 <= column < 64:
            state.paper[0, y_of(place) - top] |= ONE << np.uint64(column)


@native
def rub_out(state: State, seat: int) -> None:
    rows = int(state.bottom[seat]) - int(state.top[seat]) + 2 * MARGIN
    for row in range(rows + 1):
        state.paper[0, row] = NOTHING
        state.paper[1, row] = NOTHING
        state.paper[2, row] = NOTHING


@native
def turned_field(shape: int, orientation: int, index: int) -> int:
    """A field of a turned tile, as 8 times its row plus its column; beyond the last field the last one again."""
    index = min(index, (shape >> 54) - 1)
    x, y = shape >> 6 * index & 7, shape >> 6 * index + 3 & 7
    width, height = shape >> 48 & 7, shape >> 51 & 7
    if orientation >= 4:
        x = width - x
    turns = orientation & 3
    if turns == 0:
        return y << 3 | x
    if turns == 1:
        return x << 3 | height - y
    if turns == 2:
        return height - y << 3 | width - x
    return width - x << 3 | y


@native
def list_places(
    state: State, seat: int, shape: int, orientation: int, start: int, base: int, out: Moves, n: int
) -> int:
    """Add `base` plus the place for every place of a turned shape in the window to the moves, and count on from `n`."""
    height = int(state.bottom[seat]) - int(state.top[seat]) + 1
    reach = (shape >> 51 if orientation & 1 == 0 else shape >> 48) & 7
    low, high = np.uint64(MARGIN - reach - 1), np.uint64(MARGIN + height)
    for first in range(0, shape >> 54, 4):
        _block(state, shape, orientation, first, low - ONE, high + TWO)
    paper = state.paper
    for row in range(low, high + ONE):
        here = paper[1, row]
        beside = paper[1, row - ONE] | paper[1, row + ONE] | here << ONE | here >> ONE
        paper[2, row] = beside & ~here & INSIDE
    code = base + ((int(state.top[seat]) - MARGIN + int(low) + ZERO) << ROW_BITS) + start + ZERO
    for row in range(low, high + ONE):
        free = paper[2, row]
        while free:
            out[n] = code + lowest_bit(free)
            n += 1
            free &= free - ONE
        code += 1 << ROW_BITS
    return n


@native
def _block(state: State, shape: int, orientation: int, first: int, start: np.uint64, stop: np.uint64) -> None:
    """Mark the places blocked by up to four fields of a tile, for each row from `start`."""
    a = turned_field(shape, orientation, first)
    b = turned_field(shape, orientation, first + 1)
    c = turned_field(shape, orientation, first + 2)
    d = turned_field(shape, orientation, first + 3)
    ax, bx, cx, dx = np.uint64(a & 7), np.uint64(b & 7), np.uint64(c & 7), np.uint64(d & 7)
    ay, by, cy, dy = np.uint64(a >> 3), np.uint64(b >> 3), np.uint64(c >> 3), np.uint64(d >> 3)
    paper = state.paper
    if first == 0:
        for row in range(start, stop):
            paper[1, row] = (
                paper[0, row + ay] >> ax
                | paper[0, row + by] >> bx
                | paper[0, row + cy] >> cx
                | paper[0, row + dy] >> dx
            )
    else:
        for row in range(start, stop):
            paper[1, row] |= (
                paper[0, row + ay] >> ax
                | paper[0, row + by] >> bx
                | paper[0, row + cy] >> cx
                | paper[0, row + dy] >> dx
            )


@native
def list_tile(state: State, seat: int, tile: int, start: int, out: Moves, n: int) -> int:
    """Add all placements of a tile in the window to the moves.

    Orientations of the same shape have the same places: they are found once and copied.
    """
    shape, turns = int(state.tile_shape[tile]), int(state.tile_turns[tile])
    for orientation in range(8):
        if same_shape(turns, orientation) == orientation:
            begin = n
            base = PLACE + (tile << TILE_BITS) + (orientation << ORIENTATION_BITS)
            n = list_places(state, seat, shape, orientation, start, base, out, n)
            end = n
            for other in range(orientation + 1, 8):
                if turns >> other & 1 and same_shape(turns, other) == orientation:
                    change = (other - orientation) << ORIENTATION_BITS
                    for index in range(begin, end):
                        out[n + index - begin] = out[index] + change
                    n += end - begin
    return n


@native
def same_shape(turns: int, orientation: int) -> int:
    """The lowest orientation in which a tile covers the same fields."""
    return turns >> SAME_SHAPE_BITS + 3 * orientation & 7
