"""The rectangle that a display of Tipperary had better aim at: much of it is filled, few places in it are empty."""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.state import TipperaryState
from tilery.kernel.bits import count_bits
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

POINT = 64  # what a field is worth, in the unit of gaps and edges
LOWEST = -(1 << 30)  # less than any worth
NOTHING, ONE = np.uint64(0), np.uint64(1)


@native
def is_wide(state: TipperaryState, seat: int) -> bool:
    """Whether a display is sketched on its side."""
    return int(state.right[seat]) - int(state.left[seat]) > int(state.bottom[seat]) - int(state.top[seat])


@native
def is_drawn(state: TipperaryState, rows: int, row: int, column: int) -> bool:
    """Whether a place of the sketch is filled; places around the sketch are not."""
    return 0 <= row < rows and column >= 0 and state.paper[0, row] >> np.uint64(column) & ONE == ONE


@native
def rectangle_to_aim_at(
    state: TipperaryState, rows: int, columns: int, gap: int, edge: int
) -> tuple[int, int, int, int]:
    """The first and last row and column of the rectangle that is worth most in the sketch.

    Each of its gaps costs `gap`, each of its rows and columns `edge`, so that squares are worth more than strips. For
    every first and last column, the best rows in succession are found by adding up what rows bring.
    """
    best = LOWEST
    found = (0, 0, 0, 0)
    for begin in range(columns):
        span = NOTHING
        for end in range(begin, columns):
            span |= ONE << np.uint64(end)
            width = end - begin + 1
            empty_row = -gap * width - edge
            total, since = 0, 0
            for row in range(rows):
                if total <= 0:
                    total, since = 0, row
                total += empty_row + (POINT + gap) * int(count_bits(state.paper[0, row] & span))
                if total - edge * width > best:
                    best = total - edge * width
                    found = (since, row, begin, end)
    return found


@native
def favour(
    state: TipperaryState,
    rows: int,
    first: int,
    last: int,
    begin: int,
    end: int,
    worth: int,
    for_filled: int,
    out: Moves,
    corner: int,
    row_step: int,
    column_step: int,
) -> None:
    """Add some worth to the empty places between two rows and columns of the sketch, and more for each filled one."""
    if for_filled:
        for row in range(first, last + 1):
            for column in range(begin, end + 1):
                if is_drawn(state, rows, row, column):
                    worth += for_filled
    for row in range(first, last + 1):
        for column in range(begin, end + 1):
            if not is_drawn(state, rows, row, column):
                out[corner + row * row_step + column * column_step] += worth
