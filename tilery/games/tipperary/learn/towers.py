"""Where towers fill the most in Tipperary: the largest rectangle with few enough gaps, and the ring around the town."""

from __future__ import annotations

from tilery.games.tipperary.rules.components import IN_RING, TOWN_HEIGHT, TOWN_WIDTH
from tilery.games.tipperary.rules.display import find
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.kernel.contract import Moves
from tilery.kernel.native import native


@native
def in_ring(state: TipperaryState, seat: int, x: int, y: int) -> bool:
    """Whether a place belongs to the ring around the town."""
    return -1 <= x <= TOWN_WIDTH and -1 <= y <= TOWN_HEIGHT and IN_RING[state.side[seat], y + 1, x + 1] == 1


@native
def fitting_rectangle(
    state: TipperaryState, seat: int, towers: int, with_ring: bool, out: Moves, gaps: int
) -> tuple[int, int, int, int, int]:
    """The first and last column and row of the largest rectangle that some towers can fill, and its fields.

    Gaps are counted by column in `out` from `gaps` on. With the ring, its places count as filled.
    """
    left, right = int(state.left[seat]), int(state.right[seat])
    top, bottom = int(state.top[seat]), int(state.bottom[seat])
    best = (0, -1, 0, -1, 0)
    for first in range(top, bottom + 1):
        for column in range(right - left + 1):
            out[gaps + column] = 0
        for last in range(first, bottom + 1):
            missing = 0
            begin = left
            for x in range(left, right + 1):
                if find(state, seat, x, last) < 0 and not (with_ring and in_ring(state, seat, x, last)):
                    out[gaps + x - left] += 1
                missing += out[gaps + x - left]
                while missing > towers:
                    missing -= out[gaps + begin - left]
                    begin += 1
                area = (x - begin + 1) * (last - first + 1)
                if area > best[4]:
                    best = (begin, x, first, last, area)
    return best
