"""Where a tile can lie: fast lists of places, with the fields of a display as bits (TIP-6: a display has no edge).

On paper the display lies in a frame with room for a tile on the left and above, row after row in one long string of
bits. A place is the bit of the tile's top left corner, so moving a tile is shifting the string. A place is blocked if
the tile would overlap the display there; one that is free but beside a blocked one is where it lies edge to edge.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.display import x_of, y_of
from tilery.games.tipperary.rules.moves import place_move, shifted, turned
from tilery.games.tipperary.rules.packing import (
    column_in,
    field_at,
    field_column,
    field_row,
    first_turn,
    is_mirrored,
    is_new_shape,
    last_column,
    last_row,
    later_turns,
    pack_shape,
    pack_turns,
    quarter_turns,
    row_in,
    size_of,
)
from tilery.games.tipperary.rules.state import MOST_TILE_FIELDS, TipperaryState
from tilery.kernel.bits import count_bits, lowest_bit
from tilery.kernel.contract import Moves
from tilery.kernel.native import native, native_wrapping
from tilery.kernel.state import Grid

MARGIN = MOST_TILE_FIELDS  # empty columns on the left and rows above; one more column on the right is the next row's
LEAD = 4  # empty words before the first row, longer than the longest row
NOTHING, ONE, FOUR = np.uint64(0), np.uint64(1), np.uint64(4)
SIX, SIX_BITS = np.uint64(6), np.uint64(63)
SINGLE_FIELD, SINGLE_TURN = (
    pack_shape([(0, 0)]),
    pack_turns([(0, True)]),
)  # a shape of one field, and its only orientation


@native
def stride_of(state: TipperaryState, seat: int) -> int:
    """The bits of a row on paper."""
    return int(state.right[seat]) - int(state.left[seat]) + 1 + MARGIN + 1


@native
def height_of(state: TipperaryState, seat: int) -> int:
    return int(state.bottom[seat]) - int(state.top[seat]) + 1


@native
def draw(state: TipperaryState, seat: int) -> None:
    """Draw the display on paper."""
    stride = stride_of(state, seat)
    left, top = int(state.left[seat]) - MARGIN, int(state.top[seat]) - MARGIN
    for field in range(state.fields[seat]):
        place = state.place[seat, field]
        bit = (y_of(place) - top) * stride + x_of(place) - left
        state.paper[0, LEAD + (bit >> 6)] |= ONE << np.uint64(bit & 63)


@native
def rub_out(state: TipperaryState, seat: int) -> None:
    """Leave the paper as it was before `draw`."""
    rows = height_of(state, seat) + 2 * MARGIN
    for word in range(LEAD + (rows * stride_of(state, seat) >> 6) + 1):
        state.paper[0, word] = NOTHING
        state.paper[1, word] = NOTHING


@native
def turned_field(shape: int, orientation: int, index: int) -> int:
    """A field of a turned tile, as `field_at` packs it."""
    x, y = column_in(shape, index), row_in(shape, index)
    width, height = last_column(shape), last_row(shape)
    if is_mirrored(orientation):
        x = width - x
    turns = quarter_turns(orientation)
    if turns == 0:
        return field_at(x, y)
    if turns == 1:
        return field_at(height - y, x)
    if turns == 2:
        return field_at(width - x, height - y)
    return field_at(y, width - x)


@native
def list_tile(state: TipperaryState, seat: int, tile: int, out: Moves, n: int) -> int:
    """Add all placements of a landscape tile to the moves and count on from `n`."""
    base = place_move(tile, 0, 0, 0)
    return list_places(state, seat, int(state.tile_shape[tile]), int(state.tile_turns[tile]), base, out, n)


@native
def list_single(state: TipperaryState, seat: int, base: int, out: Moves, n: int) -> int:
    """Add the move `base`, which is at 0,0, at every empty place beside the display, and count on from `n`."""
    return list_places(state, seat, SINGLE_FIELD, SINGLE_TURN, base, out, n)


@native_wrapping
def list_places(state: TipperaryState, seat: int, shape: int, turns: int, base: int, out: Moves, n: int) -> int:
    """Add the move `base`, which is at 0,0 in orientation 0, for all turns of a shape and every place where it can lie.

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
    corner = shifted(base, int(state.left[seat]) - MARGIN, int(state.top[seat]) - MARGIN)
    row_step = shifted(0, -stride, 1)  # from the end of a row to the beginning of the next
    rows_per_bit = (1 << 20) // stride + 1
    begin = end = n
    original = 0
    while turns:
        orientation = first_turn(turns)
        if is_new_shape(turns):
            rows_below = last_row(shape) if orientation & 1 == 0 else last_column(shape)
            first = LEAD + ((MARGIN - 1 - rows_below) * stride >> 6)
            for index in range(0, size_of(shape), 4):
                _block(state, shape, orientation, index, stride, first - over, last + over)
            bit = (first - LEAD) * 64
            code = turned(corner, orientation)
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
            change = turned(0, orientation - original)
            source, target = np.uint64(begin), np.uint64(n)
            while source < np.uint64(end):
                for step in range(4):
                    out[target + np.uint64(step)] = out[source + np.uint64(step)] + change
                source += FOUR
                target += FOUR
            n += end - begin
        turns = later_turns(turns)
    return n


@native
def _block(state: TipperaryState, shape: int, orientation: int, index: int, stride: int, first: int, last: int) -> None:
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
    field = turned_field(shape, orientation, min(index, size_of(shape) - 1))
    return np.uint64(field_row(field) * stride + field_column(field))


@native
def _shifted(paper: Grid[np.uint64], word: int, offset: np.uint64) -> np.uint64:
    """A word of the drawing, as if the drawing were moved by so many bits."""
    start, shift = word + (offset >> SIX), offset & SIX_BITS
    moved: np.uint64 = paper[0, start] >> shift | paper[0, start + ONE] << ONE << (SIX_BITS - shift)
    return moved
