"""A quick guess at the final points of each seat in Tipperary."""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.components import RING_SIZE, TRACK
from tilery.games.tipperary.rules.landscapes import BOG, BONUS_WOODEN_SHEEP, DISTILLERY, GRAIN, PASTURE, RUIN
from tilery.games.tipperary.rules.scoring import largest_rectangle, rub_out_sketch, sketch
from tilery.games.tipperary.rules.state import END, OVER, ROUND, TipperaryState
from tilery.kernel.bits import count_bits
from tilery.kernel.contract import Values
from tilery.kernel.native import native

NOTHING, ONE = np.uint64(0), np.uint64(1)

# What things are worth that are not points yet.
FIELD_TO_COME = 4.2  # fields of a tile that make the rectangle larger
SHORTER_SIDE = 2.5  # of the rectangle
BONUS_TILE = 2.5
SHEEP = 1.2
SHEEP_OUTSIDE = 0.6
WIDOWED_FIELD = -1.2  # an empty place between four fields, which no landscape tile can fill
GRAIN_FIELD = 0.9
DISTILLERY_FIELD = 1.5
RUIN_FIELD = 0.25
LONE_BOG = 0.6


@native
def evaluate(state: TipperaryState, out: Values) -> None:
    over = state.stage == OVER
    for seat in range(state.seats):
        points = float(TRACK[state.barrel[seat]]) + state.circles[seat] + state.flock[seat]
        points += expected_marker(state, seat)
        if over:
            points += largest_rectangle(state, seat)
            points += 5.0 if state.ring[seat] == RING_SIZE else 0.0
        else:
            points += expected_area(state, seat)
            points += expected_ring(state, seat)
            if state.stage != END:
                points += chances(state, seat)
        out[seat] = points


@native
def rounds_left(state: TipperaryState, seat: int) -> int:
    """How many landscape tiles the seat will still place."""
    return int(state.rounds) - int(state.placed[seat])


@native
def expected_marker(state: TipperaryState, seat: int) -> float:
    if state.stage != ROUND:
        return 5.0 if state.marker == seat else 0.0
    best_other = 0
    for other in range(state.seats):
        if other != seat:
            best_other = max(best_other, int(state.flock[other]))
    ahead = int(state.flock[seat]) - best_other
    if state.marker == seat and ahead >= 0:
        ahead += 1
    return min(max(2.5 * ahead / (1 + 0.4 * rounds_left(state, seat)) + 1.25, 0.0), 4.5)


@native
def expected_ring(state: TipperaryState, seat: int) -> float:
    missing = RING_SIZE - int(state.ring[seat])
    towers, left = int(state.towers[seat]), rounds_left(state, seat)
    if left == 0:
        return 5.0 - 0.1 * missing if missing <= towers else 0.0
    share = missing / (1.0 + 1.0 * left + towers)
    return 6.0 / (1.0 + share * share) - 0.1 * missing


@native
def chances(state: TipperaryState, seat: int) -> float:
    """Effects that wait, and what fields may still earn."""
    worth = BONUS_TILE * count_bits(np.uint64(state.bonus_to_place[seat])) + SHEEP * state.sheep_to_place[seat]
    later = 0.0
    sheep = 0
    for field in range(state.fields[seat]):
        kind = int(state.kind[seat, field])
        if kind == GRAIN:
            later += GRAIN_FIELD
        elif kind == DISTILLERY:
            later += DISTILLERY_FIELD
        elif kind == RUIN:
            later += RUIN_FIELD
        elif kind == BOG:
            if state.parent[seat, field] == field and state.total[seat, field] == 1:
                later += LONE_BOG
        elif PASTURE <= kind <= BONUS_WOODEN_SHEEP and state.parent[seat, field] == field:
            sheep += int(state.total[seat, field])
    later += SHEEP_OUTSIDE * (sheep - int(state.flock[seat]))
    return float(worth + later * rounds_left(state, seat) / int(state.rounds))


@native
def expected_area(state: TipperaryState, seat: int) -> float:
    """The rectangle that a seat may hope to fill, looking at those with at most two gaps in a column."""
    left = rounds_left(state, seat)
    towers = int(state.towers[seat])
    # Towers fill gaps for certain at the end; tiles to come fill others, the fewer are to come the less likely.
    price = 3.0 if left == 0 else 2.6 + 0.8 / left
    rows = sketch(state, seat)
    outside = NOTHING
    for row in range(rows):
        outside |= state.paper[0, row]
    outside = ~outside  # a display hangs together, so every column that it reaches has a field
    best = 0.0
    for first in range(rows):
        one_gap = two_gaps = three_gaps = outside
        for last in range(first, rows):
            gap = ~state.paper[0, last]
            three_gaps |= two_gaps & gap
            two_gaps |= one_gap & gap
            one_gap |= gap
            height = last - first + 1
            if _bound(one_gap, height) > best:
                best = max(best, _hoped(one_gap, NOTHING, NOTHING, height, towers, price, left))
            if _bound(two_gaps, height) > best:
                best = max(best, _hoped(two_gaps, one_gap, NOTHING, height, towers, price, left))
            if _bound(three_gaps, height) > best:
                best = max(best, _hoped(three_gaps, one_gap, two_gaps, height, towers, price, left))
    lost = 0
    for row in range(1, rows - 1):
        here = state.paper[0, row]
        lost += count_bits(state.paper[0, row - 1] & state.paper[0, row + 1] & here << ONE & here >> ONE & ~here)
    rub_out_sketch(state, rows)
    # A tower that fills no gap can still be a part of a new row.
    return best + FIELD_TO_COME * left + WIDOWED_FIELD * max(lost - towers, 0) * min(left, 1) + 0.3 * towers


@native
def _bound(excluded: np.uint64, height: int) -> float:
    """What a rectangle without the excluded columns can be worth at most, found faster than what it is worth."""
    width = count_bits(~excluded)
    return width * height + SHORTER_SIDE * min(width, height, 7)


@native
def _hoped(
    excluded: np.uint64, gap: np.uint64, gaps: np.uint64, height: int, towers: int, price: float, left: int
) -> float:
    """The worth of the widest rectangle without the excluded columns, where some have a gap and some two."""
    run = ~excluded
    start = run
    width = 0
    while run:
        start = run
        width += 1
        run &= run >> ONE
    if not width:
        return 0.0
    columns = start & ~(start - ONE)
    for _ in range(width - 1):
        columns |= columns << ONE
    missing = count_bits(columns & gap) + count_bits(columns & gaps)
    filled = min(missing, towers)
    if left == 0 and missing > towers:
        return 0.0
    worth = width * height - price * (missing - filled) - 0.2 * filled
    # A square has more ways to grow than a strip, and closes the ring.
    return worth + SHORTER_SIDE * min(width, height, 7) if left else worth
