"""Where a tile can lie: fast lists of places, with the fields of a display as bits (TIP-6: a display has no edge).

On paper the display lies in a frame with room for a tile on the left and above, row after row in one long string of
bits. A place is the bit of the tile's top left corner, so moving a tile is shifting the string. A place is blocked if
the tile would overlap the display there; one that is free but beside a blocked one is where it lies edge to edge.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.bits import count_bits, lowest_bit
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
from tilery.kernel.native import native, native_wrapping

MARGIN = MOST_TILE_FIELDS  # empty columns on the left and rows above; one more column on the right is the next row's
LEAD = 4  # empty words before the first row, longer than the longest row
NOTHING, ONE, TWO, THREE, FOUR = (np.uint64(number) for number in range(5))
SIX_BITS = np.uint64(63)
SINGLE_FIELD = 1 << 54  # a shape of one field


@native
def stride_of(state: State, seat: int) -> int:
    """The bits of a row on paper."""
    return int(state.right[seat]) - int(state.left[seat]) + 1 + MARGIN + 1


@native
def height_of(state: State, seat: int) -> int:
    return int(state.bottom[seat]) - int(state.top[seat]) + 1


@native
def draw(state: State, seat: int) -> None:
    """Draw the display on paper."""
    stride = stride_of(state, seat)
    left, top = int(state.left[seat]) - MARGIN, int(state.top[seat]) - MARGIN
    for field in range(state.fields[seat]):
        place = state.place[seat, field]
        bit = (y_of(place) - top) * stride + x_of(place) - left
        state.paper[0, LEAD + (bit >> 6)] |= ONE << np.uint64(bit & 63)


@native
def rub_out(state: State, seat: int) -> None:
    """Leave the paper as it was before `draw`."""
    rows = height_of(state, seat) + 2 * MARGIN
    for word in range(LEAD + (rows * stride_of(state, seat) >> 6) + 1):
        state.paper[0, word] = NOTHING
        state.paper[1, word] = NOTHING


@native
def turned_field(shape: int, orientation: int, index: int) -> int:
    """A field of a turned tile, as 8 times its row plus its column."""
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


@native_wrapping
def list_places(state: State, seat: int, shape: int, orientation: int, base: int, out: Moves, n: int) -> int:
    """Add `base` plus the place to the moves, for every place where a turned shape can lie; count on from `n`.

    Bits and moves are taken several at a time whether there are as many or not, because a wrong guess of the
    processor costs more; what is written too much is overwritten or lies beyond the count.
    """
    stride, height = stride_of(state, seat), height_of(state, seat)
    rows_below = (shape >> 51 if orientation & 1 == 0 else shape >> 48) & 7
    first = LEAD + ((MARGIN - 1 - rows_below) * stride >> 6)
    last = LEAD + ((MARGIN + 1 + height) * stride >> 6)
    over = 1 + (stride >> 6)  # as many words as a row can reach into
    for index in range(shape >> 54):
        _block(state, turned_field(shape, orientation, index), stride, first - over, last + over, index == 0)

    paper = state.paper
    words, shift = np.uint64(stride >> 6), np.uint64(stride & 63)
    back = SIX_BITS - shift
    bit = (first - LEAD) * 64
    begin = n
    for word in range(np.uint64(first), np.uint64(last) + ONE):
        here = paper[1, word]
        free = here << ONE | paper[1, word - ONE] >> SIX_BITS | here >> ONE | paper[1, word + ONE] << SIX_BITS
        above, below = word - words, word + words
        free |= paper[1, above] << shift | paper[1, above - ONE] >> ONE >> back
        free |= paper[1, below] >> shift | paper[1, below + ONE] << ONE << back
        free &= ~here
        count = count_bits(free)
        place = np.uint64(n)
        while free:
            out[place] = bit + lowest_bit(free)
            free &= free - ONE
            out[place + ONE] = bit + lowest_bit(free)
            free &= free - ONE
            out[place + TWO] = bit + lowest_bit(free)
            free &= free - ONE
            out[place + THREE] = bit + lowest_bit(free)
            free &= free - ONE
            place += FOUR
        n += count
        bit += 64

    top_left = base + ((int(state.top[seat]) - MARGIN + ZERO) << ROW_BITS) + int(state.left[seat]) - MARGIN + ZERO
    row_step = (1 << ROW_BITS) - stride
    rows_per_bit = (1 << 20) // stride + 1
    for index in range(np.uint64(begin), np.uint64(n)):
        spot = int(out[index])
        out[index] = top_left + spot + (spot * rows_per_bit >> 20) * row_step
    return n


@native
def _block(state: State, field: int, stride: int, first: int, last: int, fresh: bool) -> None:
    """Mark the places from which a field of a tile would overlap the display."""
    paper = state.paper
    offset = (field >> 3) * stride + (field & 7)
    words, shift = np.uint64(offset >> 6), np.uint64(offset & 63)
    back = SIX_BITS - shift
    if fresh:
        for word in range(np.uint64(first), np.uint64(last) + ONE):
            paper[1, word] = paper[0, word + words] >> shift | paper[0, word + words + ONE] << ONE << back
    else:
        for word in range(np.uint64(first), np.uint64(last) + ONE):
            paper[1, word] |= paper[0, word + words] >> shift | paper[0, word + words + ONE] << ONE << back


@native
def list_tile(state: State, seat: int, tile: int, out: Moves, n: int) -> int:
    """Add all placements of a tile to the moves.

    Orientations of the same shape have the same places: they are found once and copied.
    """
    shape, turns = int(state.tile_shape[tile]), int(state.tile_turns[tile])
    for orientation in range(8):
        if same_shape(turns, orientation) == orientation:
            begin = n
            base = PLACE + (tile << TILE_BITS) + (orientation << ORIENTATION_BITS)
            n = list_places(state, seat, shape, orientation, base, out, n)
            end = n
            for other in range(orientation + 1, 8):
                if turns >> other & 1 and same_shape(turns, other) == orientation:
                    change = (other - orientation) << ORIENTATION_BITS
                    for index in range(np.uint64(begin), np.uint64(end)):
                        out[index + np.uint64(n - begin)] = out[index] + change
                    n += end - begin
    return n


@native
def same_shape(turns: int, orientation: int) -> int:
    """The lowest orientation in which a tile covers the same fields."""
    return turns >> SAME_SHAPE_BITS + 3 * orientation & 7
