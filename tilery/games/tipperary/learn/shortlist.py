"""The most promising moves of Tipperary, found in a few microseconds without playing any.

A map of the display says for every place what a field of each landscape would bring there: neighbours, the ring,
whiskey, sheep, lines of ruins, sites. A placement is worth what its fields bring, so hundreds are compared by a few
additions each. The weights (`shortlist.txt`, made by `bench/tipperary_shortlist.py`) were found by evolution: they make
a player that always takes the first of the list score most. `docs/bots.md` tells more.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilery.games.tipperary.learn.evaluation import rounds_left
from tilery.games.tipperary.learn.fitting import fits_on_paper, frame, try_on_paper, worth_of_shape
from tilery.games.tipperary.learn.rectangle import favour, is_wide, rectangle_to_aim_at
from tilery.games.tipperary.learn.towers import fitting_rectangle, in_ring
from tilery.games.tipperary.rules.components import (
    BONUS_KIND,
    RING,
    RING_SIZE,
    ROUNDS,
)
from tilery.games.tipperary.rules.display import LONE_BOG, find, is_pasture, kind_at, root_of, x_of, y_of
from tilery.games.tipperary.rules.landscapes import (
    BOG,
    CIRCLE,
    DISTILLERY,
    GRAIN,
    KINDS,
    PASTURE,
    PASTURE_OF_TWO,
    RUIN,
    has_symbol,
    landscape_of,
)
from tilery.games.tipperary.rules.moves import (
    DONE,
    column_of,
    is_sheep_move,
    orientation_of,
    row_of,
    tile_of,
)
from tilery.games.tipperary.rules.packing import field_column, field_row, kind_in, size_of
from tilery.games.tipperary.rules.placement import MARGIN, height_of, stride_of, turned_field
from tilery.games.tipperary.rules.scoring import rub_out_sketch, sketch
from tilery.games.tipperary.rules.state import END, MOST_FIELDS, MOST_TILE_FIELDS, TipperaryState
from tilery.games.tipperary.rules.turns import has_placed, legal_moves
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

Weights = NDArray[np.int32]
MOST_ROUNDS = int(ROUNDS.max())

# What weights say, in 64ths of a point; a table of them has a row for each number of rounds to come.
(
    FIELD,
    _FIRST,  # for the first, second, third and fourth neighbour of a field
    _SECOND,
    _THIRD,
    _FOURTH,
    OUTSIDE,  # for a neighbour of a field that makes the display wider or higher
    LONGER,  # the same, for each field by which that side is longer than the other
    RING_FIELD,
    WHISKEY,
    FLOCK,  # for each sheep by which the largest flock grows
    NEW_SITE,
    OLD_SITE,
    RUIN_BESIDE,
    LINE,
    CIRCLE_POINT,
    PLUS_SHEEP,
    COVERED_MEADOW,
    MEADOWS,  # for a landscape wherever it lies, and so are those that follow
    PASTURES,
    PASTURES_OF_TWO,
    GRAINS,
    DISTILLERIES,
    RUINS,
    BOGS,
    GAP,  # what a gap in the rectangle to aim at costs
    EDGE,  # and what each of its rows and columns costs
    IN_RECTANGLE,  # for filling one of its gaps
    BESIDE,  # for a field in a row or column by which it could grow
    BESIDE_FILLED,  # the same, for each field that is there already
    SQUARER,  # the same, for each field by which the rectangle is shorter in that direction than in the other
    RECTANGLE_AFTER,  # for the best rectangle after a placement, where its gaps and edges cost what follows
    _GAP_AFTER,
    _EDGE_AFTER,
    _SURE_AFTER,  # for the best rectangle if gaps cost more
    _SURE_GAP_AFTER,
    _HOLE_AFTER,  # for an empty place with four neighbours, with three and with two
    _NICHE_AFTER,
    _CORNER_AFTER,
    _GROWTH_AFTER,  # for lines beside the rectangle that are nearly filled
) = range(39)
WEIGHTS = 39
LOOKED_AT = 8  # so many of the first moves are put in order by the shape of the display after them
WEIGHT: Weights = np.loadtxt(Path(__file__).with_name("shortlist.txt"), np.int32).reshape(MOST_ROUNDS + 1, WEIGHTS)

# The planes of the map: what a field of a landscape brings at a place (most bring what any does), and how many
# neighbours it has.
ANY, ONE_SHEEP, TWO_SHEEP, GRAIN_PLANE, DISTILLERY_PLANE, RUIN_PLANE, BOG_PLANE, NEIGHBOURS = range(8)
PLANES = 8
PLANE_OF = np.full(KINDS, ANY, np.int64)
ANYWHERE = np.full(KINDS, MEADOWS, np.int64)  # the weight of a landscape wherever it lies
for _kind, _plane, _weight in (
    (PASTURE, ONE_SHEEP, PASTURES),
    (PASTURE_OF_TWO, TWO_SHEEP, PASTURES_OF_TWO),
    (GRAIN, GRAIN_PLANE, GRAINS),
    (DISTILLERY, DISTILLERY_PLANE, DISTILLERIES),
    (RUIN, RUIN_PLANE, RUINS),
    (BOG, BOG_PLANE, BOGS),
):
    PLANE_OF[_kind], ANYWHERE[_kind] = _plane, _weight

RING_POINTS = 5
LOWEST = -(1 << 30)  # less than any score
SLACK = 8  # words that listing moves may write beyond them
STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
RING_PLACES = np.array([sorted(ring) for ring in RING], np.int64)  # by side


@native
def map_size(state: TipperaryState, seat: int) -> int:
    """How many places a plane of the map has: the frame of `placement`."""
    return stride_of(state, seat) * (height_of(state, seat) + 2 * MARGIN)


@native
def index_of(state: TipperaryState, seat: int, x: int, y: int) -> int:
    """Where a place lies in a plane."""
    return (y - int(state.top[seat]) + MARGIN) * stride_of(state, seat) + x - int(state.left[seat]) + MARGIN


@native
def draw_map(state: TipperaryState, seat: int, weights: Weights, out: Moves, start: int) -> int:
    """Write the planes of the map to `out` from `start` on; return the size of one."""
    row = rounds_left(state, seat)
    size, stride = map_size(state, seat), stride_of(state, seat)
    left, right, top, bottom = state.left[seat], state.right[seat], state.top[seat], state.bottom[seat]
    longer = int(weights[row, LONGER]) * ((int(right) - int(left)) - (int(bottom) - int(top)))
    outside, whiskey = int(weights[row, OUTSIDE]), int(weights[row, WHISKEY])
    for index in range(start, start + PLANES * size):
        out[index] = 0
    for field in range(state.fields[seat]):
        x, y = x_of(state.place[seat, field]), y_of(state.place[seat, field])
        here = start + index_of(state, seat, x, y)
        kind = int(state.kind[seat, field])
        one, two, bog = _joining(state, seat, field, kind, weights)
        for right_step, down_step in STEPS:
            beside = here + down_step * stride + right_step
            count = out[beside + NEIGHBOURS * size] + 1
            out[beside + NEIGHBOURS * size] = count
            out[beside] += weights[row, FIELD + count]
            if not left <= x + right_step <= right:
                out[beside] += outside + longer
            elif not top <= y + down_step <= bottom:
                out[beside] += outside - longer
            if is_pasture(kind):
                out[beside + ONE_SHEEP * size] += one
                out[beside + TWO_SHEEP * size] += two
            elif kind == GRAIN:
                out[beside + DISTILLERY_PLANE * size] += whiskey
            elif kind == DISTILLERY:
                out[beside + GRAIN_PLANE * size] += whiskey
            elif kind == BOG:
                out[beside + BOG_PLANE * size] += bog
            elif kind == RUIN:
                in_line = kind_at(state, seat, x - right_step, y - down_step) == RUIN
                out[beside + RUIN_PLANE * size] += weights[row, LINE if in_line else RUIN_BESIDE]
    if state.ring[seat] < RING_SIZE:
        for number in range(RING_SIZE):
            place = RING_PLACES[state.side[seat], number]
            out[start + index_of(state, seat, place[0], place[1])] += weights[row, RING_FIELD]
    draw_rectangle(state, seat, weights, out, start)
    for plane in range(ONE_SHEEP, NEIGHBOURS):
        for index in range(start, start + size):
            out[plane * size + index] += out[index]
    return size


@native
def draw_rectangle(state: TipperaryState, seat: int, weights: Weights, out: Moves, start: int) -> None:
    """Add to the map what fields bring in the rectangle to aim at, and in the rows and columns beside it."""
    rows = sketch(state, seat)
    columns = int(state.right[seat]) - int(state.left[seat]) + 1
    row_step, column_step = stride_of(state, seat), 1
    if is_wide(state, seat):
        columns = int(state.bottom[seat]) - int(state.top[seat]) + 1
        row_step, column_step = column_step, row_step
    at = start + index_of(state, seat, int(state.left[seat]), int(state.top[seat]))
    row = rounds_left(state, seat)
    one, other, low, high = rectangle_to_aim_at(state, rows, columns, int(weights[row, GAP]), int(weights[row, EDGE]))
    favour(state, rows, one, other, low, high, int(weights[row, IN_RECTANGLE]), 0, out, at, row_step, column_step)
    squarer = int(weights[row, SQUARER]) * ((high - low) - (other - one))
    worth, filled = int(weights[row, BESIDE]) + squarer, int(weights[row, BESIDE_FILLED])
    favour(state, rows, one - 1, one - 1, low, high, worth, filled, out, at, row_step, column_step)
    favour(state, rows, other + 1, other + 1, low, high, worth, filled, out, at, row_step, column_step)
    worth -= 2 * squarer
    favour(state, rows, one, other, low - 1, low - 1, worth, filled, out, at, row_step, column_step)
    favour(state, rows, one, other, high + 1, high + 1, worth, filled, out, at, row_step, column_step)
    rub_out_sketch(state, rows)


@native
def _joining(state: TipperaryState, seat: int, field: int, kind: int, weights: Weights) -> tuple[int, int, int]:
    """What one more sheep, two more sheep and a bog bring beside a field."""
    row = rounds_left(state, seat)
    if is_pasture(kind):
        beyond = int(state.total[seat, root_of(state, seat, field)]) - int(state.flock[seat])
        flock = int(weights[row, FLOCK])
        return flock * max(beyond + 1, 0), flock * max(beyond + 2, 0), 0
    if kind == BOG:
        is_new = state.total[seat, root_of(state, seat, field)] == LONE_BOG
        return 0, 0, int(weights[row, NEW_SITE if is_new else OLD_SITE])
    return 0, 0, 0


@native
def anywhere(state: TipperaryState, seat: int, kind: int, weights: Weights) -> int:
    """What a landscape is worth wherever it lies."""
    row = rounds_left(state, seat)
    if kind > CIRCLE:
        return int(weights[row, CIRCLE_POINT]) * (kind - CIRCLE)
    return int(weights[row, ANYWHERE[kind]])


@native
def place_in(move: int) -> tuple[int, int]:
    """The place in a move."""
    return column_of(move), row_of(move)


@native
def needs_room(state: TipperaryState, seat: int, count: int, most: int) -> int:
    """How long a list of `count` moves has to be to be shortened: it also holds the map. Absurd displays need most."""
    most = max(most, LOOKED_AT)
    return count + SLACK + max(PLANES * map_size(state, seat), MOST_FIELDS) + MOST_TILE_FIELDS + most + 1


@native
def keep(out: Moves, scores: int, kept: int, most: int, move: int, score: int) -> int:
    """Put a move among the best at the front of `out`, their scores from `scores` on; return how many there are."""
    if kept == most:
        if score <= out[scores + kept - 1]:
            return kept
        kept -= 1
    _insert(out, scores, kept, move, score)
    return kept + 1


@native
def _insert(out: Moves, scores: int, count: int, move: int, score: int) -> None:
    """Put a move in its place among the first `count`, which are sorted."""
    place = count
    while place > 0 and out[scores + place - 1] < score:
        out[place] = out[place - 1]
        out[scores + place] = out[scores + place - 1]
        place -= 1
    out[place] = move
    out[scores + place] = score


@native
def best_placements(state: TipperaryState, seat: int, count: int, most: int, weights: Weights, out: Moves) -> int:
    """Shorten a list of placements of landscape tiles. Indexes without sign need no check."""
    start = count + SLACK
    size = draw_map(state, seat, weights, out, start)
    parts = start + PLANES * size  # for each field of a tile as it is turned, where it looks into its plane
    scores = parts + MOST_TILE_FIELDS
    stride = stride_of(state, seat)
    origin = start + index_of(state, seat, 0, 0)
    tile = orientation = -1
    worth = kept = 0
    lowest = LOWEST
    first, last = np.uint64(parts), np.uint64(parts)
    looked = max(most, LOOKED_AT)
    for index in range(np.uint64(count)):
        move = int(out[index])
        if tile_of(move) != tile or orientation_of(move) != orientation:
            tile, orientation = tile_of(move), orientation_of(move)
            last = np.uint64(parts + size_of(int(state.tile_shape[tile])))
            worth = _turn(state, seat, tile, orientation, size, weights, out, parts)
        corner = np.uint64(origin + row_of(move) * stride + column_of(move))
        score = worth
        for part in range(first, last):
            score += out[corner + np.uint64(out[part])]
        if score > lowest:
            kept = keep(out, scores, kept, looked, move, score)
            if kept == looked:
                lowest = int(out[scores + kept - 1])
    look_at_shapes(state, seat, min(kept, LOOKED_AT), weights, out, scores)
    return min(kept, most)


@native
def look_at_shapes(state: TipperaryState, seat: int, count: int, weights: Weights, out: Moves, scores: int) -> None:
    """Add to the scores of the first moves what the shape of the display is worth after them, and sort those anew."""
    if not fits_on_paper(state, seat):
        return
    row = weights[rounds_left(state, seat)]
    frame(state, seat)
    for index in range(count):
        move, score = int(out[index]), int(out[scores + index])
        try_on_paper(state, seat, move)
        score += worth_of_shape(state, seat, row, RECTANGLE_AFTER)
        try_on_paper(state, seat, move)
        _insert(out, scores, index, move, score)
    frame(state, seat)


@native
def _turn(
    state: TipperaryState, seat: int, tile: int, orientation: int, size: int, weights: Weights, out: Moves, parts: int
) -> int:
    """Note where the fields of a turned tile look into the map, and return what they are worth anywhere."""
    shape, kinds = int(state.tile_shape[tile]), int(state.tile_kinds[tile])
    stride, row = stride_of(state, seat), rounds_left(state, seat)
    worth = 0
    for field in range(size_of(shape)):
        turned = turned_field(shape, orientation, field)
        kind = kind_in(kinds, field)
        worth += int(weights[row, FIELD]) + anywhere(state, seat, landscape_of(kind), weights)
        if has_symbol(kind):
            worth += int(weights[row, PLUS_SHEEP])
        corner = PLANE_OF[landscape_of(kind)] * size
        out[parts + field] = corner + field_row(turned) * stride + field_column(turned)
    return worth


@native
def best_effects(state: TipperaryState, seat: int, count: int, most: int, weights: Weights, out: Moves) -> int:
    """Shorten a list of places for wooden sheep and bonus tiles."""
    start = count + SLACK
    size = draw_map(state, seat, weights, out, start)
    scores = start + PLANES * size
    row = rounds_left(state, seat)
    kept = 0
    for index in range(count):
        move = int(out[index])
        x, y = place_in(move)
        if is_sheep_move(move):
            score = int(weights[row, FLOCK]) * (flock_around(state, seat, x, y) + 1)
        else:
            kind = int(BONUS_KIND[tile_of(move)])
            at = start + index_of(state, seat, x, y)
            score = anywhere(state, seat, kind, weights) + out[at + PLANE_OF[kind] * size]
            if find(state, seat, x, y) >= 0:  # over a meadow: no new field
                score += int(weights[row, COVERED_MEADOW]) - out[at]
        kept = keep(out, scores, kept, max(most, LOOKED_AT), move, score)
    look_at_shapes(state, seat, min(kept, LOOKED_AT), weights, out, scores)
    return min(kept, most)


@native
def flock_around(state: TipperaryState, seat: int, x: int, y: int) -> int:
    """How many sheep a pasture at a place would join."""
    sheep = 0
    first = second = third = -1
    for right, down in STEPS:
        field = find(state, seat, x + right, y + down)
        if field >= 0 and is_pasture(int(state.kind[seat, field])):
            root = root_of(state, seat, field)
            if root not in (first, second, third):
                sheep += int(state.total[seat, root])
                first, second, third = root, first, second
    return sheep


@native
def best_towers(state: TipperaryState, seat: int, count: int, most: int, out: Moves) -> int:
    """Shorten a list of places for towers: the gaps of the rectangle that they can fill, and of the ring."""
    gaps = count + SLACK
    towers, missing = int(state.towers[seat]), RING_SIZE - int(state.ring[seat])
    left, right, top, bottom, area = fitting_rectangle(state, seat, towers, False, out, gaps)
    round_town = False
    if 0 < missing <= towers:
        other = fitting_rectangle(state, seat, towers - missing, True, out, gaps)
        if other[4] + RING_POINTS > area:
            left, right, top, bottom, area = other
            round_town = True
    scores = gaps + MOST_FIELDS
    kept = 0
    for index in range(count):
        move = int(out[index])
        x, y = place_in(move)
        if move == DONE:
            score = 1
        elif (left <= x <= right and top <= y <= bottom) or (round_town and in_ring(state, seat, x, y)):
            score = 2
        else:
            score = 0
        kept = keep(out, scores, kept, most, move, score)
    return kept


@native
def shortlist(state: TipperaryState, seat: int, most: int, out: Moves) -> int:
    """List the most promising moves, best first."""
    return shortlist_by(state, seat, most, WEIGHT, out)


@native
def shortlist_by(state: TipperaryState, seat: int, most: int, weights: Weights, out: Moves) -> int:
    """List the moves that are most promising by some weights, best first."""
    count = legal_moves(state, seat, out)
    if count == 1 or needs_room(state, seat, count, most) > len(out):
        return min(count, most)
    if state.stage == END:
        return best_towers(state, seat, count, most, out)
    if has_placed(state, seat):
        return best_effects(state, seat, count, most, weights, out)
    return best_placements(state, seat, count, most, weights, out)
