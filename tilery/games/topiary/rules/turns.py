"""The rules of Topiary: the deal, the draft, and a turn of visit, take and put."""

from __future__ import annotations

from tilery.games.topiary.rules.components import (
    ALL_CELLS,
    CENTRE,
    LINE,
    LINE_CELLS,
    LINE_LENGTH,
    REMOVED,
    SHORT_DIAGONAL,
    VISITORS,
)
from tilery.games.topiary.rules.hands import add_to_box, add_to_hand, remove_from_hand
from tilery.games.topiary.rules.moves import (
    PASS,
    cell_of,
    is_put_move,
    is_take_move,
    is_visit_move,
    keep_move,
    kept_by,
    put_move,
    spot_of,
    take_move,
    tile_of,
    visit_move,
)
from tilery.games.topiary.rules.state import (
    CLOSED,
    DRAFT,
    EMPTY,
    NOBODY,
    OVER,
    PUT,
    TAKE,
    VISIT,
    TopiaryOptions,
    TopiaryState,
)
from tilery.games.topiary.rules.tiles import series_of
from tilery.kernel.chance import Rng, below, shuffle
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

MAX_MOVES = 48
MAX_LENGTH = 64


@native
def setup(state: TopiaryState, seats: int, options: TopiaryOptions, rng: Rng) -> None:
    state.seats = seats
    state.draft = options.draft
    state.removed_series = below(rng, 8) if REMOVED[seats] else -1
    deck = state.scratch
    count = 0
    for tile in range(40):
        if series_of(tile) != state.removed_series:
            deck[count] = tile
            count += 1
    shuffle(rng, deck, 0, count)
    for cell in range(25):
        state.garden[cell] = deck[cell]
        state.put_by[cell] = NOBODY
    state.face_down = ALL_CELLS & ~(1 << CENTRE)
    for spot in range(48):
        state.visitors[spot] = CLOSED if options.diagonals and SHORT_DIAGONAL[spot] else NOBODY
    place = 25
    for seat in range(seats):
        state.visitors_left[seat] = VISITORS[seats]
        for _ in range(3):
            add_to_hand(state, seat, deck[place])
            place += 1
    state.leftovers = count - place
    state.cell = EMPTY
    state.spot = EMPTY
    if state.draft:
        state.stage = DRAFT
        state.turn = seats - 1
        for index in range(place, count):
            add_to_hand(state, seats - 1, deck[index])
    else:
        state.stage = VISIT
        for index in range(place, count):
            add_to_box(state, deck[index])
    for index in range(40):
        deck[index] = 0


@native
def waiting(state: TopiaryState) -> int:
    return 0 if state.stage == OVER else 1 << int(state.turn)


@native
def legal_moves(state: TopiaryState, seat: int, out: Moves) -> int:
    count = 0
    if state.stage == VISIT:
        for spot in range(48):  # every spot is written, and overwritten by the next unless it counts: no branch
            out[count] = visit_move(spot)
            count += state.visitors[spot] == NOBODY
    elif state.stage == TAKE:
        for step in range(LINE_LENGTH[state.spot]):
            cell = int(LINE[state.spot, step])
            out[count] = take_move(cell)
            count += state.face_down >> cell & 1
        out[count] = PASS
        count += 1
    elif state.stage == PUT:
        for index in range(4):
            out[count] = put_move(int(state.hand[seat, index]))
            count += 1
    else:
        hand = state.hand[seat]
        for a in range(state.hand_size[seat]):
            for b in range(a + 1, state.hand_size[seat]):
                for c in range(b + 1, state.hand_size[seat]):
                    out[count] = keep_move(int(hand[a]), int(hand[b]), int(hand[c]))
                    count += 1
    return count


@native
def play(state: TopiaryState, seat: int, move: int) -> None:
    if is_visit_move(move):
        _place_visitor(state, seat, spot_of(move))
    elif move == PASS:
        _end_turn(state)
    elif is_take_move(move):
        cell = cell_of(move)
        add_to_hand(state, seat, state.garden[cell])
        state.garden[cell] = EMPTY
        state.cell = cell
        state.stage = PUT
    elif is_put_move(move):
        tile = tile_of(move)
        cell = int(state.cell)
        remove_from_hand(state, seat, tile)
        state.garden[cell] = tile
        state.face_down &= ~(1 << cell)
        state.put_by[cell] = seat
        state.visitors_then[cell] = state.visitors_left[seat]
        _end_turn(state)
    else:
        _keep(state, seat, move)


@native
def _place_visitor(state: TopiaryState, seat: int, spot: int) -> None:
    state.visitors[spot] = seat
    state.visitors_left[seat] -= 1
    state.spot = spot
    if state.face_down & LINE_CELLS[spot]:
        state.stage = TAKE
    else:
        _end_turn(state)


@native
def _end_turn(state: TopiaryState) -> None:
    state.spot = EMPTY
    state.cell = EMPTY
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0
    state.stage = VISIT if state.visitors_left[state.turn] else OVER


@native
def _keep(state: TopiaryState, seat: int, move: int) -> None:
    """Keep three tiles and give the others to the right, or to the box if nobody is there (TOP-9)."""
    first, second, third = kept_by(move)
    size = int(state.hand_size[seat])
    state.hand_size[seat] = 0
    passed = 0
    for index in range(size):
        tile = state.hand[seat, index]
        if tile in (first, second, third):
            add_to_hand(state, seat, tile)
        else:
            state.passed_on[seat, passed] = tile
            passed += 1
    for index in range(state.hand_size[seat], size):
        state.hand[seat, index] = 0
    for index in range(passed):
        if seat > 0:
            add_to_hand(state, seat - 1, state.passed_on[seat, index])
        else:
            add_to_box(state, state.passed_on[seat, index])
    if seat > 0:
        state.turn = seat - 1
    else:
        state.stage = VISIT
