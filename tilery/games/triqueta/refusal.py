"""Why a move of Triqueta is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.triqueta.components import KEEPS
from tilery.games.triqueta.state import DRAW, END_OF_MOVES, INTO_ROW, KEEP, KEPT, NOBODY, RETURN, ROW, TAKE, TURN
from tilery.kernel.contract import State
from tilery.words import Sentence, say


def why_not(state: State, seat: int, move: int) -> Sentence:
    if not 0 <= move < END_OF_MOVES:
        return say("no move of Triqueta has the number {number}", number=move)
    if state.stage == TURN:
        return _why_not_begin(state, move)
    if move == DRAW:
        return say("you have drawn already: the tile in your hand comes first")
    if move >= TAKE:
        return say("you have drawn, and a turn is either to draw or to take a row: the tile in your hand comes first")
    if move == KEEP:
        return _why_not_keep(state, seat)
    if move == RETURN:
        return _why_not_return(state)
    if state.treated == INTO_ROW:
        return say("the two drawn tiles are treated differently, and the first one went into a row")
    return _why_not_row(state, move - ROW)


def _why_not_begin(state: State, move: int) -> Sentence:
    if move == DRAW:
        return say("the stack of this round is empty, so a row must be taken")
    if move < TAKE:
        return say("there is no tile in your hand: draw first, or take a row")
    return _why_not_row(state, move - TAKE)


def _why_not_row(state: State, row: int) -> Sentence:
    if row >= state.seats:
        return say(
            "there is no row {row}: there are as many rows as players, here {seats}",
            row=row + 1,
            seats=int(state.seats),
        )
    assert state.taken_by[row] != NOBODY
    return say("row {row} has been taken in this round, and comes back in the next", row=row + 1)


def _why_not_keep(state: State, seat: int) -> Sentence:
    if state.treated == KEPT:
        return say("the two drawn tiles are treated differently, and the first one was kept")
    assert state.kept_size[seat] == KEEPS
    return say("you have kept two tiles face down already, and that is all for the whole game")


def _why_not_return(state: State) -> Sentence:
    if not state.designer:
        return say("a drawn tile is returned to the box only in the designer's duel")
    if state.drawn_together < 2:
        return say("the last tile of a stack, drawn alone, may not be returned")
    return say("the two drawn tiles are treated differently, and the first one was returned")
