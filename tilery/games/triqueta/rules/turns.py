"""The rules of Triqueta: the deal, a turn of drawing or taking a row, and the end of a round."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import GREY_TILES, KEEPS, ROUNDS, TILES_OF_EACH, WHITE_TILES, WOLF
from tilery.games.triqueta.rules.kept import add_to_kept
from tilery.games.triqueta.rules.moves import DRAW, KEEP, RETURN, is_take_move, row_move, row_of, take_move
from tilery.games.triqueta.rules.stacks import draw_tile, tiles_left
from tilery.games.triqueta.rules.state import (
    EMPTY,
    INTO_ROW,
    KEPT,
    NOBODY,
    OVER,
    RETURNED,
    TREAT,
    TURN,
    UNTREATED,
    TriquetaOptions,
    TriquetaState,
)
from tilery.kernel.chance import Rng, shuffle
from tilery.kernel.contract import Moves
from tilery.kernel.native import native

MAX_MOVES = 6  # draw or one of five rows
MAX_LENGTH = 2 * WHITE_TILES + GREY_TILES + 5 * ROUNDS  # each white tile is drawn and treated, each row is taken


@native
def setup(state: TriquetaState, seats: int, options: TriquetaOptions, rng: Rng) -> None:
    state.seats = seats
    state.designer = options.two_player
    state.wolves = options.wolves
    for place in range(WHITE_TILES):
        state.white[place] = place // TILES_OF_EACH
    shuffle(rng, state.white, 0, WHITE_TILES)
    for place in range(GREY_TILES):
        state.grey[place] = min(place, WOLF) if state.wolves else EMPTY
    if state.wolves:
        shuffle(rng, state.grey, 0, GREY_TILES)
    _begin_round(state)


@native
def _begin_round(state: TriquetaState) -> None:
    """The holder of the rock begins; all rows are on the table again."""
    for seat in range(state.seats):
        state.has_left[seat] = 0
        state.taken_by[seat] = NOBODY
    state.players_in = state.seats
    state.turn = state.rock
    state.stage = TURN


@native
def waiting(state: TriquetaState) -> int:
    return 0 if state.stage == OVER else 1 << int(state.turn)


@native
def legal_moves(state: TriquetaState, seat: int, out: Moves) -> int:
    return _turns(state, out) if state.stage == TURN else _treatments(state, seat, out)


@native
def _turns(state: TriquetaState, out: Moves) -> int:
    count = 0
    if tiles_left(state):
        out[count] = DRAW
        count += 1
    for row in range(state.seats):
        if state.taken_by[row] == NOBODY:
            out[count] = take_move(row)
            count += 1
    return count


@native
def _treatments(state: TriquetaState, seat: int, out: Moves) -> int:
    """What may be done with the first tile in hand. Of two drawn together each is treated differently (TRI-9)."""
    count = 0
    if state.treated != INTO_ROW:
        for row in range(state.seats):
            if state.taken_by[row] == NOBODY:
                out[count] = row_move(row)
                count += 1
    if state.treated != KEPT and state.kept_size[seat] < KEEPS:
        out[count] = KEEP
        count += 1
    if state.treated != RETURNED and state.drawn_together == 2:
        out[count] = RETURN
        count += 1
    return count


@native
def play(state: TriquetaState, seat: int, move: int) -> None:
    if move == DRAW:
        _draw(state, seat)
    elif is_take_move(move):
        _take_row(state, seat, row_of(move))
    else:
        tile = int(state.hand[0])
        state.hand[0] = state.hand[1]
        state.hand[1] = 0
        state.hand_size -= 1
        if move == KEEP:
            add_to_kept(state, seat, tile)
            state.treated = KEPT
        elif move == RETURN:
            state.returned[seat, tile] += 1
            state.treated = RETURNED
        else:
            row = row_of(move)
            state.rows[row, state.row_length[row]] = tile
            state.row_length[row] += 1
            state.treated = INTO_ROW
        if not state.hand_size:
            _end_turn(state)


@native
def _draw(state: TriquetaState, seat: int) -> None:
    """Draw a tile, or two in the designer's duel; grey tiles ask for no decision (TRI-10, TRI-11)."""
    draw_tile(state, seat)
    if state.designer and tiles_left(state):
        draw_tile(state, seat)
    if state.hand_size:
        state.stage = TREAT
    else:
        _end_turn(state)


@native
def _take_row(state: TriquetaState, seat: int, row: int) -> None:
    for index in range(state.row_length[row]):
        state.collection[seat, state.rows[row, index]] += 1
        state.rows[row, index] = 0
    state.row_length[row] = 0
    state.taken_by[row] = seat
    state.has_left[seat] = 1
    state.players_in -= 1
    if state.players_in:
        _end_turn(state)
    else:
        _end_round(state, seat)


@native
def _end_turn(state: TriquetaState) -> None:
    """The next player clockwise who has not left the round is on turn; the last one plays on alone."""
    state.drawn_together = 0
    state.treated = UNTREATED
    state.stage = TURN
    seat = int(state.turn)
    while True:
        seat += 1
        if seat == state.seats:
            seat = 0
        if not state.has_left[seat]:
            break
    state.turn = seat


@native
def _end_round(state: TriquetaState, last: int) -> None:
    """Whoever takes the last row takes the rock, and the tree of the next stack if there is one (TRI-5)."""
    state.rock = last
    if state.round_number + 1 < ROUNDS:
        state.trees[last] += 1
        state.round_number += 1
        _begin_round(state)
    else:
        state.stage = OVER
