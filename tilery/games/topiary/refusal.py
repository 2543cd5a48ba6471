"""Why a move of Topiary is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.topiary.components import CELLS, LINE, SPOTS, TILES
from tilery.games.topiary.notation import is_move
from tilery.games.topiary.state import DRAFT, KEEP, PASS, PUT, PUT_TILE, TAKE, TAKE_CELL, VISIT
from tilery.kernel.contract import State


def why_not(state: State, seat: int, move: int) -> str:
    stage = int(state.stage)
    if not is_move(move):
        return f"{move} is not the number of a move of Topiary"
    if move >= KEEP:
        return _why_not_keep(state, seat, move - KEEP)
    if stage == DRAFT:
        return "first choose the three tiles to keep"
    if move < PASS:
        return _why_not_visit(state, move)
    if stage == VISIT:
        return "a turn begins with a visitor: place one first"
    if move == PASS:
        return "a tile was taken, so one of your four tiles must be put on the freed cell"
    if move < PUT_TILE:
        return _why_not_take(state, move - TAKE_CELL)
    if stage == TAKE:
        return "a tile is put only where one was taken: take a face-down tile first, or pass"
    return f"{TILES[move - PUT_TILE]} is not in your hand"


def _why_not_keep(state: State, seat: int, three: int) -> str:
    if state.stage != DRAFT:
        return "tiles are kept only in the draft, before the first visitor"
    hand = state.hand[seat, : state.hand_size[seat]]
    strange = [tile for tile in (three // 1600, three // 40 % 40, three % 40) if tile not in hand]
    return f"{TILES[strange[0]]} is not among the tiles you choose from"


def _why_not_visit(state: State, spot: int) -> str:
    if state.stage != VISIT:
        return "you have placed your visitor of this turn"
    if state.visitors[spot] >= 0:
        return f"a visitor stands at {SPOTS[spot]} already"
    return f"{SPOTS[spot]} looks along a short diagonal, and this game allows only the two long ones"


def _why_not_take(state: State, cell: int) -> str:
    if state.stage == PUT:
        return "you have taken a tile: now put one of your four tiles on the freed cell"
    if cell not in LINE[state.spot]:
        return f"{CELLS[cell]} is not in the line of your visitor at {SPOTS[state.spot]}"
    return f"the tile on {CELLS[cell]} lies face up, and only face-down tiles are taken"
