"""The rules of Triqueta: the deal, a turn of drawing or taking a row, and the end of a round."""

from __future__ import annotations

from tilery.games.triqueta.components import GREY_TILES, KEEPS, ROUNDS, TILES_OF_EACH, WHITE_TILES, WOLF
from tilery.games.triqueta.evaluation import evaluate
from tilery.games.triqueta.hidden import redeal, sight
from tilery.games.triqueta.kept import add_to_kept
from tilery.games.triqueta.scoring import score, standing
from tilery.games.triqueta.stacks import draw_tile, tiles_left
from tilery.games.triqueta.state import (
    DRAW,
    EMPTY,
    INTO_ROW,
    KEEP,
    KEPT,
    NOBODY,
    OVER,
    RETURN,
    RETURNED,
    ROW,
    STATE,
    TAKE,
    TREAT,
    TURN,
    UNTREATED,
)
from tilery.kernel.chance import Rng, shuffle
from tilery.kernel.contract import Moves, Options, State
from tilery.kernel.native import native

__all__ = [
    "MAX_LENGTH",
    "MAX_MOVES",
    "STATE",
    "evaluate",
    "legal_moves",
    "play",
    "redeal",
    "score",
    "setup",
    "sight",
    "standing",
    "waiting",
]

MAX_MOVES = 6  # draw or one of five rows
MAX_LENGTH = 2 * WHITE_TILES + GREY_TILES + 5 * ROUNDS  # each white tile is drawn and treated, each row is taken


@native
def setup(state: State, seats: int, options: Options, rng: Rng) -> None:
    state.seats = seats
    state.designer = options[0]
    state.wolves = options[1]
    for place in range(WHITE_TILES):
        state.white[place] = place // TILES_OF_EACH
    shuffle(rng, state.white, 0, WHITE_TILES)
    for place in range(GREY_TILES):
        state.grey[place] = min(place, WOLF) if state.wolves else EMPTY
    if state.wolves:
        shuffle(rng, state.grey, 0, GREY_TILES)
    _begin_round(state)


@native
def _begin_round(state: State) -> None:
    """The holder of the rock begins; all rows are on the table again."""
    for seat in range(state.seats):
        state.has_left[seat] = 0
        state.taken_by[seat] = NOBODY
    state.players_in = state.seats
    state.turn = state.rock
    state.stage = TURN


@native
def waiting(state: State) -> int:
    return 0 if state.stage == OVER else 1 << int(state.turn)


@native
def legal_moves(state: State, seat: int, out: Moves) -> int:
    return _turns(state, out) if state.stage == TURN else _treatments(state, seat, out)


@native
def _turns(state: State, out: Moves) -> int:
    count = 0
    if tiles_left(state):
        out[count] = DRAW
        count += 1
    for row in range(state.seats):
        if state.taken_by[row] == NOBODY:
            out[count] = TAKE + row
            count += 1
    return count


@native
def _treatments(state: State, seat: int, out: Moves) -> int:
    """What may be done with the first tile in hand. Of two drawn together each is treated differently (TRI-9)."""
    count = 0
    if state.treated != INTO_ROW:
        for row in range(state.seats):
            if state.taken_by[row] == NOBODY:
                out[count] = ROW + row
                count += 1
    if state.treated != KEPT and state.kept_size[seat] < KEEPS:
        out[count] = KEEP
        count += 1
    if state.treated != RETURNED and state.drawn_together == 2:
        out[count] = RETURN
        count += 1
    return count


@native
def play(state: State, seat: int, move: int) -> None:
    if move == DRAW:
        _draw(state, seat)
    elif move >= TAKE:
        _take_row(state, seat, move - TAKE)
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
            row = move - ROW
            state.rows[row, state.row_length[row]] = tile
            state.row_length[row] += 1
            state.treated = INTO_ROW
        if not state.hand_size:
            _end_turn(state)


@native
def _draw(state: State, seat: int) -> None:
    """Draw a tile, or two in the designer's duel; grey tiles ask for no decision (TRI-10, TRI-11)."""
    draw_tile(state, seat)
    if state.designer and tiles_left(state):
        draw_tile(state, seat)
    if state.hand_size:
        state.stage = TREAT
    else:
        _end_turn(state)


@native
def _take_row(state: State, seat: int, row: int) -> None:
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
def _end_turn(state: State) -> None:
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
def _end_round(state: State, last: int) -> None:
    """Whoever takes the last row takes the rock, and the tree of the next stack if there is one (TRI-5)."""
    state.rock = last
    if state.round_number + 1 < ROUNDS:
        state.trees[last] += 1
        state.round_number += 1
        _begin_round(state)
    else:
        state.stage = OVER
