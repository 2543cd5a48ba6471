"""The rules of Tipperary: the deal, rounds of placing a tile and what it earns, and towers at the end."""

from __future__ import annotations

from tilery.games.tipperary.rules.components import (
    AREAS,
    BONUS_KIND,
    BONUS_TILES,
    ROUNDS,
    SHEEP,
    TOWERS,
    TOWN_HEIGHT,
    TOWN_KIND,
    TOWN_WIDTH,
)
from tilery.games.tipperary.rules.display import add_field, become, find, is_free_meadow, place_of, x_of, y_of
from tilery.games.tipperary.rules.effects import claim_sheep, settle_sites, trigger
from tilery.games.tipperary.rules.landscapes import (
    BONUS_MEADOW,
    BONUS_WOODEN_SHEEP,
    MEADOW,
    WOODEN_SHEEP,
    has_symbol,
    landscape_of,
)
from tilery.games.tipperary.rules.landscapes import TOWER as TOWER_FIELD
from tilery.games.tipperary.rules.moves import (
    DONE,
    bonus_move,
    column_of,
    is_place_move,
    is_sheep_move,
    is_tower_move,
    orientation_of,
    row_of,
    sheep_move,
    tile_of,
    tower_move,
)
from tilery.games.tipperary.rules.packing import field_column, field_row, kind_in, size_of
from tilery.games.tipperary.rules.placement import (
    draw,
    list_single,
    list_tile,
    rub_out,
    turned_field,
)
from tilery.games.tipperary.rules.sampling import random_placement
from tilery.games.tipperary.rules.state import (
    END,
    NO_TILE,
    NOBODY,
    OVER,
    ROUND,
    TILES,
    TipperaryOptions,
    TipperaryState,
)
from tilery.kernel.chance import Rng, below, shuffle
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

# Two tiles of 8 fields in 8 orientations, each field at each of the neighbours that 109 fields can have at most.
MAX_MOVES = 2 * 8 * 8 * 220 + 8
# 50 tiles, 24 sheep, 12 bonus tiles, 12 towers and five times "done".
MAX_LENGTH = 103


@native
def setup(state: TipperaryState, seats: int, options: TipperaryOptions, rng: Rng) -> None:
    state.seats = seats
    state.stage = ROUND
    rounds = int(ROUNDS[seats])
    state.rounds = rounds
    state.owing = (1 << seats) - 1
    state.marker = NOBODY
    state.sheep_left = SHEEP
    state.towers_left = TOWERS
    for tile in range(TILES):
        state.tile_shape[tile] = options.tile_shape[tile]
        state.tile_kinds[tile] = options.tile_kinds[tile]
        state.tile_turns[tile] = options.tile_turns[tile]
    for town in range(AREAS):
        state.town[town] = town
    shuffle(rng, state.town, 0, AREAS)
    for seat in range(seats, AREAS):
        state.town[seat] = 0
    for seat in range(seats):
        state.side[seat] = below(rng, 2)
        lay_town(state, seat)
    for tile in range(TILES):
        state.bag[tile] = tile
    shuffle(rng, state.bag, 0, TILES)
    for area in range(AREAS):
        state.areas[area, 0] = NO_TILE
        state.areas[area, 1] = NO_TILE
    _fill_areas(state)
    for tile in range(BONUS_TILES):
        state.bonus_order[tile] = tile
        state.bonus_seat[tile] = NOBODY
    shuffle(rng, state.bonus_order, 0, BONUS_TILES)
    for turn in range(rounds):
        state.spins[turn] = below(rng, AREAS)


@native
def lay_town(state: TipperaryState, seat: int) -> None:
    for y in range(TOWN_HEIGHT):
        for x in range(TOWN_WIDTH):
            kind = int(TOWN_KIND[state.town[seat], state.side[seat], y, x])
            if kind >= 0:
                add_field(state, seat, x, y, kind)
    settle_sites(state, seat)


@native
def _fill_areas(state: TipperaryState) -> None:
    for area in range(AREAS):
        for slot in range(2):
            if state.areas[area, slot] == NO_TILE:
                state.areas[area, slot] = state.bag[state.drawn]
                state.drawn += 1


@native
def area_of(state: TipperaryState, seat: int) -> int:
    """The area that the seat's crest points to."""
    return (int(state.town[seat]) + int(state.spins[state.current_round])) % AREAS


@native
def has_placed(state: TipperaryState, seat: int) -> bool:
    """Whether the seat has placed its landscape tile of this round."""
    return bool(state.placed[seat] > state.current_round)


@native
def waiting(state: TipperaryState) -> int:
    return int(state.owing)


@native
def legal_moves(state: TipperaryState, seat: int, out: Moves) -> int:
    count = 0
    if state.stage == ROUND:
        if state.sheep_to_place[seat]:
            count = _list_sheep(state, seat, out)
        if has_placed(state, seat) and not state.bonus_to_place[seat]:
            return count
    draw(state, seat)
    if state.stage == END:
        count = list_single(state, seat, tower_move(0, 0), out, count)
    elif has_placed(state, seat):
        count = _list_bonus(state, seat, out, count)
    else:
        area = area_of(state, seat)
        count = list_tile(state, seat, int(state.areas[area, 0]), out, count)
        count = list_tile(state, seat, int(state.areas[area, 1]), out, count)
    rub_out(state, seat)
    if state.stage == END:
        out[count] = DONE
        count += 1
    return count


