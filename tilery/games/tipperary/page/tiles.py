"""Tiles of Tipperary as they lie: their fields and outlines in every orientation."""

from __future__ import annotations

from tilery.games.art import place
from tilery.games.tipperary.page.art import EDGE_RADIUS, S, use
from tilery.games.tipperary.page.shapes import outline
from tilery.games.tipperary.rules.landscapes import TOKENS, has_symbol, landscape_of
from tilery.games.tipperary.rules.tileset import Drawing, Tile, fields_of, oriented
from tilery.games.tipperary.text.notation import ORIENTATIONS


def drawn(tile: Tile) -> str:
    """The fields and the outline of a tile, from its upper left corner."""
    shown = "".join(use(TOKENS[landscape_of(kind)], x * S, y * S) for (x, y), kind in tile.items())
    shown += "".join(use("plus", x * S, y * S) for (x, y), kind in tile.items() if has_symbol(kind))
    return f'{shown}<path d="{outline(tile, S, EDGE_RADIUS)}"/>'


def size(tile: Tile) -> tuple[int, int]:
    """The columns and rows of a tile."""
    return max(x for x, _ in tile) + 1, max(y for _, y in tile) + 1


def placed(drawing: Drawing, orientation: str) -> Tile:
    return oriented(fields_of(drawing), ORIENTATIONS.index(orientation))


def place_style(x: float, y: float) -> str:
    """Where a piece lies on a county, as the attribute that lets it travel."""
    return place(x * S, y * S)
