"""Why a move of Triqueta is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.triqueta.components import KEEPS
from tilery.games.triqueta.state import DRAW, END_OF_MOVES, INTO_ROW, KEEP, KEPT, NOBODY, RETURN, ROW, TAKE, TURN
from tilery.kernel.contract import State


def why_not(state: State, seat: int, move: int) -> str:
    if not 0 <= move < END_OF_MOVES:
        return f"no move of Triqueta has the number {move}"
    if state.stage == TURN:
        return _why_not_begin(state, move)
    if move == DRAW:
        return "you have drawn already: the tile in your hand comes first"
    if move >= TAKE:
        return "you have drawn, and a turn is either to draw or to take a row: the tile in your hand comes first"
    if move == KEEP:
        return _why_not_keep(state, seat)
    if move == RETURN:
        return _why_not_return(state)
    if state.treated == INTO_ROW:
        return "the two drawn tiles are treated differently, and the first one went into a row"
    return _why_not_row(state, move - ROW)


def _why_not_begin(state: State, move: int) -> str:
    if move == DRAW:
        return "the stack of this round is empty, so a row must be taken"
    if move < TAKE:
        return "there is no tile in your hand: draw first, or take a row"
    return _why_not_row(state, move - TAKE)


def _why_not_row(state: State, row: int) -> str:
    if row >= state.seats:
        return f"there is no row {row + 1}: there are as many rows as players, here {state.seats}"
    assert state.taken_by[row] != NOBODY
    return f"row {row + 1} has been taken in this round, and comes back in the next"


def _why_not_keep(state: State, seat: int) -> str:
    if state.treated == KEPT:
        return "the two drawn tiles are treated differently, and the first one was kept"
    assert state.kept_size[seat] == KEEPS
    return "you have kept two tiles face down already, and that is all for the whole game"


def _why_not_return(state: State) -> str:
    if not state.designer:
        return "a drawn tile is returned to the box only in the designer's duel"
    if state.drawn_together < 2:
        return "the last tile of a stack, drawn alone, may not be returned"
    return "the two drawn tiles are treated differently, and the first one was returned"
