"""Why a move of Topiary is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.topiary.rules.components import CELLS, LINE, SPOTS, tile_in_words
from tilery.games.topiary.rules.moves import (
    PASS,
    cell_of,
    is_keep_move,
    is_take_move,
    is_visit_move,
    kept_by,
    spot_of,
    tile_of,
)
from tilery.games.topiary.rules.state import DRAFT, PUT, TAKE, VISIT, TopiaryState
from tilery.games.topiary.text.notation import is_move
from tilery.words import Sentence, say


def why_not(state: TopiaryState, seat: int, move: int) -> Sentence:
    stage = int(state.stage)
    if not is_move(move):
        return say("{number} is not the number of a Topiary move", number=move)
    if is_keep_move(move):
        return _why_not_keep(state, seat, move)
    if stage == DRAFT:
        return say("first choose the three tiles to keep")
    if is_visit_move(move):
        return _why_not_visit(state, spot_of(move))
    if stage == VISIT:
        return say("a turn begins with a visitor: place one first")
    if move == PASS:
        return say("you took a tile, so you must plant one of your four tiles in its cell")
    if is_take_move(move):
        return _why_not_take(state, cell_of(move))
    if stage == TAKE:
        return say("you can plant a tile only where you took one: take a face-down tile first, or pass")
    return say("{tile} is not in your hand", tile=tile_in_words(tile_of(move)))


def _why_not_keep(state: TopiaryState, seat: int, move: int) -> Sentence:
    if state.stage != DRAFT:
        return say("you can keep tiles only in the draft, before the first visitor is placed")
    hand = state.hand[seat, : state.hand_size[seat]]
    strange = [tile for tile in kept_by(move) if tile not in hand]
    return say("{tile} is not among the tiles you choose from", tile=tile_in_words(strange[0]))


def _why_not_visit(state: TopiaryState, spot: int) -> Sentence:
    if state.stage != VISIT:
        return say("you have already placed your visitor this turn")
    if state.visitors[spot] >= 0:
        return say("there is already a visitor at {spot}", spot=SPOTS[spot])
    return say("{spot} looks along a short diagonal, and this game allows only the two long ones", spot=SPOTS[spot])


def _why_not_take(state: TopiaryState, cell: int) -> Sentence:
    if state.stage == PUT:
        return say("you have taken a tile: now plant one of your four tiles in its cell")
    if cell not in LINE[state.spot]:
        return say("{cell} is not in the line of your visitor at {spot}", cell=CELLS[cell], spot=SPOTS[state.spot])
    return say("the tile on {cell} is face up, and you can take only face-down tiles", cell=CELLS[cell])
