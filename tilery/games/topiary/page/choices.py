"""What a seat of Topiary can choose now: spots, hedges and tiles, and the three tiles to keep in the draft."""

from __future__ import annotations

from tilery.games.drawing import Choice, Seen, Selection
from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.ids import hedge_id, spot_id, tile_id
from tilery.words import Sentence, say

ACTIONS = {"visit": say("Place the visitor here"), "take": say("Take this tile"), "put": say("Plant this tile")}


def choices(seen: Seen) -> list[Choice]:
    return [_choice(move, seen) for move in seen.legal_moves if not move.startswith("keep")]


def _choice(move: str, seen: Seen) -> Choice:
    match move.split():
        case ["visit", spot]:
            return Choice(move, phrases.place_at(spot), spot_id(spot))
        case ["take", cell]:
            return Choice(move, say("Take the tile at {cell}", cell=cell), hedge_id(cell))
        case ["put", tile]:
            name = say("Plant {tile} at {cell}", tile=phrases.tile_name(tile), cell=seen.table["cell"])
            return Choice(move, name, tile_id(tile))
    return Choice(move, say("Pass"))


def selections(seen: Seen) -> list[Selection]:
    if not any(move.startswith("keep") for move in seen.legal_moves):
        return []
    targets = {tile_id(tile): tile for tile in _hand(seen)}
    return [Selection(say("Keep these three tiles"), 3, targets, "keep {chosen}")]


def names(seen: Seen) -> dict[str, Sentence]:
    return {tile_id(tile): phrases.tile_name(tile) for tile in _hand(seen)}


def _hand(seen: Seen) -> list[str]:
    return [] if seen.seat is None else seen.table["hands"][seen.seat]
