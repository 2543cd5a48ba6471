"""The landscape tiles of somebody's own box, entered by clicking (TIP-4)."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.editing import Thing
from tilery.games.own_set import OwnSet, Rows
from tilery.games.tipperary.page.art import S, use
from tilery.games.tipperary.page.editor import landscape, shown
from tilery.games.tipperary.rules.landscapes import LANDSCAPES, NO_FIELD
from tilery.games.tipperary.rules.tileset import PLUS_MARK, TILES, TileSet, TileSetError, read_set
from tilery.words import Sentence, reason, say

GRID = 6
BOX = (0.0, 0.0, S, S)


def _fault(rows: Rows, number: int) -> Sentence | None:
    """What is wrong with one tile, in a set whose others are right."""
    tiles: list[Rows] = [["m"]] * TILES
    tiles[number - 1] = rows
    try:
        TileSet().read(tiles)
    except TileSetError as error:
        told = reason(error)
        found: Sentence = told.values.get("sentence", told)
        return found
    return None


def _written(tiles: Sequence[Rows]) -> str:
    parts = [f"tile {number}\n" + "".join(f"{row}\n" for row in rows) for number, rows in enumerate(tiles, 1)]
    return "\n".join(parts)


OWN_TILES = OwnSet(
    option="tiles",
    title=say("The tiles of your own box"),
    invitation=say(
        "The tiles here are made up, because those of the box are not public. If you own the game, enter its 60 tiles "
        "and play with them."
    ),
    count=TILES,
    grid=GRID,
    things=[Thing(token, landscape(token), shown(token), BOX) for token in LANDSCAPES],
    empty=NO_FIELD,
    mark=PLUS_MARK,
    mark_thing=Thing(PLUS_MARK, say("A sheep to win, on a space"), use("plus"), BOX),
    fault=_fault,
    read=read_set,
    written=_written,
)
