"""How well a display of Tipperary hangs together after a placement: its rectangles, holes and niches, as bits.

The map of the short list adds up what single fields bring, so it cannot see that a tile completes a row or cuts off a
place. Here the first few placements of the list are drawn on paper and looked at as a whole.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.learn.rectangle import LOWEST, NOTHING, ONE, POINT, is_wide
from tilery.games.tipperary.rules.display import find, x_of, y_of
from tilery.games.tipperary.rules.moves import column_of, is_bonus_move, is_place_move, orientation_of, row_of, tile_of
from tilery.games.tipperary.rules.packing import field_column, field_row, size_of
from tilery.games.tipperary.rules.placement import MARGIN, turned_field
from tilery.games.tipperary.rules.state import WORDS, TipperaryState
from tilery.kernel.bits import count_bits
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

MOST_COLUMNS = 64 - 2 * MARGIN
MOST_ROWS = WORDS - 2 * MARGIN


@native
def fits_on_paper(state: TipperaryState, seat: int) -> bool:
    """Whether a display has room on paper with a margin for a tile all around; absurd ones have none."""
    width = int(state.right[seat]) - int(state.left[seat]) + 1
    height = int(state.bottom[seat]) - int(state.top[seat]) + 1
    return min(width, height) <= MOST_COLUMNS and max(width, height) <= MOST_ROWS


@native
def flip(state: TipperaryState, seat: int, x: int, y: int) -> None:
    """Draw a field in the frame, on its side if the display is wide, or rub it out."""
    column, row = x - int(state.left[seat]) + MARGIN, y - int(state.top[seat]) + MARGIN
    if is_wide(state, seat):
        column, row = row, column
    state.paper[0, row] ^= ONE << np.uint64(column)


@native
def frame(state: TipperaryState, seat: int) -> None:
    """Draw a display with its margin, or rub it out."""
    for field in range(state.fields[seat]):
        flip(state, seat, x_of(state.place[seat, field]), y_of(state.place[seat, field]))


@native
def try_on_paper(state: TipperaryState, seat: int, move: int) -> None:
    """Draw what a move places, or rub it out; bonus tiles over a meadow and sheep change nothing."""
    x, y = column_of(move), row_of(move)
    if is_place_move(move):
        shape, orientation = int(state.tile_shape[tile_of(move)]), orientation_of(move)
        for field in range(size_of(shape)):
            turned = turned_field(shape, orientation, field)
            flip(state, seat, x + field_column(turned), y + field_row(turned))
    elif is_bonus_move(move) and find(state, seat, x, y) < 0:
        flip(state, seat, x, y)


@native
def worth_of_shape(state: TipperaryState, seat: int, weights: Moves, start: int) -> int:
    """What the shape on paper is worth, by weights from `start` on; the order is that of `shortlist`."""
    rows = int(state.bottom[seat]) - int(state.top[seat]) + 1
    columns = int(state.right[seat]) - int(state.left[seat]) + 1
    if is_wide(state, seat):
        rows, columns = columns, rows
    first, last = MARGIN, MARGIN + rows - 1
    while first > 0 and state.paper[0, first - 1]:
        first -= 1
    while last < WORDS - 1 and state.paper[0, last + 1]:
        last += 1
    everything = NOTHING
    for row in range(first, last + 1):
        everything |= state.paper[0, row]
    begin, end = MARGIN, MARGIN + columns - 1
    while begin > 0 and everything >> np.uint64(begin - 1) & ONE:
        begin -= 1
    while end < 63 and everything >> np.uint64(end + 1) & ONE:
        end += 1
    worth = _rectangles(state, first, last, begin, end, weights, start)
    for row in range(first, last + 1):
        here = state.paper[0, row]
        above = state.paper[0, row - 1] if row else NOTHING
        below = state.paper[0, row + 1] if row < WORDS - 1 else NOTHING
        before, after = here << ONE, here >> ONE
        both, sides = above & below, before & after
        one, side = above | below, before | after
        all_four = both & sides & ~here
        three = (both & side | one & sides) & ~here & ~all_four
        two = (both | sides | one & side) & ~here & ~all_four & ~three
        worth += (
            weights[start + 5] * count_bits(all_four)
            + weights[start + 6] * count_bits(three)
            + weights[start + 7] * count_bits(two)
        )
    return int(worth)


@native
def _rectangles(state: TipperaryState, first: int, last: int, begin: int, end: int, weights: Moves, start: int) -> int:
    """What the best rectangle is worth by two prices for gaps, and the lines beside the first one."""
    gap, edge, sure_gap = int(weights[start + 1]), int(weights[start + 2]), int(weights[start + 4])
    best, surest = LOWEST, LOWEST
    at_first, at_last, at_begin, at_end = first, first, begin, begin
    for one in range(begin, end + 1):
        span = NOTHING
        for other in range(one, end + 1):
            span |= ONE << np.uint64(other)
            width = other - one + 1
            empty, sure_empty = -gap * width - edge, -sure_gap * width - edge
            total = sure = since = 0
            for row in range(first, last + 1):
                filled = count_bits(state.paper[0, row] & span)
                if total <= 0:
                    total, since = 0, row
                total += empty + (POINT + gap) * filled
                if total - edge * width > best:
                    best = total - edge * width
                    at_first, at_last, at_begin, at_end = since, row, one, other
                sure = max(sure, 0) + sure_empty + (POINT + sure_gap) * filled
                surest = max(surest, sure - edge * width)
    worth = (int(weights[start]) * best + int(weights[start + 3]) * surest) // POINT
    return worth + int(weights[start + 8]) * _growth(state, at_first, at_last, at_begin, at_end)


@native
def _growth(state: TipperaryState, first: int, last: int, begin: int, end: int) -> int:
    """How far the four lines beside a rectangle are filled: the square of each one's fields over its length."""
    span = NOTHING
    for column in range(begin, end + 1):
        span |= ONE << np.uint64(column)
    above = count_bits(state.paper[0, first - 1] & span) if first else 0
    below = count_bits(state.paper[0, last + 1] & span) if last < WORDS - 1 else 0
    before = after = 0
    for row in range(first, last + 1):
        if begin:
            before += int(state.paper[0, row] >> np.uint64(begin - 1) & ONE)
        if end < 63:
            after += int(state.paper[0, row] >> np.uint64(end + 1) & ONE)
    width, height = end - begin + 1, last - first + 1
    return int((above * above + below * below) // width + (before * before + after * after) // height)