@native
def random_move(state: TipperaryState, seat: int, rng: Rng, out: Moves) -> int:
    """Placements are guessed, since there are hundreds; all else is chosen from the list."""
    if state.stage == ROUND and not has_placed(state, seat):
        area = area_of(state, seat)
        return random_placement(state, seat, int(state.areas[area, 0]), int(state.areas[area, 1]), rng, out)
    return int(out[below(rng, legal_moves(state, seat, out))])


@native
def _list_sheep(state: TipperaryState, seat: int, out: Moves) -> int:
    count = 0
    for field in range(state.fields[seat]):
        if is_free_meadow(int(state.kind[seat, field])):
            place = state.place[seat, field]
            out[count] = sheep_move(x_of(place), y_of(place))
            count += 1
    return count


@native
def _list_bonus(state: TipperaryState, seat: int, out: Moves, count: int) -> int:
    for tile in range(BONUS_TILES):
        if int(state.bonus_to_place[seat]) >> tile & 1:
            for field in range(state.fields[seat]):
                if state.kind[seat, field] == MEADOW:
                    place = state.place[seat, field]
                    out[count] = bonus_move(tile, x_of(place), y_of(place))
                    count += 1
            count = list_single(state, seat, bonus_move(tile, 0, 0), out, count)
    return count


@native
def play(state: TipperaryState, seat: int, move: int) -> None:
    x, y = column_of(move), row_of(move)
    if move == DONE or is_tower_move(move):
        if move == DONE:
            state.owing &= ~(1 << seat)
        else:
            _place_tower(state, seat, x, y)
        if not state.owing:
            state.stage = OVER
        return
    if is_place_move(move):
        _place_tile(state, seat, move, x, y)
    elif is_sheep_move(move):
        _place_sheep(state, seat, x, y)
    else:
        _place_bonus(state, seat, tile_of(move), x, y)
    finish(state, seat)


@native
def _place_tile(state: TipperaryState, seat: int, move: int, x: int, y: int) -> None:
    tile, orientation = tile_of(move), orientation_of(move)
    area = area_of(state, seat)
    state.areas[area, 0 if state.areas[area, 0] == tile else 1] = NO_TILE
    state.placements[seat, state.placed[seat]] = move
    state.placed[seat] += 1
    shape, kinds = int(state.tile_shape[tile]), int(state.tile_kinds[tile])
    first = int(state.fields[seat])
    last = first - 1
    for index in range(size_of(shape)):
        turned = turned_field(shape, orientation, index)
        kind = kind_in(kinds, index)
        last = add_field(state, seat, x + field_column(turned), y + field_row(turned), landscape_of(kind))
        if has_symbol(kind):
            claim_sheep(state, seat)
    trigger(state, seat, first, last)


@native
def _place_sheep(state: TipperaryState, seat: int, x: int, y: int) -> None:
    field = find(state, seat, x, y)
    become(state, seat, field, WOODEN_SHEEP if state.kind[seat, field] == MEADOW else BONUS_WOODEN_SHEEP)
    state.sheep_to_place[seat] -= 1


@native
def _place_bonus(state: TipperaryState, seat: int, tile: int, x: int, y: int) -> None:
    """Lay a bonus tile beside the display or over a meadow (TIP-12)."""
    kind = int(BONUS_KIND[tile])
    if kind == MEADOW:
        kind = BONUS_MEADOW
    state.bonus_to_place[seat] &= ~(1 << tile)
    state.bonus_seat[tile] = seat
    state.bonus_place[tile] = place_of(x, y)
    field = find(state, seat, x, y)
    if field < 0:
        field = add_field(state, seat, x, y, kind)
    else:
        become(state, seat, field, kind)
    trigger(state, seat, field, field)


@native
def _place_tower(state: TipperaryState, seat: int, x: int, y: int) -> None:
    add_field(state, seat, x, y, TOWER_FIELD)
    state.towers[seat] -= 1
    if not state.towers[seat]:
        state.owing &= ~(1 << seat)


@native
def finish(state: TipperaryState, seat: int) -> None:
    """Give back sheep that nothing can make room for (TIP-8), and end the round when nobody owes anything."""
    if state.bonus_to_place[seat]:
        return
    if state.sheep_to_place[seat] and not state.free_meadows[seat]:
        state.sheep_left += state.sheep_to_place[seat]
        state.sheep_to_place[seat] = 0
    if not state.sheep_to_place[seat]:
        state.owing &= ~(1 << seat)
        if not state.owing:
            _end_round(state)


@native
def _end_round(state: TipperaryState) -> None:
    _award_marker(state)
    if state.current_round + 1 < state.rounds:
        state.current_round += 1
        _fill_areas(state)
        state.owing = (1 << int(state.seats)) - 1
        return
    state.stage = END
    for seat in range(state.seats):
        if state.towers[seat]:
            state.owing |= 1 << seat
    if not state.owing:
        state.stage = OVER


@native
def _award_marker(state: TipperaryState) -> None:
    """The marker goes to the largest flock, with the three cases of a tie (TIP-15)."""
    largest = 0
    seats = 0
    owner = NOBODY
    for seat in range(state.seats):
        flock = int(state.flock[seat])
        if flock > largest:
            largest, seats, owner = flock, 1, seat
        elif flock == largest:
            seats += 1
    if seats == 1 and largest:
        state.marker = owner
    elif state.marker != NOBODY and state.flock[state.marker] < largest:
        state.marker = NOBODY
