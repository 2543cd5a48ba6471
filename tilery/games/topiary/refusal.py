"""Why a move of Topiary is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.topiary.components import CELLS, LINE, SPOTS, tile_in_words
from tilery.games.topiary.notation import is_move
from tilery.games.topiary.state import DRAFT, KEEP, PASS, PUT, PUT_TILE, TAKE, TAKE_CELL, VISIT
from tilery.kernel.contract import State
from tilery.words import Sentence, say


def why_not(state: State, seat: int, move: int) -> Sentence:
    stage = int(state.stage)
    if not is_move(move):
        return say("{number} is not the number of a move of Topiary", number=move)
    if move >= KEEP:
        return _why_not_keep(state, seat, move - KEEP)
    if stage == DRAFT:
        return say("first choose the three tiles to keep")
    if move < PASS:
        return _why_not_visit(state, move)
    if stage == VISIT:
        return say("a turn begins with a visitor: place one first")
    if move == PASS:
        return say("a tile was taken, so one of your four tiles must be put on the freed cell")
    if move < PUT_TILE:
        return _why_not_take(state, move - TAKE_CELL)
    if stage == TAKE:
        return say("a tile is put only where one was taken: take a face-down tile first, or pass")
    return say("{tile} is not in your hand", tile=tile_in_words(move - PUT_TILE))


def _why_not_keep(state: State, seat: int, three: int) -> Sentence:
    if state.stage != DRAFT:
        return say("tiles are kept only in the draft, before the first visitor")
    hand = state.hand[seat, : state.hand_size[seat]]
    strange = [tile for tile in (three // 1600, three // 40 % 40, three % 40) if tile not in hand]
    return say("{tile} is not among the tiles you choose from", tile=tile_in_words(strange[0]))


def _why_not_visit(state: State, spot: int) -> Sentence:
    if state.stage != VISIT:
        return say("you have placed your visitor of this turn")
    if state.visitors[spot] >= 0:
        return say("a visitor stands at {spot} already", spot=SPOTS[spot])
    return say("{spot} looks along a short diagonal, and this game allows only the two long ones", spot=SPOTS[spot])


def _why_not_take(state: State, cell: int) -> Sentence:
    if state.stage == PUT:
        return say("you have taken a tile: now put one of your four tiles on the freed cell")
    if cell not in LINE[state.spot]:
        return say("{cell} is not in the line of your visitor at {spot}", cell=CELLS[cell], spot=SPOTS[state.spot])
    return say("the tile on {cell} lies face up, and only face-down tiles are taken", cell=CELLS[cell])
