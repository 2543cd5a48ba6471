"""Why a move of Triqueta is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import KEEPS
from tilery.games.triqueta.rules.moves import DRAW, END_OF_MOVES, KEEP, RETURN, is_take_move, row_of
from tilery.games.triqueta.rules.state import (
    INTO_ROW,
    KEPT,
    NOBODY,
    TURN,
    TriquetaState,
)
from tilery.words import Sentence, say


def why_not(state: TriquetaState, seat: int, move: int) -> Sentence:
    if not 0 <= move < END_OF_MOVES:
        return say("{number} is not the number of a Triqueta move", number=move)
    if state.stage == TURN:
        return _why_not_begin(state, move)
    if move == DRAW:
        return say("you have already drawn: deal with the tile in your hand first")
    if is_take_move(move):
        return say("you have already drawn, so you cannot take a row this turn: deal with the tile in your hand first")
    if move == KEEP:
        return _why_not_keep(state, seat)
    if move == RETURN:
        return _why_not_return(state)
    if state.treated == INTO_ROW:
        return say("choose a different action for each of the two tiles: the first one went into a row")
    return _why_not_row(state, row_of(move))


def _why_not_begin(state: TriquetaState, move: int) -> Sentence:
    if move == DRAW:
        return say("the stack is empty, so you must take a row")
    if not is_take_move(move):
        return say("you have no tile in hand: draw first, or take a row")
    return _why_not_row(state, row_of(move))


def _why_not_row(state: TriquetaState, row: int) -> Sentence:
    if row >= state.seats:
        return say(
            "there is no row {row}: there are as many rows as players, here {seats}",
            row=row + 1,
            seats=int(state.seats),
        )
    assert state.taken_by[row] != NOBODY
    return say("row {row} has been taken this round and comes back in the next", row=row + 1)


def _why_not_keep(state: TriquetaState, seat: int) -> Sentence:
    if state.treated == KEPT:
        return say("choose a different action for each of the two tiles: the first one was kept")
    assert state.kept_size[seat] == KEEPS
    return say("you have already kept two tiles face down, the limit for the whole game")


def _why_not_return(state: TriquetaState) -> Sentence:
    if not state.designer:
        return say("a drawn tile can be returned to the box only in the designer's duel")
    if state.drawn_together < 2:
        return say("the last tile of a stack, drawn alone, may not be returned")
    return say("choose a different action for each of the two tiles: the first one was returned")
