"""What a seat of Tipperary sees, as numbers: what `view` tells, for programs that learn.

Displays lie on the square of `actions`. Areas are counted from the observer's own, in the direction of the wheel.
"""

from __future__ import annotations

from tilery.games.learning import Field, Numbers
from tilery.games.tipperary.learn.actions import PARTS, SIDE, square_of
from tilery.games.tipperary.rules.components import AREAS, BONUS_TILES, RING_SIZE, SHEEP, TOWERS, TRACK_END
from tilery.games.tipperary.rules.display import x_of, y_of
from tilery.games.tipperary.rules.landscapes import KINDS, has_symbol, landscape_of
from tilery.games.tipperary.rules.packing import column_in, kind_in, row_in, size_of
from tilery.games.tipperary.rules.state import MOST_TILE_FIELDS, NO_TILE, NOBODY, OVER, ROUND, TILES, TipperaryState
from tilery.games.tipperary.rules.turns import area_of, has_placed
from tilery.kernel.native import native

MOST = 127
TILE_SQUARE = MOST_TILE_FIELDS * MOST_TILE_FIELDS
GAUGES = 8  # numbers for each seat


def fields(seats: int) -> tuple[Field, ...]:
    tile = (AREAS, 2, MOST_TILE_FIELDS, MOST_TILE_FIELDS)
    return (
        Field("stage", (2,), "what is decided: a round, or towers after the last one; nothing at the end"),
        Field("seat", (seats,), "the observer's own seat"),
        Field("owing", (seats,), "who owes a decision"),
        Field("chosen", (PARTS,), "what the observer has chosen to place, when the place is to be chosen"),
        Field("rounds", (2,), "the number of the round, and how many there are", high=12),
        Field("supply", (4,), "tiles in the bag, sheep, towers and bonus tiles left", high=TILES),
        Field("marker", (seats,), "who holds the marker of the largest flock"),
        Field("area", (seats, AREAS), "the area that each seat draws from"),
        Field("has_placed", (seats,), "who has placed the tile of the round"),
        Field("sheep_to_place", (seats,), "sheep to place", high=max(SHEEP, 1)),
        Field("towers_to_place", (seats,), "towers to place at the end", high=max(TOWERS, 1)),
        Field("barrel", (seats,), "the space of the whiskey track", high=TRACK_END),
        Field("flock", (seats,), "sheep in the largest flock", high=MOST),
        Field("ring", (seats,), "covered fields around the town", high=RING_SIZE),
        Field("circles", (seats,), "points of stone circles", high=MOST),
        Field("side", (seats,), "the back of the town"),
        Field("bonus_to_place", (seats, BONUS_TILES), "bonus tiles to place"),
        Field("offers", tile, "by area and tile, row and column: the kind of a field plus 1, 0 for none", high=KINDS),
        Field("offered_sheep", tile, "likewise: the field shows a sheep to win"),
        Field("displays", (seats, SIDE, SIDE), "by row and column: the kind of a field plus 1, 0 for none", high=KINDS),
    )


@native
def observe(state: TipperaryState, seat: int, part: int, out: Numbers) -> None:
    seats = int(state.seats)
    if state.stage != OVER:
        out[int(state.stage)] = 1
    out[2 + seat] = 1
    for other in range(seats):
        if int(state.owing) >> other & 1:
            out[2 + seats + (other - seat) % seats] = 1
    start = 2 + 2 * seats
    if part:
        out[start + part - 1] = 1
    start += PARTS
    out[start] = int(state.current_round) + 1
    out[start + 1] = state.rounds
    out[start + 2] = TILES - int(state.drawn)
    out[start + 3] = state.sheep_left
    out[start + 4] = state.towers_left
    out[start + 5] = BONUS_TILES - int(state.bonus_drawn)
    start += 6
    if state.marker != NOBODY:
        out[start + (int(state.marker) - seat) % seats] = 1
    start = _observe_seats(state, seat, out, start + seats)
    start = _observe_offers(state, seat, out, start)
    for place in range(seats):
        other = (seat + place) % seats
        for field in range(state.fields[other]):
            at = state.place[other, field]
            out[start + SIDE * SIDE * place + square_of(x_of(at), y_of(at))] = int(state.kind[other, field]) + 1


@native
def _observe_seats(state: TipperaryState, seat: int, out: Numbers, start: int) -> int:
    seats, own = int(state.seats), area_of(state, seat)
    for place in range(seats):
        other = (seat + place) % seats
        out[start + AREAS * place + (area_of(state, other) - own) % AREAS] = 1
        at = start + AREAS * seats + place
        out[at] = state.stage == ROUND and has_placed(state, other)
        out[at + seats] = state.sheep_to_place[other]
        out[at + 2 * seats] = state.towers[other]
        out[at + 3 * seats] = state.barrel[other]
        out[at + 4 * seats] = min(int(state.flock[other]), MOST)
        out[at + 5 * seats] = state.ring[other]
        out[at + 6 * seats] = min(int(state.circles[other]), MOST)
        out[at + 7 * seats] = state.side[other]
        at = start + (AREAS + GAUGES) * seats + BONUS_TILES * place
        for tile in range(BONUS_TILES):
            out[at + tile] = int(state.bonus_to_place[other]) >> tile & 1
    return start + (AREAS + GAUGES + BONUS_TILES) * seats


@native
def _observe_offers(state: TipperaryState, seat: int, out: Numbers, start: int) -> int:
    own = area_of(state, seat)
    offered = AREAS * 2 * TILE_SQUARE
    for area in range(AREAS):
        for slot in range(2):
            tile = int(state.areas[(own + area) % AREAS, slot])
            if tile == NO_TILE:
                continue
            shape, kinds = int(state.tile_shape[tile]), int(state.tile_kinds[tile])
            for index in range(size_of(shape)):
                column, row = column_in(shape, index), row_in(shape, index)
                kind = kind_in(kinds, index)
                at = start + (2 * area + slot) * TILE_SQUARE + row * MOST_TILE_FIELDS + column
                out[at] = landscape_of(kind) + 1
                out[at + offered] = 1 if has_symbol(kind) else 0
    return start + 2 * offered
