"""Where a tile can lie: fast lists of places, with the fields of a display as bits (TIP-6: a display has no edge).

On paper the display lies in a frame with room for a tile on the left and above, row after row in one long string of
bits. A place is the bit of the tile's top left corner, so moving a tile is shifting the string. A place is blocked if
the tile would overlap the display there; one that is free but beside a blocked one is where it lies edge to edge.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilery.games.tipperary.display import x_of, y_of
from tilery.games.tipperary.state import (
    MOST_TILE_FIELDS,
    ORIENTATION_BITS,
    PLACE,
    ROW_BITS,
    TILE_BITS,
    ZERO,
)
from tilery.games.tipperary.tileset import NEW_SHAPE, TURN_BITS
from tilery.kernel.bits import count_bits, lowest_bit
from tilery.kernel.contract import Moves, State
from tilery.kernel.native import native, native_wrapping

MARGIN = MOST_TILE_FIELDS  # empty columns on the left and rows above; one more column on the right is the next row's
LEAD = 4  # empty words before the first row, longer than the longest row
NOTHING, ONE, FOUR = np.uint64(0), np.uint64(1), np.uint64(4)
SIX, SIX_BITS = np.uint64(6), np.uint64(63)
SINGLE_FIELD, SINGLE_TURN = 1 << 54, 16 | NEW_SHAPE  # a shape of one field, and its only orientation


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


@native
def list_tile(state: State, seat: int, tile: int, out: Moves, n: int) -> int:
    """Add all placements of a landscape tile to the moves and count on from `n`."""
    base = PLACE + (tile << TILE_BITS)
    return list_places(state, seat, int(state.tile_shape[tile]), int(state.tile_turns[tile]), base, out, n)


@native
def list_single(state: State, seat: int, base: int, out: Moves, n: int) -> int:
    """Add `base` plus every empty place beside the display to the moves and count on from `n`."""
    return list_places(state, seat, SINGLE_FIELD, SINGLE_TURN, base, out, n)


@native_wrapping
def list_places(state: State, seat: int, shape: int, turns: int, base: int, out: Moves, n: int) -> int:
    """Add `base` plus orientation and place to the moves, for all turns of a shape and every place where it can lie.

    Turns of the same shape have the same places: they are found once and copied. Moves are written several at a time
    whether there are as many or not, because a wrong guess of the processor costs more; what is written too much is
    overwritten or lies beyond the count.
    """
    paper = state.paper
    stride, height = stride_of(state, seat), height_of(state, seat)
    over = 1 + (stride >> 6)  # as many words as a row can reach into
    last = LEAD + ((MARGIN + 1 + height) * stride >> 6)
    words, shift = np.uint64(stride >> 6), np.uint64(stride & 63)
    back = SIX_BITS - shift
    corner = base + ((int(state.top[seat]) - MARGIN + ZERO) << ROW_BITS) + int(state.left[seat]) - MARGIN + ZERO
    row_step = (1 << ROW_BITS) - stride
    rows_per_bit = (1 << 20) // stride + 1
    begin = end = n
    original = 0
    while turns:
        orientation = turns & 7
        if turns & NEW_SHAPE:
            rows_below = (shape >> 51 if orientation & 1 == 0 else shape >> 48) & 7
            first = LEAD + ((MARGIN - 1 - rows_below) * stride >> 6)
            for index in range(0, shape >> 54, 4):
                _block(state, shape, orientation, index, stride, first - over, last + over)
            bit = (first - LEAD) * 64
            code = corner + (orientation << ORIENTATION_BITS)
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
                for step in range(8):
                    spot = bit + lowest_bit(free)
                    out[place + np.uint64(step)] = code + spot + (spot * rows_per_bit >> 20) * row_step
                    free &= free - ONE
                while free:
                    place += FOUR
                    for step in range(4, 8):
                        spot = bit + lowest_bit(free)
                        out[place + np.uint64(step)] = code + spot + (spot * rows_per_bit >> 20) * row_step
                        free &= free - ONE
                n += count
                bit += 64
            end = n
            original = orientation
        else:
            change = (orientation - original) << ORIENTATION_BITS
            source, target = np.uint64(begin), np.uint64(n)
            while source < np.uint64(end):
                for step in range(4):
                    out[target + np.uint64(step)] = out[source + np.uint64(step)] + change
                source += FOUR
                target += FOUR
            n += end - begin
        turns >>= TURN_BITS
    return n


@native
def _block(state: State, shape: int, orientation: int, index: int, stride: int, first: int, last: int) -> None:
    """Mark the places from which any of up to four fields of a tile would overlap the display."""
    a = _offset(shape, orientation, index, stride)
    b = _offset(shape, orientation, index + 1, stride)
    c = _offset(shape, orientation, index + 2, stride)
    d = _offset(shape, orientation, index + 3, stride)
    paper = state.paper
    for word in range(np.uint64(first), np.uint64(last) + ONE):
        blocked = (
            _shifted(paper, word, a) | _shifted(paper, word, b) | _shifted(paper, word, c) | _shifted(paper, word, d)
        )
        paper[1, word] = blocked if index == 0 else paper[1, word] | blocked


@native
def _offset(shape: int, orientation: int, index: int, stride: int) -> np.uint64:
    """How many bits after the tile's corner a field lies; the last field again beyond the last."""
    field = turned_field(shape, orientation, min(index, (shape >> 54) - 1))
    return np.uint64((field >> 3) * stride + (field & 7))


@native
def _shifted(paper: NDArray[np.uint64], word: int, offset: np.uint64) -> np.uint64:
    """A word of the drawing, as if the drawing were moved by so many bits."""
    start, shift = word + (offset >> SIX), offset & SIX_BITS
    moved: np.uint64 = paper[0, start] >> shift | paper[0, start + ONE] << ONE << (SIX_BITS - shift)
    return moved
