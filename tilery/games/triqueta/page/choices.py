"""What a seat of Triqueta can choose now: the stack, a row, or a place for the tile that it drew."""

from __future__ import annotations

from tilery.games.drawing import Choice, Seen
from tilery.games.triqueta.page.ids import KEEP, RETURN, STACK, row_id
from tilery.games.triqueta.page.phrases import ROMAN, TILES, in_words
from tilery.games.triqueta.page.prompts import is_duel
from tilery.words import say


def choices(seen: Seen) -> list[Choice]:
    return [_choice(seen, move) for move in seen.legal_moves]


def _choice(seen: Seen, move: str) -> Choice:
    tiles = seen.table["hand"] or ["", ""]
    match move.split():
        case ["draw"]:
            return Choice(move, say("Draw two tiles") if is_duel(seen) else say("Draw a tile"), STACK)
        case ["keep"]:
            return Choice(move, say("Keep {tile} face down", tile=TILES[tiles[0]]), KEEP)
        case ["return"]:
            return Choice(move, say("Return {tile} to the box", tile=TILES[tiles[0]]), RETURN)
        case ["row", row]:
            name = say("Put {tile} in row {row}", tile=TILES[tiles[0]], row=ROMAN[int(row) - 1])
            return Choice(move, name, row_id(int(row)))
        case [_, row]:
            held = in_words(seen.table["rows"][int(row) - 1])
            name = say("Take row {row}: {tiles}", row=ROMAN[int(row) - 1], tiles=held)
            return Choice(move, name, row_id(int(row)))
    raise ValueError(move)
