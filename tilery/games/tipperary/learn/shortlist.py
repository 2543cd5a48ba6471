"""The most promising moves of Tipperary, found in a few microseconds without trying any.

A map of the display says for every place what a field of each landscape would bring there: neighbours, the ring,
whiskey, sheep, lines of ruins, sites. A placement is worth what its fields bring, so hundreds are compared by a few
additions each. The weights were found by evolution: they make a player that always takes the first of the list score
most. `docs/bots.md` tells how.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.components import BONUS_KIND, IN_RING, RING, RING_SIZE, TOWN_HEIGHT, TOWN_WIDTH
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
from tilery.games.tipperary.rules.moves import DONE, column_of, is_sheep_move, orientation_of, row_of, tile_of
from tilery.games.tipperary.rules.packing import field_column, field_row, kind_in, size_of
from tilery.games.tipperary.rules.placement import MARGIN, height_of, stride_of, turned_field
from tilery.games.tipperary.rules.state import END, MOST_FIELDS, MOST_TILE_FIELDS, TipperaryState
from tilery.games.tipperary.rules.turns import has_placed, legal_moves
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

# Weights, in 64ths of a point.
FIELD = -9
NEIGHBOUR = np.array([0, 86, 116, 61, 0], np.int32)  # for the first, second, third and fourth neighbour of a field
OUTSIDE = -15  # for a neighbour of a field that makes the display wider or higher
LONGER = 1  # the same, for each field by which that side is longer than the other
RING_FIELD = 35
WHISKEY = 312
FLOCK = 87  # for each sheep by which the largest flock grows
NEW_SITE, OLD_SITE = 199, -30
RUIN_BESIDE, LINE = 52, 195
CIRCLE_POINT = 57
PLUS_SHEEP = 50
COVERED_MEADOW = -16

# The planes of the map: what any field brings at a place, what one of a landscape brings beside that (most bring
# nothing), and how many neighbours there are.
ANY, ONE_SHEEP, TWO_SHEEP, GRAINS, DISTILLERIES, RUINS, BOGS, NO_MORE, NEIGHBOURS = range(9)
PLANES = 9
PLANE_OF = np.full(KINDS, NO_MORE, np.int64)
TO_COME = np.zeros(KINDS, np.int64)  # what a landscape may bring later, for eight rounds to come
for _kind, _plane, _weight in (
    (PASTURE, ONE_SHEEP, 48),
    (PASTURE_OF_TWO, TWO_SHEEP, 44),
    (GRAIN, GRAINS, 18),
    (DISTILLERY, DISTILLERIES, 18),
    (RUIN, RUINS, 5),
    (BOG, BOGS, 40),
):
    PLANE_OF[_kind], TO_COME[_kind] = _plane, _weight

RING_POINTS = 5
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
def draw_map(state: TipperaryState, seat: int, out: Moves, start: int) -> int:
    """Write the planes of the map to `out` from `start` on; return the size of one."""
    size, stride = map_size(state, seat), stride_of(state, seat)
    left, right, top, bottom = state.left[seat], state.right[seat], state.top[seat], state.bottom[seat]
    longer = LONGER * ((int(right) - int(left)) - (int(bottom) - int(top)))
    for index in range(start, start + PLANES * size):
        out[index] = 0
    for field in range(state.fields[seat]):
        x, y = x_of(state.place[seat, field]), y_of(state.place[seat, field])
        here = start + index_of(state, seat, x, y)
        kind = int(state.kind[seat, field])
        one, two, bog = _joining(state, seat, field, kind)
        for right_step, down_step in STEPS:
            beside = here + down_step * stride + right_step
            count = out[beside + NEIGHBOURS * size] + 1
            out[beside + NEIGHBOURS * size] = count
            out[beside] += NEIGHBOUR[count]
            if not left <= x + right_step <= right:
                out[beside] += OUTSIDE + longer
            elif not top <= y + down_step <= bottom:
                out[beside] += OUTSIDE - longer
            if is_pasture(kind):
                out[beside + ONE_SHEEP * size] += one
                out[beside + TWO_SHEEP * size] += two
            elif kind == GRAIN:
                out[beside + DISTILLERIES * size] += WHISKEY
            elif kind == DISTILLERY:
                out[beside + GRAINS * size] += WHISKEY
            elif kind == BOG:
                out[beside + BOGS * size] += bog
            elif kind == RUIN:
                in_line = kind_at(state, seat, x - right_step, y - down_step) == RUIN
                out[beside + RUINS * size] += LINE if in_line else RUIN_BESIDE
    if state.ring[seat] < RING_SIZE:
        for number in range(RING_SIZE):
            place = RING_PLACES[state.side[seat], number]
            out[start + index_of(state, seat, place[0], place[1])] += RING_FIELD
    return size


@native
def _joining(state: TipperaryState, seat: int, field: int, kind: int) -> tuple[int, int, int]:
    """What one more sheep, two more sheep and a bog bring beside a field."""
    if is_pasture(kind):
        beyond = int(state.total[seat, root_of(state, seat, field)]) - int(state.flock[seat])
        return FLOCK * max(beyond + 1, 0), FLOCK * max(beyond + 2, 0), 0
    if kind == BOG:
        return 0, 0, NEW_SITE if state.total[seat, root_of(state, seat, field)] == LONE_BOG else OLD_SITE
    return 0, 0, 0


@native
def later(state: TipperaryState, seat: int, kind: int) -> int:
    """What a landscape is worth wherever it lies."""
    if kind > CIRCLE:
        return CIRCLE_POINT * (kind - CIRCLE)
    return int(TO_COME[kind]) * (int(state.rounds) - int(state.placed[seat])) >> 3


@native
def place_in(move: int) -> tuple[int, int]:
    """The place in a move."""
    return column_of(move), row_of(move)


@native
def needs_room(state: TipperaryState, seat: int, count: int, most: int) -> int:
    """How long a list of `count` moves has to be to be shortened: it also holds the map. Absurd displays need most."""
    return count + SLACK + max(PLANES * map_size(state, seat), MOST_FIELDS) + 2 * MOST_TILE_FIELDS + most + 1


@native
def keep(out: Moves, scores: int, kept: int, most: int, move: int, score: int) -> int:
    """Put a move among the best at the front of `out`, their scores from `scores` on; return how many there are."""
    if kept == most:
        if score <= out[scores + kept - 1]:
            return kept
        kept -= 1
    place = kept
    while place > 0 and out[scores + place - 1] < score:
        out[place] = out[place - 1]
        out[scores + place] = out[scores + place - 1]
        place -= 1
    out[place] = move
    out[scores + place] = score
    return kept + 1


@native
def best_placements(state: TipperaryState, seat: int, count: int, most: int, out: Moves) -> int:
    """Shorten a list of placements of landscape tiles."""
    start = count + SLACK
    size = draw_map(state, seat, out, start)
    parts = start + PLANES * size  # for each field of a tile as it is turned, where it looks into two planes
    scores = parts + 2 * MOST_TILE_FIELDS
    tile = orientation = -1
    fields = worth = kept = 0
    for index in range(count):
        move = int(out[index])
        if tile_of(move) != tile or orientation_of(move) != orientation:
            tile, orientation = tile_of(move), orientation_of(move)
            fields = size_of(int(state.tile_shape[tile]))
            worth = _turn(state, seat, tile, orientation, size, out, parts)
        x, y = place_in(move)
        corner = start + index_of(state, seat, x, y)
        score = worth
        for part in range(parts, parts + 2 * fields, 2):
            score += out[corner + out[part]] + out[corner + out[part + 1]]
        kept = keep(out, scores, kept, most, move, score)
    return kept


@native
def _turn(state: TipperaryState, seat: int, tile: int, orientation: int, size: int, out: Moves, parts: int) -> int:
    """Note where the fields of a turned tile look into the map, and return what they are worth anywhere."""
    shape, kinds = int(state.tile_shape[tile]), int(state.tile_kinds[tile])
    stride = stride_of(state, seat)
    worth = 0
    for field in range(size_of(shape)):
        turned = turned_field(shape, orientation, field)
        kind = kind_in(kinds, field)
        worth += FIELD + later(state, seat, landscape_of(kind)) + (PLUS_SHEEP if has_symbol(kind) else 0)
        out[parts + 2 * field] = field_row(turned) * stride + field_column(turned)
        out[parts + 2 * field + 1] = out[parts + 2 * field] + PLANE_OF[landscape_of(kind)] * size
    return worth


@native
def best_effects(state: TipperaryState, seat: int, count: int, most: int, out: Moves) -> int:
    """Shorten a list of places for wooden sheep and bonus tiles."""
    start = count + SLACK
    size = draw_map(state, seat, out, start)
    scores = start + PLANES * size
    kept = 0
    for index in range(count):
        move = int(out[index])
        x, y = place_in(move)
        if is_sheep_move(move):
            score = FLOCK * (flock_around(state, seat, x, y) + 1)
        else:
            kind = int(BONUS_KIND[tile_of(move)])
            at = start + index_of(state, seat, x, y)
            score = later(state, seat, kind) + out[at + PLANE_OF[kind] * size]
            score += out[at] if find(state, seat, x, y) < 0 else COVERED_MEADOW
        kept = keep(out, scores, kept, most, move, score)
    return kept


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


@native
def shortlist(state: TipperaryState, seat: int, most: int, out: Moves) -> int:
    """List the most promising moves, best first."""
    count = legal_moves(state, seat, out)
    if count == 1 or needs_room(state, seat, count, most) > len(out):
        return min(count, most)
    if state.stage == END:
        return best_towers(state, seat, count, most, out)
    if has_placed(state, seat):
        return best_effects(state, seat, count, most, out)
    return best_placements(state, seat, count, most, out)
