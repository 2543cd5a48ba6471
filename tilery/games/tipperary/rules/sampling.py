"""A random placement without a list of all: guess one that touches the display, and take it if it fits.

A guess puts a field of a tile, turned somehow, on an empty place beside the display. A placement that covers n such
places can be guessed in n ways, so it is taken only every n-th time: all placements are equally likely.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.moves import place_move
from tilery.games.tipperary.rules.packing import field_column, field_row, later_turns, size_of, turn_in
from tilery.games.tipperary.rules.placement import (
    LEAD,
    MARGIN,
    ONE,
    SIX_BITS,
    draw,
    height_of,
    rub_out,
    stride_of,
    turned_field,
)
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

SIX = np.uint64(6)


@native
def random_placement(state: TipperaryState, seat: int, one: int, two: int, rng: Rng, out: Moves) -> int:
    """A random legal placement of one of two tiles; `out` is used for notes."""
    draw(state, seat)
    beside = _mark_beside(state, seat, out)
    stride = stride_of(state, seat)
    guesses_one = _guesses(state, one)
    guesses = guesses_one + _guesses(state, two)
    while True:
        place = int(out[below(rng, beside)])
        guess = below(rng, guesses)
        tile = one
        if guess >= guesses_one:
            guess -= guesses_one
            tile = two
        shape = int(state.tile_shape[tile])
        size = size_of(shape)
        orientation = turn_in(int(state.tile_turns[tile]), guess // size)
        turned = turned_field(shape, orientation, guess % size)
        corner = place - field_row(turned) * stride - field_column(turned)
        covered = _covered(state, shape, orientation, corner, stride)
        if covered and below(rng, covered) == 0:
            break
    rub_out(state, seat)
    x = int(state.left[seat]) - MARGIN + corner % stride
    y = int(state.top[seat]) - MARGIN + corner // stride
    return place_move(tile, orientation, x, y)


@native
def _mark_beside(state: TipperaryState, seat: int, out: Moves) -> int:
    """Mark the empty places beside the display on the second sheet, note them in `out` and return how many they are."""
    paper = state.paper
    stride = stride_of(state, seat)
    words, shift = np.uint64(stride >> 6), np.uint64(stride & 63)
    back = SIX_BITS - shift
    first = LEAD + ((MARGIN - 1) * stride >> 6)
    last = LEAD + ((MARGIN + 1 + height_of(state, seat)) * stride >> 6)
    bit = (first - LEAD) * 64
    count = 0
    for word in range(np.uint64(first), np.uint64(last) + ONE):
        here = paper[0, word]
        free = here << ONE | paper[0, word - ONE] >> SIX_BITS | here >> ONE | paper[0, word + ONE] << SIX_BITS
        above, under = word - words, word + words
        free |= paper[0, above] << shift | paper[0, above - ONE] >> ONE >> back
        free |= paper[0, under] >> shift | paper[0, under + ONE] << ONE << back
        free &= ~here
        paper[1, word] = free
        while free:
            out[count] = bit + lowest_bit(free)
            free &= free - ONE
            count += 1
        bit += 64
    return count


@native
def _guesses(state: TipperaryState, tile: int) -> int:
    """How many ways there are to choose an orientation of a tile and one of its fields."""
    orientations = 0
    turns = int(state.tile_turns[tile])
    while turns:
        turns = later_turns(turns)
        orientations += 1
    return orientations * size_of(int(state.tile_shape[tile]))


@native
def _covered(state: TipperaryState, shape: int, orientation: int, corner: int, stride: int) -> int:
    """How many places beside the display a tile covers; 0 if it would overlap the display."""
    paper = state.paper
    covered = 0
    for index in range(size_of(shape)):
        turned = turned_field(shape, orientation, index)
        place = np.uint64(LEAD * 64 + corner + field_row(turned) * stride + field_column(turned))
        if paper[0, place >> SIX] >> (place & SIX_BITS) & ONE:
            return 0
        covered += int(paper[1, place >> SIX] >> (place & SIX_BITS) & ONE)
    return covered
