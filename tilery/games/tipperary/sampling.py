"""A random placement without a list of all: guess one that touches the display, and take it if it fits.

A guess puts a field of a tile, turned somehow, on an empty place beside the display. A placement that covers n such
places can be guessed in n ways, so it is taken only every n-th time: all placements are equally likely.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.placement import (
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
from tilery.games.tipperary.state import ORIENTATION_BITS, PLACE, ROW_BITS, TILE_BITS, ZERO
from tilery.games.tipperary.tileset import TURN_BITS
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves, State
from tilery.kernel.native import native

SIX = np.uint64(6)


@native
def random_placement(state: State, seat: int, one: int, two: int, rng: Rng, out: Moves) -> int:
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
        size = shape >> 54
        orientation = int(state.tile_turns[tile]) >> TURN_BITS * (guess // size) & 7
        turned = turned_field(shape, orientation, guess % size)
        corner = place - (turned >> 3) * stride - (turned & 7)
        covered = _covered(state, shape, orientation, corner, stride)
        if covered and below(rng, covered) == 0:
            break
    rub_out(state, seat)
    x = int(state.left[seat]) - MARGIN + corner % stride
    y = int(state.top[seat]) - MARGIN + corner // stride
    return PLACE + (tile << TILE_BITS) + (orientation << ORIENTATION_BITS) + ((y + ZERO) << ROW_BITS) + x + ZERO


@native
def _mark_beside(state: State, seat: int, out: Moves) -> int:
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
def _guesses(state: State, tile: int) -> int:
    """How many ways there are to choose an orientation of a tile and one of its fields."""
    orientations = 0
    turns = int(state.tile_turns[tile])
    while turns:
        turns >>= TURN_BITS
        orientations += 1
    return orientations * (int(state.tile_shape[tile]) >> 54)


@native
def _covered(state: State, shape: int, orientation: int, corner: int, stride: int) -> int:
    """How many places beside the display a tile covers; 0 if it would overlap the display."""
    paper = state.paper
    covered = 0
    for index in range(shape >> 54):
        turned = turned_field(shape, orientation, index)
        place = np.uint64(LEAD * 64 + corner + (turned >> 3) * stride + (turned & 7))
        if paper[0, place >> SIX] >> (place & SIX_BITS) & ONE:
            return 0
        covered += int(paper[1, place >> SIX] >> (place & SIX_BITS) & ONE)
    return covered
